import { isZero } from '@chepu/contract/kernel/decimal'
import { type dispatchCalls, workStates } from '@chepu/contract/repair/dispatch'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import type { RepairLine } from '../../kernel/repair/types'
import { type MovedOrder, moveOrder } from '../work-order/move'
import { assertWhole, checkPlan, writeRoster, writeShares } from './roster'
import { type DispatchRow, endPauses, removeRows, reopenRows, workStateOf, writeTimes } from './rows'
import { tellTechnicians } from './tell'
import { linesOf, openWork, rowsOfLine, type Work } from './work'

type Calls = typeof dispatchCalls

/** Gives lines to technicians. What another has given meanwhile is not given twice. */
export async function assign(tx: CallerTx, body: BodyOf<Calls['assign']>): Promise<MovedOrder> {
  const work = await openWork(tx, body.orderId)
  const lines = linesOf(work, body.lineIds)
  for (const line of lines) {
    assertOpen(line)
    const names = rowsOfLine(work, line).map(({ name }) => name)
    if (names.length > 0) refuse(`「${line.name}」已派给 ${names.join('、')}，请改派`)
  }
  const people = await checkPlan(tx, body)
  await writeRoster(tx, work.order, body.lineIds, body)
  tellTechnicians(tx, work.order, people, `派给您：${lines.map(({ name }) => name).join('、')}`)
  const detail = { lines: body.lineIds, technicians: body.technicians }
  return moveOrder(tx, work.order, new Map(), { action: 'assign', detail })
}

/** Refuses a line that is done: its output is of those who have done it. */
function assertOpen({ name, workState }: RepairLine): void {
  if (workState === 'finished' || workState === 'passed') refuse(`「${name}」${workStates[workState]}，不能派工`)
}

/**
 * Gives one line to others, or the same ones another share, bay or time. Who has begun and is not among them ends here without a
 * share, and keeps his hours; who has not begun is off it (business/repair 6.1).
 */
export async function reassign(tx: CallerTx, body: BodyOf<Calls['reassign']>): Promise<MovedOrder> {
  const work = await openWork(tx, body.orderId)
  const [line, stood] = dispatchedLine(work, body.lineId)
  assertOpen(line)
  const people = await checkPlan(tx, body)
  const isNamed = ({ employeeId }: DispatchRow) => body.technicians.some((each) => each.employeeId === employeeId)
  const [kept, gone] = [stood.filter(isNamed), stood.filter((row) => !isNamed(row))]
  const ended = endFor(tx, gone, work.at)
  const back = kept.filter(({ finishedAt, share }) => finishedAt !== null && isZero(share))
  reopenRows(tx, back, '改派', work.at)
  await writeRoster(tx, work.order, [line.id], body)
  const fresh = people.filter(({ id }) => !stood.some(({ employeeId }) => employeeId === id))
  tellTechnicians(tx, work.order, fresh, `派给您：${line.name}`)
  const now = kept.map((row) => (back.includes(row) ? { ...row, finishedAt: null } : row))
  const state = workStateOf([
    ...now,
    ...ended,
    ...fresh.map(() => ({ startedAt: null, finishedAt: null, pauseId: null })),
  ])
  const detail = { line: line.id, technicians: body.technicians }
  return moveOrder(tx, work.order, new Map([[line.id, state]]), { action: 'reassign', detail })
}

/** Takes technicians off their line: who has not begun is gone, who has ends now and has no share of it. Answers those who stay. */
function endFor(tx: CallerTx, rows: readonly DispatchRow[], at: string): DispatchRow[] {
  removeRows(
    tx,
    rows.filter(({ startedAt }) => startedAt === null),
  )
  const begun = rows.filter(({ startedAt }) => startedAt !== null)
  endPauses(tx, begun, at)
  const ended = begun.map((row) => ({ ...row, share: '0', finishedAt: row.finishedAt ?? at, pauseId: null }))
  writeTimes(tx, ended)
  writeShares(tx, ended)
  return ended
}

function dispatchedLine(work: Work, lineId: number, path = 'lineId'): [RepairLine, DispatchRow[]] {
  const [line] = linesOf(work, [lineId], () => path) as [RepairLine]
  const rows = rowsOfLine(work, line)
  if (rows.length === 0) refuse(`「${line.name}」尚未派工`)
  return [line, rows]
}

/** Takes lines back from technicians who have not begun. */
export async function remove(tx: CallerTx, body: BodyOf<Calls['remove']>): Promise<MovedOrder> {
  const work = await openWork(tx, body.orderId)
  const rows = body.lineIds.flatMap((id, i) => {
    const [line, stood] = dispatchedLine(work, id, `lineIds.${i}`)
    if (stood.some(({ startedAt }) => startedAt !== null)) refuse(`「${line.name}」已开工，不能撤销，请改派`)
    return stood
  })
  removeRows(tx, rows)
  const people = rows.map(({ employeeId, userId }) => ({ id: employeeId, userId }))
  tellTechnicians(tx, work.order, people, '撤销了给您的派工')
  return moveOrder(tx, work.order, new Map(), { action: 'unassign', detail: { lines: body.lineIds } })
}

/** Divides a line anew among those who are on it; also when it is finished, as long as the order is in the workshop. */
export async function share(tx: CallerTx, body: BodyOf<Calls['share']>): Promise<MovedOrder> {
  const work = await openWork(tx, body.orderId)
  const [line, rows] = dispatchedLine(work, body.lineId)
  const shares = new Map(body.shares.map((each) => [each.employeeId, each.share]))
  const isOfAll = rows.length === body.shares.length && rows.every(({ employeeId }) => shares.has(employeeId))
  if (!isOfAll) invalid([{ path: 'shares', message: '请填写该项目每名技师的分摊比例' }])
  assertWhole([...shares.values()], 'shares')
  writeShares(
    tx,
    rows.map((row) => ({ ...row, share: shares.get(row.employeeId) as string })),
  )
  return moveOrder(tx, work.order, new Map(), { action: 'share', detail: { line: line.id, shares: body.shares } })
}
