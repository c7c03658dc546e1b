import type { Decimal } from '@chepu/contract/kernel/decimal'
import { termsOfPartner } from '@chepu/contract/kernel/partner-terms'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { proposedPrices } from '../../basics/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { saveDraft } from '../../kernel/goods/save'
import { partnerTerms } from '../../kernel/document/partner-terms'
import type { Saved } from '../../kernel/document/run-action'
import { setBoughtFor } from './repo'
import { traits } from './traits'

/** What a purchase order made from another document says: quantities in base units. */
interface OrderDraft {
  partnerId: number
  warehouseId: number
  expectedOn?: string | null
  remark?: string
  /** The sales order that the goods are bought for. */
  boughtFor?: number
  lines: readonly { partId: number; qty: Decimal; remark?: string }[]
}

/**
 * Saves a draft of a purchase order of today, for example for what a sales order lacks (business/sales 2.5), with the
 * supplier's own terms and the caller as buyer. A line takes the one that the part picker proposes, else
 * it waits for one (ADR 0080); its tax rate is the part's. Goods that were expected on a day that is over are expected today.
 * Refuses as saving by hand does.
 */
export async function createPurchaseOrderDraft(tx: CallerTx, draft: OrderDraft): Promise<Saved> {
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
  const context = { mode: 'purchase' as const, partnerId: draft.partnerId, taxIncluded: header.taxIncluded }
  const proposed = await proposedPrices(
    tx,
    context,
    draft.lines.map((line) => line.partId),
  )
  const lines = draft.lines.map((line) => {
    const { taxRate, ...priced } = proposed.get(line.partId) ?? {}
    return {
      ...purchaseOrder.sections.lines.line.parse({ price: null, ...priced, ...line, taxRate }),
      sourceLineId: null,
    }
  })
  const saved = await saveDraft(tx, traits, { header, lines })
  if (draft.boughtFor !== undefined) await setBoughtFor(tx, saved.id, draft.boughtFor)
  return saved
}
