import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { Posting } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

/**
 * Whether a slip of money may have any day of an open month, as `postSlip` asks it: one whose money an open row of the bank says, of the same
 * account, day and amount as one of its movements (yuan), for that is missing in the books of an open month (business/finance 4.3).
 */
export async function besideBank(
  tx: CallerTx,
  { orgId, bizDate }: MoneySlip,
  { cash = [] }: Pick<Posting, 'cash'>,
): Promise<{ anyDay: boolean }> {
  if (bizDate >= addDays(shanghaiDay(), -tx.caller.org.config.backdateDays)) return { anyDay: false }
  const row = await tx.one({
    name: 'bank-row-of-slip',
    text: `select 1 from bank_line n join unnest($4::bigint[], $5::numeric[]) as t (account_id, amount)
        on n.store_account_id = t.account_id and n.amount = t.amount
      where n.group_id = $1 and n.org_id = $2 and n.biz_date = $3 and n.match_id is null and n.ignore_reason = '' limit 1`,
    values: [
      tx.groupId,
      orgId,
      bizDate,
      cash.map(({ storeAccountId }) => storeAccountId),
      cash.map(({ amount }) => amount),
    ],
  })
  return { anyDay: row !== undefined }
}
