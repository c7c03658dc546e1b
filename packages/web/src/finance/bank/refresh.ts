import { bankAccounts, bankEntries, bankLines, proposeMatches, reconciliation } from '@chepu/contract/finance/bank'
import { useRefreshCalls } from '../../kit/base/use-call'

/** Reads again all that a match or an import changes. */
export function useRefreshBank(): () => void {
  const refresh = useRefreshCalls()
  return () =>
    refresh(
      bankAccounts,
      bankLines.list,
      bankLines.totals,
      bankEntries.list,
      bankEntries.totals,
      proposeMatches,
      reconciliation,
    )
}
