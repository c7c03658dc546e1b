import { button } from '@chepu/contract/access/catalogue'
import { netPriceOf, priceInTaxMode } from '@chepu/contract/kernel/amounts'
import { add, compare, type Decimal, mul, round, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { belowCostText, belowMinText } from '@chepu/contract/kernel/discount-limits'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { mayPress, sees } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { refuseLineUnlessPassed } from '../kernel/base/errors'
import type { GoodsDocument } from '../kernel/goods/types'

const belowMin = button('price', 'below_min')
const belowCost = button('price', 'below_cost')

interface Floor {
  id: number
  minSalePrice: Decimal
  /** What the confirmed order promised: price and discount of its line, and what these goods bear of its order discount. */
  orderPrice: Decimal | null
  orderDiscountRate: Decimal | null
  orderDiscountShare: Decimal | null
}

/**
 * 最低售价: no line is sold below the part's floor, both discounts counted, but by who holds the right (business/sales 1.5, ADR 0095). A price
 * that a confirmed order has promised was decided there and is kept, and so is its order discount. The floor is kept in the
 * organisation's tax mode, and met in the document's (ADR 0098).
 */
export async function assertPriceFloor(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  if (mayPress(tx.caller, belowMin)) return
  const { priceTaxIncluded } = tx.caller.org.config
  const [mode, floorMode] =
    doc.taxIncluded === priceTaxIncluded ? ['', ''] : [modeOf(doc.taxIncluded), modeOf(priceTaxIncluded)]
  const rows = await floorsOf(tx, doc)
  const floors = new Map(rows.map((floor) => [floor.id, floor]))
  const isPromised = isDiscountPromised(doc, rows)
  for (const line of doc.lines) {
    const floor = floors.get(line.id)
    const price = isPromised ? mul(line.price, line.discountRate) : netPriceOf(line, doc.taxIncluded)
    if (!floor) continue
    const least = priceInTaxMode(floor.minSalePrice, line.taxRate, priceTaxIncluded, doc.taxIncluded)
    if (compare(price, least) >= 0) continue
    if (floor.orderPrice !== null && compare(price, mul(floor.orderPrice, floor.orderDiscountRate ?? '1')) >= 0)
      continue
    const figure = sees(tx.caller, 'min_sale_price') ? ` ${trimZeros(floor.minSalePrice)}` : ''
    const message = belowMinText(`${mode}售价 ${trimZeros(round(price, 4))}`, `${floorMode}最低售价${figure}`)
    refuseLineUnlessPassed(line, 'price', message, 'belowMin')
  }
}

const modeOf = (taxIncluded: boolean) => (taxIncluded ? '含税' : '不含税')

/** Whether the order discount is no more than the lines bear of their orders' ones; each may have been rounded by a fen. */
function isDiscountPromised(doc: GoodsDocument, floors: readonly Floor[]): boolean {
  const borne = floors.filter((floor) => floor.orderDiscountShare !== null)
  const rounding = mul('0.01', String(borne.length))
  const promised = add(
    sumOf(borne, (floor) => floor.orderDiscountShare ?? '0'),
    rounding,
  )
  return compare(doc.orderDiscount, promised) <= 0
}

/** The order's line `sl` that a line executes. A quotation promises no price: nobody has weighed it (business/sales 1.7). */
const promised = `left join (goods_document_line sl
        join goods_document so on so.group_id = sl.group_id and so.id = sl.document_id and so.kind = '${salesOrder.kind}'
      ) on sl.group_id = l.group_id and sl.id = l.source_line_id`

function floorsOf(tx: CallerTx, doc: GoodsDocument): Promise<Floor[]> {
  return tx.query<Floor>({
    name: 'price-floors',
    text: `select l.id, coalesce(p.min_sale_price, 0) as min_sale_price, sl.price as order_price,
        sl.discount_rate as order_discount_rate, sl.discount_share * least(l.qty, sl.qty) / nullif(sl.qty, 0) as order_discount_share
      from goods_document_line l
      left join product p on p.group_id = l.group_id and p.org_id = $3 and p.part_id = l.part_id
      ${promised}
      where l.group_id = $1 and l.document_id = $2`,
    values: [tx.groupId, doc.id, doc.orgId],
  })
}

/**
 * 低于成本价: where the org forbids it, no line is sold below the average cost of its warehouse's stock, both without tax and
 * with both discounts, but by who holds the right. What is not in stock has no cost yet. What a confirmed order promised is kept, as with
 * the floor.
 */
export async function assertNotBelowCost(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  if (!tx.caller.org.config.forbidBelowCost || mayPress(tx.caller, belowCost)) return
  const isPromised = isDiscountPromised(doc, await floorsOf(tx, doc))
  const line = await tx.one<{ lineNo: number; partCode: string }>({
    name: 'below-cost',
    text: `select l.line_no, l.part_code from goods_document_line l
      join stock_cost c on c.group_id = l.group_id and c.org_id = $3 and c.warehouse_id = l.warehouse_id and c.part_id = l.part_id
      ${promised}
      where l.group_id = $1 and l.document_id = $2 and c.qty > 0
        and l.untaxed - case when $4 then 0 else l.discount_share_untaxed end < round(l.qty * c.value / c.qty, 2)
        and (sl.id is null or l.price * l.discount_rate < sl.price * sl.discount_rate or not $4)
      order by l.line_no limit 1`,
    values: [tx.groupId, doc.id, doc.orgId, isPromised],
  })
  if (line) refuseLineUnlessPassed(line, 'price', belowCostText, 'belowCost')
}
