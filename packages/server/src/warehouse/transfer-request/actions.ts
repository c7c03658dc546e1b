import { type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import type { ApprovedLines, transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { setClosed } from '../../kernel/goods/closed'
import { namedLines } from '../../kernel/goods/counted'
import { waitingSuccessor } from '../../kernel/goods/sources'
import type { GoodsActions, GoodsDocument, GoodsKind, GoodsLine } from '../../kernel/goods/types'
import { release, reserve } from '../../kernel/ledgers/reservation'
import { assertHeld } from '../../kernel/ledgers/short'
import { traits } from './traits'

const actions: GoodsActions<typeof transferRequest> = {
  submit: entryHandlers.submit,
  withdraw: entryHandlers.withdraw,
  reject: entryHandlers.reject,
  void: entryHandlers.void,

  /** The supplying side holds what it approves in its own warehouse. */
  async approve(tx, request, { input }) {
    const asked = await namedLines(
      tx,
      request,
      (input as ApprovedLines | undefined)?.lines ?? [],
      '批准数量不能大于申请数量',
    )
    const approvedOf = (line: GoodsLine): Decimal => asked.get(line.id)?.qty ?? line.qty
    const approved = request.lines.filter((line) => isPositive(approvedOf(line)))
    if (approved.length === 0) invalid([{ path: 'input.lines', message: '批准数量全部为0，请改用驳回' }])
    setClosed(
      tx,
      request.id,
      request.lines.map((line) => ({ id: line.id, qty: sub(line.qty, approvedOf(line)) })),
    )
    await holdAtSupplier(tx, request, approved, approvedOf)
    return 'approved'
  },

  async close(tx, request) {
    const billNo = await waitingSuccessor(tx, request)
    if (billNo) refuse(`调拨申请单 ${request.billNo} 的调拨单 ${billNo} 正在等待发货，请对方先发货或关闭`)
    setClosed(
      tx,
      request.id,
      request.lines.map((line) => ({ id: line.id, qty: sub(line.qty, line.executedQty) })),
    )
    await release(tx, supplier(request).orgId, request, placesAtSupplier(request))
    return 'closed'
  },
}

/** Who sends the goods, and out of which warehouse. */
const supplier = ({ orgId, counterOrgId, toWarehouseId }: GoodsDocument) => ({
  orgId: counterOrgId ?? orgId,
  warehouseId: toWarehouseId as number,
})

const placesAtSupplier = (request: GoodsDocument) =>
  request.lines.map(({ partId }) => ({ ...supplier(request), partId }))

async function holdAtSupplier(
  tx: CallerTx,
  request: GoodsDocument,
  lines: readonly GoodsLine[],
  qtyOf: (line: GoodsLine) => Decimal,
): Promise<void> {
  const { orgId, warehouseId } = supplier(request)
  const wishes = lines.map((line) => ({
    warehouseId,
    partId: line.partId,
    sourceKind: request.kind,
    sourceId: request.id,
    sourceLineId: line.id,
    qty: qtyOf(line),
  }))
  assertHeld(lines, wishes, await reserve(tx, orgId, wishes))
}

export const transferRequestKind = { ...traits, actions } satisfies GoodsKind
