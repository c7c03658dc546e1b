import type { Decimal } from '@chepu/contract/kernel/decimal'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { shanghaiDay } from '../../kernel/calendar'
import type { CallerTx } from '../../kernel/db'
import { saveDraft } from '../../kernel/goods-document/save'
import type { Saved } from '../../kernel/run-action'
import { traits } from './traits'

/** What a purchase order made from another document says: quantities in base units, prices in yuan per base unit. */
export interface OrderDraft {
  partnerId: number
  warehouseId: number
  expectedOn?: string | null
  remark?: string
  lines: readonly { partId: number; qty: Decimal; price?: Decimal; remark?: string }[]
}

/**
 * Saves a draft of a purchase order of today, for example for what a sales order lacks (DOMAIN 2.4 缺货转采购). A line
 * without a price takes the last purchase price, else 0 for the buyer to fill in. Refuses as saving by hand does.
 */
export async function createPurchaseOrderDraft(tx: CallerTx, draft: OrderDraft): Promise<Saved> {
  const prices = await lastPrices(
    tx,
    draft.lines.map((line) => line.partId),
  )
  const header = purchaseOrder.header.parse({
    bizDate: shanghaiDay(),
    partnerId: draft.partnerId,
    warehouseId: draft.warehouseId,
    expectedOn: draft.expectedOn ?? null,
    remark: draft.remark ?? '',
    taxIncluded: tx.caller.org.config.priceTaxIncluded,
  })
  const lines = draft.lines.map((line) => ({
    ...purchaseOrder.line.parse({ ...line, price: line.price ?? prices.get(line.partId) ?? '0' }),
    sourceLineId: null,
  }))
  return saveDraft(tx, traits, { header, lines })
}

async function lastPrices(tx: CallerTx, partIds: readonly number[]): Promise<Map<number, Decimal>> {
  const rows = await tx.query<{ partId: number; price: Decimal }>({
    name: 'last-purchase-prices',
    text: `select part_id, last_purchase_price as price from product
      where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[]) and last_purchase_price is not null`,
    values: [tx.groupId, tx.caller.orgId, partIds],
  })
  return new Map(rows.map((row) => [row.partId, row.price]))
}
