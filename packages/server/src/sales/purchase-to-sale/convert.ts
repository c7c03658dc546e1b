import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import type { convertPurchase } from '@chepu/contract/sales/purchase-to-sale'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { termsOfPartner } from '@chepu/contract/kernel/partner-terms'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import { type SqlBool, sql } from 'kysely'
import { proposedPrices } from '../../basics/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import { Failure, fieldError, invalid } from '../../kernel/base/errors'
import { documentScope, isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { partnerTerms } from '../../kernel/document/partner-terms'
import { heirOf } from '../../kernel/goods/heir'
import { saveDraft } from '../../kernel/goods/save'
import { traits as delivery } from '../sales-delivery/traits'
import { traits as order } from '../sales-order/traits'

type Body = BodyOf<typeof convertPurchase>

interface Bought {
  id: number
  partId: number
  warehouseId: number
}

/**
 * Saves a draft of today for a customer, of lines of purchases: with his own terms and the caller as salesperson, each at the price that the part picker
 * proposes (business/sales 1.9). An order waits for what is not here (缺货下单). Refuses as saving by hand does, and what may not be sold
 * out of its purchase any more.
 */
export async function convert(
  tx: CallerTx,
  { target, partnerId, lines }: Body,
): Promise<DataOf<typeof convertPurchase>> {
  const partner = (await partnerTerms(tx, partnerId)) ?? invalid([{ path: 'partnerId', message: '客户不存在' }])
  const bought = await boughtLines(tx, lines)
  const [{ warehouseId }] = bought as [Bought]
  if (bought.some((line) => line.warehouseId !== warehouseId))
    invalid([fieldError('lines', '所选明细不在同一仓库，请分开转')])
  const def = target === 'sales_order' ? salesOrder : salesDelivery
  const terms = termsOfPartner(partner, {}, def.header.shape)
  const header = def.header.parse({
    ...terms,
    bizDate: shanghaiDay(),
    partnerId,
    warehouseId,
    salespersonId: terms.salespersonId ?? tx.caller.employeeId,
    taxIncluded: tx.caller.org.config.priceTaxIncluded,
    ...(target === 'sales_order' && { allowBackorder: true }),
  })
  const context = { mode: 'sale' as const, partnerId, taxIncluded: header.taxIncluded }
  const proposed = await proposedPrices(
    tx,
    context,
    bought.map((line) => line.partId),
  )
  const drafted = bought.map(({ id, partId }, i) => {
    const { taxRate, ...priced } = proposed.get(partId) ?? {}
    const typed = { price: null, ...priced, partId, qty: lines[i]?.qty, taxRate, linkedPurchaseLineId: id }
    return def.sections.lines.line.parse(typed)
  })
  const saving = saveDraft(tx, target === 'sales_order' ? order : delivery, { header, lines: drafted })
  const { id, billNo } = await saving.catch(asAsked)
  return { kind: target, id, billNo }
}

/** A fault of the draft's customer is one of the customer who was asked for. */
function asAsked(error: unknown): never {
  if (error instanceof Failure && error.errors?.[0]?.path === 'header.partnerId')
    invalid([fieldError('partnerId', error.message)])
  throw error
}

/** The lines of purchases in the caller's sight, in the order in which they are asked for; of a part that was merged away since, as the one that has its goods. */
async function boughtLines(tx: CallerTx, asked: Body['lines']): Promise<Bought[]> {
  const scopes = [purchaseOrder, goodsReceipt].map(
    (def) => sql<SqlBool>`(d.kind = ${def.kind} and ${documentScope(tx.caller, def)})`,
  )
  const rows =
    await tx.select(sql<Bought>`select l.id, ${heirOf('written')} as part_id, l.warehouse_id from goods_document_line l
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    join part written on written.group_id = l.group_id and written.id = l.part_id
    where l.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and ${isAnyOf(
      'l.id',
      asked.map((line) => line.lineId),
    )} and (${sql.join(scopes, sql` or `)})`)
  const known = new Map(rows.map((row) => [row.id, row]))
  return asked.map(
    ({ lineId }, i) => known.get(lineId) ?? invalid([fieldError(`lines.${i}.lineId`, '采购来源行不存在')]),
  )
}
