// Material that leaves the stock, and comes back, within a step of its order (business/fast-counter 2, 4): by the picking's own rules.
import { isPositive } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { picking } from '@chepu/contract/picking/picking'
import { Failure } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { runAction } from '../../kernel/document/run-action'
import { actionKind } from '../../kernel/goods/routes'
import { saveDraft, type SaveRequest } from '../../kernel/goods/save'
import type { RepairDocument } from '../../kernel/repair/types'
import { waitingQty } from '../../repair/public'
import { pickingKind } from './actions'

type Order = Pick<RepairDocument, 'id' | 'warehouseId' | 'bizDate' | 'lines'>

/**
 * Issues all that the order still waits for by one picking; answers its number, or nothing where no goods leave the stock.
 * @throws Failure as a picking does, naming the part: nobody sees the lines of this picking, nor their numbers
 */
export async function issueAtOnce(tx: CallerTx, order: Order): Promise<string | undefined> {
  const waiting = order.lines.filter((line) => isPositive(waitingQty(line)))
  if (waiting.length === 0) return undefined
  const { id: workOrderId, warehouseId, bizDate } = order
  const lines = waiting.map((line) => ({ partId: line.partId, workOrderLineId: line.id, qty: waitingQty(line) }))
  const body: unknown = picking.routes.save.body.parse({ header: { bizDate, warehouseId, workOrderId }, lines })
  const seen = waiting.map((line) => ({ workOrderLineId: line.id, waitingQty: waitingQty(line) }))
  return namingParts(tx, waiting, async () => {
    const { id, version } = await saveDraft(tx, pickingKind, body as SaveRequest)
    const { billNo } = await runAction(tx, actionKind(pickingKind), id, 'approve', { version, input: { seen } })
    return billNo
  })
}

/** Runs what issues lines; a fault of one names its part instead of the number of the line, and its place in the material of the order. */
async function namingParts<Result>(
  tx: CallerTx,
  lines: Order['lines'],
  issuing: () => Promise<Result>,
): Promise<Result> {
  try {
    return await issuing()
  } catch (error) {
    if (!(error instanceof Failure) || !error.errors) throw error
    const placed = error.errors.map((fault) => ({ fault, line: lines[placeOf(fault)] }))
    if (placed.every(({ line }) => line === undefined)) throw error
    const names = await partNames(tx, lines)
    const errors = placed.map(({ fault, line }) => (line ? namedFault(fault, line, names) : fault))
    const [first] = error.errors
    const message = first?.message === error.message ? (errors[0]?.message ?? error.message) : error.message
    throw new Failure(error.kind, message, errors, error.override && { override: error.override })
  }
}

/** The place of the line that a fault is about, from 0 on; -1 of another fault. */
const placeOf = ({ path }: FieldError): number => Number.parseInt(/^lines\.(\d+)\./.exec(path)?.[1] ?? '-1', 10)

function namedFault(fault: FieldError, line: Order['lines'][number], names: ReadonlyMap<number, string>): FieldError {
  const [, , field = ''] = fault.path.split('.')
  const words = fault.message.replace(`第${placeOf(fault) + 1}行 [${line.partCode}] `, '')
  const name = names.get(line.partId ?? 0) ?? line.name
  return { path: `materials.${line.lineNo - 1}.${field}`, message: `${name}（${line.partCode}）${words}` }
}

async function partNames(tx: CallerTx, lines: Order['lines']): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ id: number; name: string }>({
    name: 'names-of-issued-parts',
    text: 'select id, name from part where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, lines.map(({ partId }) => partId)],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Puts all that was issued to an order back on the shelf, and voids its pickings. @throws Failure as 反审核 of a picking does */
export async function takeBackIssued(tx: CallerTx, workOrderId: number, reason: string): Promise<void> {
  const rows = await tx.query<{ id: number; version: number }>({
    name: 'pickings-of-order',
    text: `select id, version from goods_document where group_id = $1 and work_order_id = $2 and kind = $3 and state = 'done' order by id`,
    values: [tx.groupId, workOrderId, picking.kind],
  })
  for (const { id, version } of rows) {
    const draft = await runAction(tx, actionKind(pickingKind), id, 'unapprove', { version, reason })
    await runAction(tx, actionKind(pickingKind), id, 'void', { version: draft.version, reason })
  }
}
