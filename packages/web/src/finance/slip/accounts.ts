import { listAccounts, type LookupAccount } from '@chepu/contract/finance/lookups'
import { useCall } from '../../kit/use-call'

const none: LookupAccount[] = []
const stale = 5 * 60_000

/** Store accounts of the organisation; by default those in use. */
export function useAccounts(options: { all?: boolean } = {}): readonly LookupAccount[] {
  const query = { page: 1, rows: 1000, ...(options.all ? {} : { active: 'true' as const }) }
  return useCall(listAccounts, { query }, { stale }).data?.rows ?? none
}
