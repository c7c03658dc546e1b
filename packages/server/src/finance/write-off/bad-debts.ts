// 坏账收回: receivables that were given up, and are owed again (business/finance 3.1).
import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../../kernel/base/errors'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'

/** SQL of what was given up of the open item `i` and has not come back, yuan with 2 decimals; what was undone counts no more. */
export const givenUp = (): RawBuilder<Decimal> => sql`(select coalesce(sum(w.amount), 0.00) from write_off_line w
  where w.group_id = i.group_id and w.open_item_id = i.id and w.tender = 'bad_debt')`

/** What that is called. */
export const givenUpTitle = '未收回坏账'

/**
 * Refuses to take back more than was given up: a recovery of more, or the undoing of a bad debt of which something has come back since. Holds the items.
 * @throws Failure refusal, naming the document
 */
export async function assertGivenUp(tx: CallerTx, slip: MoneySlip): Promise<void> {
  const items = await lockItems(tx, slip, givenUp())
  for (const { openItemId, amount } of slip.items) {
    const item = items.get(openItemId)
    if (item && compare(amount, item.left) > 0)
      refuse(
        `单据 ${item.billNo} ${givenUpTitle} ${item.left}，本次 ${amount}${slip.purpose === 'bad_debt' ? '，请先撤销坏账收回' : ''}`,
      )
  }
}

/** Refuses to undo a recovery that was paid since: what is owed again must still be open. Holds the items. @throws Failure refusal, naming the document */
export async function assertStillOwed(tx: CallerTx, slip: MoneySlip): Promise<void> {
  const items = await lockItems(tx, slip, sql`i.balance`)
  for (const { openItemId, amount } of slip.items) {
    const item = items.get(openItemId)
    if (item && compare(amount, item.left) > 0)
      refuse(`单据 ${item.billNo} 收回的坏账已收款，未结 ${item.left}，请先红冲收款单`)
  }
}

async function lockItems(tx: CallerTx, { items }: MoneySlip, left: RawBuilder<Decimal>) {
  const which = sql`from open_item i where i.group_id = ${tx.groupId} and ${isAnyOf(
    'i.id',
    items.map(({ openItemId }) => openItemId),
  )}`
  await tx.select(sql`select i.id ${which} order by i.id for no key update`)
  const rows = await tx.select<{ id: number; billNo: string; left: Decimal }>(
    sql`select i.id, i.bill_no, ${left} as left ${which}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
