import { type AdjustmentSide, balanceAdjustment } from '@chepu/contract/finance/balance-adjustment'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { saveSlip } from '../../kernel/money/save'
import type { Saved } from '../../kernel/document/run-action'
import { traits } from './traits'

/** What is still open of one old document, in yuan; a credit of a receivable or payable is negative. */
export interface OpeningBalance {
  partnerId: number
  side: AdjustmentSide
  /** Number of the old document; '' when nobody knows it. */
  billNo: string
  bizDate: string
  dueOn: string | null
  amount: Decimal
}

const remarkOf = (billNo: string): string => (billNo === '' ? '期初' : `期初 ${billNo}`)

/** What has entered an old document already: the number of its 往来调整单, or the row before. */
interface EnteredBefore {
  as: string
  /** Yuan. */
  amount: Decimal
}

/**
 * Tells as what an old document was entered before, in a slip that is neither voided nor reversed or in a `row` that was asked about earlier: the same
 * partner, account and number. What has no number is never known again (business/finance 5.1). The database is asked once; others who enter openings there wait.
 */
export async function openingsEntered(
  tx: CallerTx,
): Promise<(balance: OpeningBalance, row: string) => EnteredBefore | undefined> {
  await tx.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 50))',
    values: [`openings/${tx.groupId}/${tx.caller.orgId}`],
  })
  const rows = await tx.query<{ partnerId: number; side: string; remark: string; amount: Decimal; as: string }>({
    name: 'openings-entered',
    text: `select partner_id, side, remark, total as amount, bill_no as "as" from money_slip
      where group_id = $1 and org_id = $2 and kind = 'balance_adjustment' and purpose = 'opening' and not is_red
        and state not in ('voided', 'reversed')`,
    values: [tx.groupId, tx.caller.orgId],
  })
  const keyOf = (partnerId: number, side: string, remark: string) => `${partnerId}/${side}/${remark}`
  const entered = new Map<string, EnteredBefore>(
    rows.map(({ partnerId, side, remark, ...before }) => [keyOf(partnerId, side, remark), before]),
  )
  return ({ partnerId, side, billNo, amount }, row) => {
    if (billNo === '') return undefined
    const key = keyOf(partnerId, side, remarkOf(billNo))
    const before = entered.get(key)
    if (!before) entered.set(key, { as: row, amount })
    return before
  }
}

/** Drafts of 往来调整单 with 期初, one an old document, so that each ages by its own day (business/basics 10, business/ledgers 8). */
export async function createOpeningBalances(tx: CallerTx, balances: readonly OpeningBalance[]): Promise<Saved[]> {
  const drafts: Saved[] = []
  for (const { partnerId, side, billNo, bizDate, dueOn, amount } of balances) {
    const remark = remarkOf(billNo)
    const header = balanceAdjustment.header.parse({
      purpose: 'opening',
      partnerId,
      side,
      bizDate,
      dueOn,
      total: amount,
      remark,
    })
    drafts.push(await saveSlip(tx, traits, { header, tenders: [], items: [] }))
  }
  return drafts
}
