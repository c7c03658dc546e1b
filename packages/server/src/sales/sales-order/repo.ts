import type { documentAmounts } from '@chepu/contract/kernel/amounts'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'

/** Serves lines from another warehouse. */
export function moveLines(tx: CallerTx, order: GoodsDocument, warehouseId: number, lineIds: readonly number[]): void {
  tx.send({
    name: 'move-order-lines',
    text: `update goods_document_line set warehouse_id = $3, location_id = null
      where group_id = $1 and document_id = $2 and id = any ($4::bigint[])`,
    values: [tx.groupId, order.id, warehouseId, lineIds],
  })
}

/** A part as a line shows it, when it may stand in for another; `price` is the customer's level price, if there is one. */
interface Substitute {
  id: number
  code: string
  name: string
  brandName: string
  spec: string
  unitName: string
  price: Decimal | null
}

/** The substitute of a part, or undefined when the two do not stand in for each other. */
export function substituteOf(
  tx: CallerTx,
  order: GoodsDocument,
  partId: number,
  substituteId: number,
): Promise<Substitute | undefined> {
  return tx.one<Substitute>({
    name: 'substitute-of',
    text: `select p.id, p.code, p.name, b.name as brand_name, p.spec, u.name as unit_name,
        coalesce(case c.price_level when 'wholesale1' then pr.wholesale_price1 when 'wholesale2' then pr.wholesale_price2
          when 'wholesale3' then pr.wholesale_price3 else pr.retail_price end, pr.retail_price) as price
      from part p
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      join partner c on c.group_id = p.group_id and c.id = $5
      left join product pr on pr.group_id = p.group_id and pr.part_id = p.id and pr.org_id = $4
      where p.group_id = $1 and p.id = $3 and p.is_active and exists (
        select 1 from part_substitute s where s.group_id = $1
          and ((s.part_id = $2 and s.substitute_id = $3) or (s.part_id = $3 and s.substitute_id = $2 and s.direction = 'two_way')))`,
    values: [tx.groupId, partId, substituteId, order.orgId, order.partnerId],
  })
}

/** Writes a line's new part, which no quotation offered, and price, and the money of all lines that follows from it. */
export function replacePart(
  tx: CallerTx,
  order: GoodsDocument,
  line: GoodsLine,
  part: Substitute,
  figures: ReturnType<typeof documentAmounts>['lines'],
): void {
  tx.send({
    name: 'replace-part',
    text: `update goods_document_line set part_id = $4, part_code = $5, part_name = $6, brand_name = $7, spec = $8, unit_name = $9,
        is_net_typed = false, location_id = null, batch_no = '', aux_unit_id = null, aux_qty = null,
        source_line_id = null, linked_purchase_line_id = null
      where group_id = $1 and document_id = $2 and id = $3`,
    values: [tx.groupId, order.id, line.id, part.id, part.code, part.name, part.brandName, part.spec, part.unitName],
  })
  tx.send({
    name: 'rewrite-order-lines',
    text: `update goods_document_line l set price = n.price, amount = n.amount, net_amount = n.net_amount, untaxed = n.untaxed,
        tax = n.tax, taxed = n.taxed, discount_share = n.share, discount_share_untaxed = n.share_untaxed
      from unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[],
        $10::numeric[], $11::numeric[]) as n (id, price, amount, net_amount, untaxed, tax, taxed, share, share_untaxed)
      where l.group_id = $1 and l.document_id = $2 and l.id = n.id`,
    values: [
      tx.groupId,
      order.id,
      order.lines.map((each) => each.id),
      figures.map((each) => each.price),
      figures.map((each) => each.amount),
      figures.map((each) => each.netAmount),
      figures.map((each) => each.untaxed),
      figures.map((each) => each.tax),
      figures.map((each) => each.taxed),
      figures.map((each) => each.discountShare),
      figures.map((each) => each.discountShareUntaxed),
    ],
  })
}
