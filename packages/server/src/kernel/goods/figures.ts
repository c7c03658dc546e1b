import type { CallerTx } from '../db/tx'
import type { GoodsDocument, GoodsLine } from './types'

/** Writes quantities, places and money of a saved document anew, lines and header; answers the document. */
export function writeFigures(tx: CallerTx, doc: GoodsDocument): GoodsDocument {
  const column = (key: keyof GoodsLine) => doc.lines.map((line) => line[key])
  tx.send({
    name: 'write-figures-lines',
    text: `update goods_document_line l set qty = n.qty, received_qty = n.received_qty, location_id = n.location_id, batch_no = n.batch_no,
        price = n.price, amount = n.amount, net_amount = n.net_amount, untaxed = n.untaxed, tax = n.tax, taxed = n.taxed,
        discount_share = n.discount_share, discount_share_untaxed = n.discount_share_untaxed
      from unnest($3::bigint[], $4::numeric[], $5::numeric[], $6::bigint[], $7::text[], $8::numeric[], $9::numeric[], $10::numeric[],
          $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[])
        as n (id, qty, received_qty, location_id, batch_no, price, amount, net_amount, untaxed, tax, taxed, discount_share,
          discount_share_untaxed)
      where l.group_id = $1 and l.document_id = $2 and l.id = n.id`,
    values: [
      tx.groupId,
      doc.id,
      column('id'),
      column('qty'),
      column('receivedQty'),
      column('locationId'),
      column('batchNo'),
      column('price'),
      column('amount'),
      column('netAmount'),
      column('untaxed'),
      column('tax'),
      column('taxed'),
      column('discountShare'),
      column('discountShareUntaxed'),
    ],
  })
  tx.send({
    name: 'write-figures-header',
    text: `update goods_document set total_qty = $3, total_amount = $4, total_untaxed = $5, total_tax = $6, total_taxed = $7,
        order_discount = $8
      where group_id = $1 and id = $2`,
    values: [
      tx.groupId,
      doc.id,
      doc.totalQty,
      doc.totalAmount,
      doc.totalUntaxed,
      doc.totalTax,
      doc.totalTaxed,
      doc.orderDiscount,
    ],
  })
  return doc
}
