import { priceInTaxMode } from '@chepu/contract/kernel/amounts'
import { type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { priceInTaxModeSql } from '../../kernel/query/tax-mode'

/**
 * Notes the latest price, day and supplier of each received part (business/basics 4.1); a part new to the org becomes its product. What was
 * a gift is no purchase; prices are kept in the organisation's tax mode (ADR 0098).
 */
export async function rememberPurchasePrices(tx: CallerTx, receipt: GoodsDocument): Promise<void> {
  const came = receipt.lines.filter((line) => isPositive(line.qty))
  const { priceTaxIncluded } = tx.caller.org.config
  const paid = came.filter((line) => isPositive(line.price))
  const kept = (line: GoodsLine) => priceInTaxMode(line.price, line.taxRate, receipt.taxIncluded, priceTaxIncluded)
  const latest = new Map(paid.map((line) => [line.partId, kept(line)]))
  const partIds = [...new Set(came.map((line) => line.partId))].toSorted((a, b) => a - b)
  const bought = [receipt.bizDate, receipt.partnerId]
  tx.sendInsert(
    'product',
    ['group_id', 'org_id', 'part_id', 'last_purchase_price', 'last_purchase_on', 'last_supplier_id'],
    partIds.map((id) => {
      const price = latest.get(id)
      return [tx.groupId, receipt.orgId, id, ...(price === undefined ? [null, null, null] : [price, ...bought])]
    }),
    `on conflict (group_id, org_id, part_id) do update set last_purchase_price = excluded.last_purchase_price,
      last_purchase_on = excluded.last_purchase_on, last_supplier_id = excluded.last_supplier_id
      where excluded.last_purchase_on is not null
        and (product.last_purchase_on is null or product.last_purchase_on <= excluded.last_purchase_on)`,
  )
}

/** The last standing receipt line of `part_id` in org `$2`: neither undone nor reversed, something came and was no gift. */
const lastReceived = (figures: string, besides = '') => `select ${figures}
  from goods_document_line l
  join goods_document d on d.group_id = l.group_id and d.id = l.document_id
  where l.group_id = $1 and d.org_id = $2 and l.part_id = wanted.part_id and l.qty > 0 and l.price > 0
    and d.kind = 'goods_receipt' and d.state = 'done' and not d.is_red ${besides}
  order by d.biz_date desc, d.posted_at desc, l.line_no desc limit 1`

/** A received line's price in the organisation's tax mode `$5`. */
const keptPrice = priceInTaxModeSql('l.price', 'l.tax_rate', 'd.tax_included', '$5::boolean')

/**
 * After a receipt is undone its parts' latest purchase is the one before it, or none. The products are locked first, so that a
 * receipt posted meanwhile is either read or waits.
 */
export async function forgetPurchasePrices(tx: CallerTx, receipt: GoodsDocument): Promise<void> {
  const partIds = [...new Set(receipt.lines.map((line) => line.partId))].toSorted((a, b) => a - b)
  await tx.query({
    name: 'lock-products',
    text: `select part_id from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])
      order by part_id for no key update`,
    values: [tx.groupId, receipt.orgId, partIds],
  })
  tx.send({
    name: 'forget-purchase-prices',
    text: `update product p set last_purchase_price = n.price, last_purchase_on = n.biz_date, last_supplier_id = n.partner_id
      from (
        select wanted.part_id, before.price, before.biz_date, before.partner_id from unnest($3::bigint[]) as wanted (part_id)
        left join lateral (${lastReceived(`${keptPrice} as price, d.biz_date, d.partner_id`, 'and d.id <> $4')}) before on true
      ) n
      where p.group_id = $1 and p.org_id = $2 and p.part_id = n.part_id`,
    values: [tx.groupId, receipt.orgId, partIds, receipt.id, tx.caller.org.config.priceTaxIncluded],
  })
}

/**
 * What one unit of each part cost in the org's last standing receipt, in yuan: the value that entered stock
 * (business/documents 3.7), so without deductible tax and discounts. Parts that were never received are left out.
 */
export async function lastReceiptCosts(
  tx: CallerTx,
  orgId: number,
  partIds: readonly number[],
): Promise<Map<number, Decimal>> {
  if (partIds.length === 0) return new Map()
  const rows = await tx.query<{ partId: number; unitCost: Decimal }>({
    name: 'last-receipt-costs',
    text: `select wanted.part_id, received.unit_cost from unnest($3::bigint[]) as wanted (part_id)
      cross join lateral (${lastReceived('l.cost_amount / l.qty as unit_cost')}) received`,
    values: [tx.groupId, orgId, partIds],
  })
  return new Map(rows.map((row) => [row.partId, row.unitCost]))
}
