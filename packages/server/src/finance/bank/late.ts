import { add, type Decimal, money, neg, sub } from '@chepu/contract/kernel/decimal'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'

/**
 * Whether a slip of money may have any day of an open month, as `postSlip` asks it: one whose money an open row of the bank says, of the same
 * account, day and amount, for that is missing in the books of an open month (business/finance 4.3).
 */
export async function besideBank(
  tx: CallerTx,
  { orgId, bizDate, tenders }: MoneySlip,
  direction: 'in' | 'out',
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
      tenders.map(({ storeAccountId }) => storeAccountId),
      tenders.map((tender) => movedBy(tender, direction)),
    ],
  })
  return { anyDay: row !== undefined }
}

/** What a way of paying does to its account, in yuan: fees are kept back of what comes, and added to what leaves. */
const movedBy = ({ amount, fee }: MoneySlip['tenders'][number], direction: 'in' | 'out'): Decimal =>
  money(direction === 'in' ? sub(amount, fee) : neg(add(amount, fee)))
