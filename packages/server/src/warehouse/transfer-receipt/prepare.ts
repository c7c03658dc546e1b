// What a receipt says follows from the order that it receives: only what came is counted (business/transfers 3).
import { isOfDest, type Outcome, outcomeButton, outcomes } from '@chepu/contract/warehouse/transfer-receipt'
import { isPriced } from '@chepu/contract/warehouse/transfers'
import { fieldError, forbidden, invalid } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { SaveRequest } from '../../kernel/goods/save'
import { withoutMoney } from '../transfer-order/prices'
import { type SentLine, sentLines } from './repo'

/**
 * Completes a receipt by what was sent: both places, batches and, where the destination pays, the money of the order.
 * @throws Failure forbidden or invalid, by line
 */
export async function followOrder(tx: CallerTx, request: SaveRequest): Promise<SaveRequest> {
  const outcome = request.header['outcome'] as Outcome
  if (!mayPress(tx.caller, outcomeButton(outcome))) forbidden(`您没有调入单「${outcomes[outcome]}」的权限`)
  const ids = request.lines.map((line) => line.sourceLineId)
  const sent = await sentLines(
    tx,
    ids.filter((id) => id !== null),
  )
  const errors = ids.flatMap((id, i) =>
    id !== null && sent.has(id) ? [] : [fieldError(`lines.${i}.sourceLineId`, '请从调拨单引入')],
  )
  if (errors.length > 0) invalid(errors)
  const lines = ids.map((id) => sent.get(id as number) as SentLine)
  assertOneWay(tx, request, lines, outcome)
  return priced(request, lines, outcome)
}

/** All lines are of transfers between the two places of the receipt, and its side is the one that gets or bears them. */
function assertOneWay(tx: CallerTx, { header }: SaveRequest, sent: readonly SentLine[], outcome: Outcome): void {
  const errors = sent.flatMap((line, i) => {
    const from = { orgId: line.orgId, warehouseId: line.warehouseId }
    const to = { orgId: line.counterOrgId ?? line.orgId, warehouseId: line.toWarehouseId }
    const [own, other] = isOfDest(outcome) ? [to, from] : [from, to]
    const at = `调拨单 ${line.billNo}`
    if (own.orgId !== tx.caller.orgId)
      return [fieldError('header.outcome', `「${outcomes[outcome]}」由${isOfDest(outcome) ? '调入方' : '调出方'}登记`)]
    if (own.warehouseId !== header.warehouseId || other.warehouseId !== header.toWarehouseId)
      return [fieldError(`lines.${i}.sourceLineId`, `${at} 的调出、调入仓库与本单不同`)]
    if (line.bizDate > header.bizDate)
      return [fieldError('header.bizDate', `${at} 的发货日期 ${line.bizDate} 晚于本单日期`)]
    return []
  })
  if (errors.length > 0) invalid(errors)
}

/** What goods enter at follows from the terms of their order, so that orders of different terms are received apart. */
function assertSameTerms(sent: readonly SentLine[]): void {
  const [first] = sent
  const errors = sent.flatMap((line, i) =>
    terms.some((term) => line[term] !== first?.[term])
      ? [
          fieldError(
            `lines.${i}.sourceLineId`,
            `调拨单 ${line.billNo} 的发票类型或计税方式与 ${first?.billNo} 不同，请分开收货`,
          ),
        ]
      : [],
  )
  if (errors.length > 0) invalid(errors)
}

const terms = ['taxIncluded', 'invoiceKind', 'isVatSale'] as const

function priced(request: SaveRequest, sent: readonly SentLine[], outcome: Outcome): SaveRequest {
  const [first] = sent as [SentLine, ...SentLine[]]
  const counterOrgId = first.counterOrgId === null ? null : isOfDest(outcome) ? first.orgId : first.counterOrgId
  // Goods of a batch lie on their way under it.
  const lines = request.lines.map((line, i) => ({ ...line, batchNo: sent[i]?.batchNo || line.batchNo }))
  const followed = { ...request, header: { ...request.header, counterOrgId }, lines }
  const isSale = isPriced({ counterOrgId }) && isOfDest(outcome)
  if (!isSale) return withoutMoney(followed)
  assertSameTerms(sent)
  const { taxIncluded, invoiceKind, isVatSale } = first
  return {
    ...followed,
    header: { ...followed.header, taxIncluded, invoiceKind, isVatSale },
    lines: lines.map((line, i) => ({ ...line, price: sent[i]?.price ?? '0', taxRate: sent[i]?.taxRate ?? '0' })),
  }
}
