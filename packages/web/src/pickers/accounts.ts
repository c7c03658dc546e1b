import { accountRoutes, type StoreAccount } from '@chepu/contract/finance/store-account'
import { useCall } from '../kit/base/use-call'

const none: StoreAccount[] = []
const stale = 5 * 60_000

/** Store accounts of the organisation; by default those in use. */
export function useAccounts(options: { all?: boolean } = {}): readonly StoreAccount[] {
  const query = { page: 1, rows: 1000, ...(options.all ? {} : { active: 'true' as const }) }
  return useCall(accountRoutes.list, { query }, { stale }).data?.rows ?? none
}
