// Movements that were found in the bank's statement (勾对): they are undone by nobody until somebody takes that back (business/finance 4.3).
import type { Tx } from '../db/tx'
import { refuse } from '../base/errors'
import type { CashEntry } from './types'

/** Refuses to undo what is reconciled. To be asked with the accounts locked, as whoever reconciles locks them. */
export async function assertNotReconciled(
  tx: Tx,
  accounts: ReadonlyMap<number, { isReconciled: boolean }>,
  entries: readonly (CashEntry & { reversalOf?: number })[],
): Promise<void> {
  const undone = entries.flatMap(({ storeAccountId, reversalOf }) =>
    reversalOf !== undefined && accounts.get(storeAccountId)?.isReconciled ? [reversalOf] : [],
  )
  if (undone.length === 0) return
  const held = await tx.one<{ billNo: string | null }>({
    name: 'reconciled-entry',
    text: `select d.bill_no from bank_match_entry e
      join account_ledger l on l.group_id = e.group_id and l.id = e.entry_id
      left join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
      where e.group_id = $1 and e.entry_id = any ($2::bigint[]) order by l.id limit 1`,
    values: [tx.groupId, undone],
  })
  if (held) refuse(`单据 ${held.billNo ?? ''} 已与银行对账，请先取消勾对`)
}
