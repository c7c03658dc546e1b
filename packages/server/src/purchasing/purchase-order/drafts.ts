import type { Decimal } from '@chepu/contract/kernel/decimal'
import { termsOfPartner } from '@chepu/contract/kernel/partner-terms'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { shanghaiDay } from '../../kernel/calendar'
import type { CallerTx } from '../../kernel/db'
import { saveDraft } from '../../kernel/goods-document/save'
import { partnerTerms } from '../../kernel/partner-terms'
import type { Saved } from '../../kernel/run-action'
import { setBoughtFor } from './repo'
import { traits } from './traits'

/** What a purchase order made from another document says: quantities in base units, prices in yuan per base unit. */
export interface OrderDraft {
  partnerId: number
  warehouseId: number
  expectedOn?: string | null
  remark?: string
  /** The sales order that the goods are bought for. */
  boughtFor?: number
  lines: readonly { partId: number; qty: Decimal; price?: Decimal; remark?: string }[]
}

/**
 * Saves a draft of a purchase order of today, for example for what a sales order lacks (DOMAIN 2.4 缺货转采购), with the
 * supplier's own terms and the caller as buyer. A line without a price takes the last purchase price, else
 * it waits for one (ADR 0080); its tax rate is the part's. Goods that were expected on a day that is over are expected today.
 * Refuses as saving by hand does.
 */
export async function createPurchaseOrderDraft(tx: CallerTx, draft: OrderDraft): Promise<Saved> {
  const figures = await figuresOf(
    tx,
    draft.lines.map((line) => line.partId),
  )
  const bizDate = shanghaiDay()
  const expectedOn = draft.expectedOn && draft.expectedOn < bizDate ? bizDate : (draft.expectedOn ?? null)
  const partner = await partnerTerms(tx, draft.partnerId)
  const header = purchaseOrder.header.parse({
    ...(partner && termsOfPartner(partner, {}, purchaseOrder.header.shape)),
    bizDate,
    partnerId: draft.partnerId,
    warehouseId: draft.warehouseId,
    handlerId: tx.caller.employeeId,
    expectedOn,
    remark: draft.remark ?? '',
    taxIncluded: tx.caller.org.config.priceTaxIncluded,
  })
  const lines = draft.lines.map((line) => {
    const { price, taxRate } = figures.get(line.partId) ?? {}
    return { ...purchaseOrder.line.parse({ ...line, price: line.price ?? price ?? null, taxRate }), sourceLineId: null }
  })
  const saved = await saveDraft(tx, traits, { header, lines })
  if (draft.boughtFor !== undefined) await setBoughtFor(tx, saved.id, draft.boughtFor)
  return saved
}

/** Last purchase price in yuan per base unit, null for a part that was never bought, and tax rate of parts. */
async function figuresOf(
  tx: CallerTx,
  partIds: readonly number[],
): Promise<Map<number, { price: Decimal | null; taxRate: Decimal }>> {
  const rows = await tx.query<{ id: number; price: Decimal | null; taxRate: Decimal }>({
    name: 'purchase-figures',
    text: `select p.id, pr.last_purchase_price as price, t.rate as tax_rate
      from part p
      join tax_rate t on t.group_id = p.group_id and t.id = p.tax_rate_id
      left join product pr on pr.group_id = p.group_id and pr.part_id = p.id and pr.org_id = $2
      where p.group_id = $1 and p.id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, partIds],
  })
  return new Map(rows.map(({ id, ...figures }) => [id, figures]))
}
