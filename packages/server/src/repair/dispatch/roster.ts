// Who a line is given to, with roles and shares that are whole, where and when.
import { mul, shorten, sumOf } from '@chepu/contract/kernel/decimal'
import type { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { equalShares, isWhole, withLast } from '@chepu/contract/repair/dispatch-shares'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import type { WorkOrder } from '../work-order/traits'
import type { DispatchRow } from './rows'

/** What is said of technicians, place and time of a line. */
type Plan = Pick<
  BodyOf<typeof dispatchCalls.assign>,
  'technicians' | 'bayId' | 'plannedStart' | 'plannedEnd' | 'remark'
>

/** Shares as they were said, or equal ones; the last takes what is left (business/repair 6.2). */
function sharesOf({ technicians }: Plan): string[] {
  const said = technicians.flatMap(({ share }) => (share === undefined ? [] : [share]))
  if (said.length === 0) return equalShares(technicians.length)
  return said.length < technicians.length ? withLast(said) : said
}

/** Refuses shares that give away more or less than the whole of a line. */
export function assertWhole(shares: readonly string[], path: string): void {
  if (isWhole(shares)) return
  const percent = shorten(
    mul(
      sumOf(shares, (share) => share),
      '100',
    ),
  )
  invalid([{ path, message: `分摊比例合计应为 100%，且不能为负，现合计 ${percent}%` }])
}

type Ordered = Pick<WorkOrder, 'id' | 'orgId'>

/** Writes the technicians of lines: new ones, and what is changed of those who stand. */
export async function writeRoster(tx: CallerTx, order: Ordered, lineIds: readonly number[], plan: Plan): Promise<void> {
  const rows = rowsOf(tx, order, lineIds, { plan, path: 'technicians' })
  await tx.insert('dispatch', [...placed, ...changed], rows, overwriting)
}

/** The same of work that nobody was given before, and that was begun and ended at a moment; each set of lines has a plan of its own, which stands at `path` in the body. */
export function writeDone(
  tx: CallerTx,
  order: Ordered,
  rosters: readonly { lineIds: readonly number[]; plan: Plan; path: string }[],
  at: string,
): void {
  const rows = rosters.flatMap(({ lineIds, plan, path }) => rowsOf(tx, order, lineIds, { plan, path }))
  const columns = [...placed, ...changed, 'started_at', 'finished_at']
  tx.sendInsert(
    'dispatch',
    columns,
    rows.map((row) => [...row, at, at]),
  )
}

const placed = ['group_id', 'org_id', 'work_order_id', 'line_id', 'employee_id']

function rowsOf(
  tx: CallerTx,
  order: Ordered,
  lineIds: readonly number[],
  { plan, path }: { plan: Plan; path: string },
) {
  const shares = sharesOf(plan)
  assertWhole(shares, path)
  const said = plan.technicians.findIndex(({ role }) => role === 'lead')
  const lead = Math.max(0, said)
  return lineIds.flatMap((lineId) =>
    plan.technicians.map(({ employeeId }, i) => [
      tx.groupId,
      order.orgId,
      order.id,
      lineId,
      employeeId,
      i === lead ? 'lead' : 'assistant',
      shares[i] as string,
      plan.bayId,
      plan.plannedStart,
      plan.plannedEnd,
      plan.remark,
    ]),
  )
}

const changed = ['role', 'share', 'bay_id', 'planned_start', 'planned_end', 'remark']
const overwriting = `on conflict (group_id, line_id, employee_id) do update set ${changed
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`

/** Notes on rows what part of their lines they have. */
export function writeShares(tx: CallerTx, rows: readonly DispatchRow[]): void {
  if (rows.length === 0) return
  tx.send({
    name: 'write-dispatch-shares',
    text: `update dispatch d set share = u.share from unnest($2::bigint[], $3::numeric[]) u (id, share)
      where d.group_id = $1 and d.id = u.id`,
    values: [tx.groupId, rows.map(({ id }) => id), rows.map(({ share }) => share)],
  })
}

/** A technician as he is told of his work. */
export interface Person {
  id: number
  userId: number | null
}

/** Refuses technicians and bays that are none of the organisation's; answers the technicians. */
export async function checkPlan(tx: CallerTx, { technicians, bayId }: Plan): Promise<Person[]> {
  const [people, bays] = await Promise.all([
    checkTechnicians(tx, [{ technicians, path: 'technicians' }]),
    bayId === null
      ? []
      : tx.query({
          name: 'bay-by-id',
          text: 'select id from bay where group_id = $1 and org_id = $2 and id = $3 and is_active',
          values: [tx.groupId, tx.caller.orgId, bayId],
        }),
  ])
  if (bayId !== null && bays.length === 0) invalid([{ path: 'bayId', message: '工位不存在或已停用' }])
  return people
}

/** Refuses technicians that are none of the organisation's, by their place at `path` in the body; answers them all. One statement, however many sets there are, none for nobody. */
export async function checkTechnicians(
  tx: CallerTx,
  sets: readonly (Pick<Plan, 'technicians'> & { path: string })[],
): Promise<Person[]> {
  if (sets.every(({ technicians }) => technicians.length === 0)) return []
  const people = await tx.query<Person>({
    name: 'technicians-by-id',
    text: `select e.id, e.user_id from employee e
      where e.group_id = $1 and e.org_id = $2 and e.id = any ($3::bigint[]) and (e.left_on is null or e.left_on > $4)
        and exists (select from technician t where t.group_id = e.group_id and t.employee_id = e.id and t.is_active)`,
    values: [
      tx.groupId,
      tx.caller.orgId,
      sets.flatMap(({ technicians }) => technicians.map(({ employeeId }) => employeeId)),
      shanghaiDay(),
    ],
  })
  const known = new Set(people.map(({ id }) => id))
  const faults = sets.flatMap(({ technicians, path }) =>
    technicians.flatMap(({ employeeId }, i) =>
      known.has(employeeId) ? [] : [{ path: `${path}.${i}.employeeId`, message: `第${i + 1}名技师不存在或已停用` }],
    ),
  )
  if (faults.length > 0) invalid(faults)
  return people
}
