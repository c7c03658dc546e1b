// 代收货款: what a carrier has collected of our customers, and brings (business/finance 2.5).
import { compare, type Decimal, isNegative, isZero } from '@chepu/contract/kernel/decimal'
import type { AccountSide, SlipFigures } from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'

/** SQL of what has been brought of the open item `i` of a delivery, yuan with 2 decimals; what was undone counts no more. */
export const broughtOf = (): RawBuilder<Decimal> => sql`(select coalesce(sum(w.amount), 0.00) from write_off_line w
  join money_slip m on m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id and m.purpose = 'cod'
  where w.group_id = i.group_id and w.open_item_id = i.id)`

/** SQL of what is still to come of the open item `i` of the delivery `d`; the customer may have paid some of it himself. */
export const stillToCome = (): RawBuilder<Decimal> =>
  sql`greatest(least(i.balance, d.cod_amount - ${broughtOf()}), 0.00)`

/** JOIN of the deliveries `d` of which carrier collects the open items `i`. */
export const carriedBy = (carrierId: number): RawBuilder<SqlBool> => sql<SqlBool>`join goods_document d
  on d.group_id = i.group_id and d.kind = i.source_kind and d.id = i.source_id and d.partner_id = i.partner_id
  and d.carrier_id = ${carrierId} and d.cod_amount > 0 and not d.is_red`

/** What a carrier brings settles deliveries to the fen: he pays nothing ahead, and nothing is let go for him. His fee stands beside the money. */
export function assertBroughtWhole({ total, writtenOff, discount, advance }: SlipFigures): void {
  if (isNegative(writtenOff)) refuse(`抵扣的运费大于代收货款，核销合计 ${writtenOff}`)
  if (!isZero(discount)) refuse('「代收货款」不能给优惠，物流公司扣的费用请填手续费')
  if (!isZero(advance)) refuse(`代收货款 ${total} 与核销合计 ${writtenOff} 不一致`)
}

/**
 * Refuses items that this carrier does not collect, or more than is still to come of them; what he is owed himself may stand beside them. The deliveries are locked by id, so that the money of
 * one cannot be brought twice. @throws Failure invalid, by item
 */
export async function assertCarried(
  tx: CallerTx,
  carrierId: number,
  items: readonly { openItemId: number; amount: Decimal; side: AccountSide }[],
): Promise<void> {
  const ids = items.filter(({ side }) => side === 'AR').map(({ openItemId }) => openItemId)
  if (ids.length === 0) invalid([fieldError('items', '请选择物流公司代收的单据')])
  const which = sql`from open_item i ${carriedBy(carrierId)}
    where i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.side = 'AR' and ${isAnyOf('i.id', ids)}`
  await tx.select(sql`select d.id ${which} order by d.id for no key update of d`)
  const rows = await tx.select(
    sql<{ id: number; billNo: string; left: Decimal }>`select i.id, i.bill_no, ${stillToCome()} as left ${which}`,
  )
  const carried = new Map(rows.map((row) => [row.id, row]))
  const errors = items.flatMap(({ openItemId, amount, side }, i) => {
    if (side === 'AP') return []
    const item = carried.get(openItemId)
    if (!item) return [fieldError(`items.${i}.amount`, `第${i + 1}行 所选单据不是该物流公司代收的`)]
    if (compare(amount, item.left) <= 0) return []
    return [fieldError(`items.${i}.amount`, `第${i + 1}行 单据 ${item.billNo} 待交代收 ${item.left}，本次 ${amount}`)]
  })
  if (errors.length > 0) invalid(errors)
}
