// 开工, 暂停, 恢复, 完工: by who works on a line, or by who dispatches (business/repair 6.3).
import { type dispatchCalls, type WorkState, workStates } from '@chepu/contract/repair/dispatch'
import { own } from '../../kernel/base/own'
import { invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import type { RepairLine } from '../../kernel/repair/types'
import { type MovedOrder, moveOrder } from '../work-order/move'
import { writeChecks } from './checks'
import { type DispatchRow, endPauses, isRunning, workStateOf, writePauses, writeTimes } from './rows'
import { assertGoesOn, linesOf, openWork, ownRows, rowsOfLine, type Work } from './work'

type Calls = typeof dispatchCalls

/** A line with the rows that change on it. */
interface Step {
  line: RepairLine
  rows: DispatchRow[]
}

/** Rows of the named lines that a step takes; refuses a line of which it takes none. */
function stepsOf(
  tx: CallerTx,
  work: Work,
  lineIds: readonly number[],
  step: { label: string; takes: (row: DispatchRow) => boolean; leads?: boolean },
): Step[] {
  assertGoesOn(work)
  return linesOf(work, lineIds).map((line) => {
    const rows = ownRows(tx, work, line, { leads: step.leads ?? false }).filter(step.takes)
    if (rows.length === 0) refuse(`「${line.name}」${own(workStates, line.workState)}，不能${step.label}`)
    return { line, rows }
  })
}

/** States of the lines when the changed rows stand in place of theirs. */
function statesAfter(work: Work, steps: readonly Step[], changed: readonly DispatchRow[]): Map<number, WorkState> {
  const now = new Map(changed.map((row) => [row.id, row]))
  return new Map(
    steps.map(({ line }) => [line.id, workStateOf(rowsOfLine(work, line).map((row) => now.get(row.id) ?? row))]),
  )
}

const rowsOf = (steps: readonly Step[]) => steps.flatMap(({ rows }) => rows)

/** 开工. */
export async function start(tx: CallerTx, { orderId, lineIds }: BodyOf<Calls['start']>): Promise<MovedOrder> {
  const work = await openWork(tx, orderId)
  const steps = stepsOf(tx, work, lineIds, {
    label: '开工',
    takes: ({ startedAt, finishedAt }) => startedAt === null && finishedAt === null,
  })
  const changed = rowsOf(steps).map((row) => ({ ...row, startedAt: work.at }))
  writeTimes(tx, changed)
  return moveOrder(tx, work.order, statesAfter(work, steps, changed), { action: 'start', detail: { lines: lineIds } })
}

/** 暂停: he waits for material, the customer, the maker, or something else that he says. */
export async function pause(tx: CallerTx, body: BodyOf<Calls['pause']>): Promise<MovedOrder> {
  const { orderId, lineIds, kind, reason } = body
  if (kind === 'other' && reason === '') invalid([{ path: 'reason', message: '请填写暂停原因' }])
  const work = await openWork(tx, orderId)
  const steps = stepsOf(tx, work, lineIds, { label: '暂停', takes: (row) => isRunning(row) && row.pauseId === null })
  const rows = rowsOf(steps)
  writePauses(tx, rows, { kind, reason, at: work.at })
  const changed = rows.map((row) => ({ ...row, pauseId: 0 }))
  const detail = { lines: lineIds, kind }
  return moveOrder(tx, work.order, statesAfter(work, steps, changed), { action: 'pauseWork', reason, detail })
}

/** 恢复. */
export async function resume(tx: CallerTx, { orderId, lineIds }: BodyOf<Calls['resume']>): Promise<MovedOrder> {
  const work = await openWork(tx, orderId)
  const steps = stepsOf(tx, work, lineIds, { label: '恢复', takes: ({ pauseId }) => pauseId !== null })
  const rows = rowsOf(steps)
  endPauses(tx, rows, work.at)
  const changed = rows.map((row) => ({ ...row, pauseId: null }))
  return moveOrder(tx, work.order, statesAfter(work, steps, changed), {
    action: 'resumeWork',
    detail: { lines: lineIds },
  })
}

/**
 * 完工: who helps ends his own work, who leads and who dispatches that of all. A line is finished when all are; with `selfCheck` it has been
 * looked over, too.
 */
export async function finish(tx: CallerTx, body: BodyOf<Calls['finish']>): Promise<MovedOrder> {
  const { orderId, lineIds, selfCheck, note } = body
  const work = await openWork(tx, orderId)
  const steps = stepsOf(tx, work, lineIds, {
    label: '完工',
    takes: ({ finishedAt }) => finishedAt === null,
    leads: true,
  })
  for (const { line } of steps) {
    if (line.workState === 'waiting') refuse(`「${line.name}」待开工，不能完工`)
  }
  const rows = rowsOf(steps)
  endPauses(tx, rows, work.at)
  const changed = rows.map((row) => ({
    ...row,
    startedAt: row.startedAt ?? work.at,
    finishedAt: work.at,
    pauseId: null,
  }))
  writeTimes(tx, changed)
  const states = statesAfter(work, steps, changed)
  const done = steps.filter(({ line }) => states.get(line.id) === 'finished').map(({ line }) => line)
  if (selfCheck) writeChecks(tx, work, done, { step: 'self', ok: true, reason: note })
  return moveOrder(tx, work.order, states, { action: 'finish', detail: { lines: lineIds, selfCheck } })
}
