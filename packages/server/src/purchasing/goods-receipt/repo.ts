import type { CallerTx } from '../../kernel/db'
import type { GoodsDocument } from '../../kernel/goods-document/kind'

/** Notes the latest price, day and supplier of each received part (DOMAIN 3.1.2); a part new to the org becomes its product. */
export async function rememberPurchasePrices(tx: CallerTx, receipt: GoodsDocument): Promise<void> {
  const latest = new Map(receipt.lines.map((line) => [line.partId, line.price]))
  const rows = [...latest].toSorted(([a], [b]) => a - b)
  tx.sendInsert(
    'product',
    ['group_id', 'org_id', 'part_id', 'last_purchase_price', 'last_purchase_on', 'last_supplier_id'],
    rows.map(([partId, price]) => [tx.groupId, receipt.orgId, partId, price, receipt.bizDate, receipt.partnerId]),
    `on conflict (group_id, org_id, part_id) do update set last_purchase_price = excluded.last_purchase_price,
      last_purchase_on = excluded.last_purchase_on, last_supplier_id = excluded.last_supplier_id
      where product.last_purchase_on is null or product.last_purchase_on <= excluded.last_purchase_on`,
  )
}
