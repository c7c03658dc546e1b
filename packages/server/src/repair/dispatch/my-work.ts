// 我的任务: what a technician has to do, and what he has done (business/repair 6.6).
import { allocate, mul, round, sumOf } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { MyWork } from '@chepu/contract/repair/dispatch'
import { workedMinutes } from '@chepu/contract/repair/worked-time'
import { sql } from 'kysely'
import { groupBy } from '../../kernel/base/group-by'
import type { CallerTx } from '../../kernel/db/tx'
import { inWorkshop, workCards } from './cards'

/** Everything that is the caller's: lines that he is on, and what those come to that he has finished today and this month. */
export async function myWorkOf(tx: CallerTx): Promise<MyWork> {
  const { employeeId } = tx.caller
  const [cards, done] = await Promise.all([
    workCards(
      tx,
      sql`${inWorkshop} and l.work_state <> 'passed' and exists (
        select from dispatch t where t.group_id = ${tx.groupId} and t.line_id = l.id and t.employee_id = ${employeeId} and t.share > 0)`,
    ),
    doneThisMonth(tx, employeeId),
  ])
  const today = shanghaiDay()
  return {
    isTechnician: employeeId !== null,
    cards,
    today: summed(done.filter(({ finishedAt }) => shanghaiDay(new Date(finishedAt)) === today)),
    month: summed(done),
  }
}

interface Done {
  finishedAt: string
  hours: string
  minutes: number
  output: string
}

const summed = (rows: readonly Done[]): MyWork['today'] => ({
  lines: rows.length,
  hours: round(sumOf(rows, ({ hours }) => hours)),
  minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0),
  output: round(sumOf(rows, ({ output }) => output)),
})

/** Lines that he has finished this month, each with his part: hours and output by his share, the last takes the remainder. */
async function doneThisMonth(tx: CallerTx, employeeId: number | null): Promise<Done[]> {
  const rows = await tx.query<{
    id: number
    lineId: number
    employeeId: number
    share: string
    hours: string
    netAmount: string
    startedAt: string | null
    finishedAt: string
    pauses: { fromAt: string; untilAt: string | null }[]
  }>({
    name: 'done-this-month',
    text: `select t.id, t.line_id, t.employee_id, t.share, l.std_hours * l.qty as hours, l.net_amount, t.started_at, t.finished_at,
        coalesce((select json_agg(json_build_object('fromAt', p.from_at, 'untilAt', p.until_at)) from dispatch_pause p
          where p.group_id = t.group_id and p.dispatch_id = t.id), '[]') as pauses
      from dispatch mine
      join repair_line l on l.group_id = mine.group_id and l.id = mine.line_id and l.work_state in ('finished', 'passed')
      join dispatch t on t.group_id = l.group_id and t.line_id = l.id and t.finished_at is not null
      where mine.group_id = $1 and mine.employee_id = $2 and mine.finished_at >= $3::date::timestamp at time zone 'Asia/Shanghai'
      order by t.line_id, t.id`,
    values: [tx.groupId, employeeId, `${shanghaiDay().slice(0, 7)}-01`],
  })
  return [...groupBy(rows, ({ lineId }) => lineId).values()].flatMap((line) => {
    const outputs = allocate(
      line[0]?.netAmount ?? '0',
      line.map(({ share }) => share),
    )
    return line.flatMap((row, i): Done[] =>
      row.employeeId === employeeId
        ? [
            {
              finishedAt: row.finishedAt,
              hours: mul(row.hours, row.share),
              minutes: workedMinutes(row, row.finishedAt),
              output: outputs[i] as string,
            },
          ]
        : [],
    )
  })
}
