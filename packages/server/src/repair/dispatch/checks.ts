// 自检 and 组检 of lines; 终检 is the order's own step (business/repair 6.3).
import { isZero } from '@chepu/contract/kernel/decimal'
import type { dispatchCalls, WorkState } from '@chepu/contract/repair/dispatch'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import type { RepairLine } from '../../kernel/repair/types'
import { type MovedOrder, moveOrder } from '../work-order/move'
import { reopenRows } from './rows'
import { tellFailed } from './tell'
import { assertGoesOn, isDispatcher, linesOf, openWork, ownRows, rowsOfLine, type Work } from './work'

type Calls = typeof dispatchCalls

interface Finding {
  step: 'self' | 'team'
  ok: boolean
  reason: string
}

/** Notes what a look at lines has found. */
export const writeChecks = (
  tx: CallerTx,
  work: Pick<Work, 'order' | 'at'>,
  lines: readonly RepairLine[],
  finding: Finding,
): void => writeFindings(tx, work, [{ lines, ...finding }])

/** The same of several looks, one after the other. */
export function writeFindings(
  tx: CallerTx,
  { order, at }: Pick<Work, 'order' | 'at'>,
  looks: readonly (Finding & { lines: readonly RepairLine[] })[],
): void {
  const columns = ['group_id', 'work_order_id', 'line_id', 'step', 'is_ok', 'reason', 'user_id', 'checked_at']
  const rows = looks.flatMap(({ lines, step, ok, reason }) =>
    lines.map(({ id }) => [tx.groupId, order.id, id, step, ok, reason, tx.caller.userId, at]),
  )
  tx.sendInsert('quality_check', columns, rows)
}

/** 自检: who has worked on a line looks it over, and goes on where he finds something. */
export async function selfCheck(tx: CallerTx, body: BodyOf<Calls['selfCheck']>): Promise<MovedOrder> {
  const { ok, note } = body
  if (!ok && note === '') invalid([{ path: 'note', message: '请填写自检发现的问题' }])
  const work = await openWork(tx, body.orderId)
  assertGoesOn(work)
  const lines = linesOf(work, body.lineIds)
  for (const line of lines) {
    ownRows(tx, work, line)
    if (line.workState !== 'finished') refuse(`「${line.name}」尚未完工或已检验，不能自检`)
  }
  writeChecks(tx, work, lines, { step: 'self', ok, reason: note })
  if (!ok) reopen(tx, work, lines, note)
  const states = new Map<number, WorkState>(ok ? [] : lines.map(({ id }) => [id, 'working']))
  return moveOrder(tx, work.order, states, { action: 'selfCheck', reason: note, detail: { lines: body.lineIds, ok } })
}

/**
 * 组检: another than those who have done it looks at lines that they have looked over. What is not good is worked on again and counts as
 * 内返.
 */
export async function check(tx: CallerTx, body: BodyOf<Calls['check']>): Promise<MovedOrder> {
  const { ok, reason } = body
  if (!ok && reason === '') invalid([{ path: 'reason', message: '请填写不合格原因' }])
  const work = await openWork(tx, body.orderId)
  assertGoesOn(work)
  const lines = linesOf(work, body.lineIds)
  const lookedOver = await selfChecked(tx, work)
  for (const line of lines) {
    assertAnother(tx, work, line)
    const isOpen = line.workState === 'finished' || (line.workState === 'passed' && !ok)
    if (!isOpen) refuse(`「${line.name}」${line.workState === 'passed' ? '已检验合格' : '尚未完工，不能检验'}`)
    if (ok && !lookedOver.has(line.id)) refuse(`「${line.name}」技师尚未自检`)
  }
  writeChecks(tx, work, lines, { step: 'team', ok, reason })
  if (!ok) {
    reopen(tx, work, lines, reason)
    markInternalRework(tx, lines)
    await tellFailed(
      tx,
      work.order,
      lines.flatMap((line) => rowsOfLine(work, line)),
      `${lines.map(({ name }) => name).join('、')} 检验不合格：${reason}`,
    )
  }
  const states = new Map<number, WorkState>(lines.map(({ id }) => [id, ok ? 'passed' : 'working']))
  return moveOrder(tx, work.order, states, { action: 'check', reason, detail: { lines: body.lineIds, ok } })
}

/** Nobody passes his own work, but for who directs the workshop. */
function assertAnother(tx: CallerTx, work: Work, line: RepairLine): void {
  const isOwn = rowsOfLine(work, line).some(({ employeeId }) => employeeId === tx.caller.employeeId)
  if (isOwn && !isDispatcher(tx)) forbidden(`「${line.name}」是您做的，请由组长或他人检验`)
}

const reopen = (tx: CallerTx, work: Work, lines: readonly RepairLine[], reason: string): void =>
  reopenRows(
    tx,
    // Who was taken off it before it was finished stays off.
    lines.flatMap((line) => rowsOfLine(work, line)).filter(({ share }) => !isZero(share)),
    reason,
    work.at,
  )

/** Lines whose last look was that of their technicians, who found them good. */
async function selfChecked(tx: CallerTx, { order }: Work): Promise<Set<number>> {
  const rows = await tx.query<{ lineId: number; step: string; isOk: boolean }>({
    name: 'last-checks',
    text: `select distinct on (line_id) line_id, step, is_ok from quality_check
      where group_id = $1 and line_id = any ($2::bigint[]) order by line_id, id desc`,
    values: [tx.groupId, order.lines.map(({ id }) => id)],
  })
  return new Set(rows.filter(({ step, isOk }) => step === 'self' && isOk).map(({ lineId }) => lineId))
}

function markInternalRework(tx: CallerTx, lines: readonly RepairLine[]): void {
  tx.send({
    name: 'mark-internal-rework',
    text: 'update repair_line set is_internal_rework = true where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, lines.map(({ id }) => id)],
  })
}
