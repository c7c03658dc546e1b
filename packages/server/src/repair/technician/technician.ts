import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import type { technicianRoutes, TechnicianRow } from '@chepu/contract/repair/technician'
import { technicianButtons } from '@chepu/contract/repair/worker-type'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { invalid, notFound } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { allOf, containing } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
  replaceRows,
} from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { settableRate } from '../earnings'
import { earning } from '../earnings'
import { assertMaySave } from '../../kernel/master/named'
import { assertReferences } from '../../kernel/master/references'

type Body = BodyOf<typeof technicianRoutes.save>
type Filters = QueryOf<typeof technicianRoutes.totals>

const technician: Master = { table: 'technician', title: '维修工' }

interface Technician extends MasterRow {
  employeeId: number
  commissionRate: string | null
}

const tables = sql`from technician t join employee e on e.group_id = t.group_id and e.id = t.employee_id`

/** 维修工 of the caller's organisation with their team and trades (business/repair-masters 1.4). */
export async function listTechnicians(tx: CallerTx, filters: Filters & Paging) {
  const sortable = {
    empNo: 'e.emp_no',
    name: 'e.name',
    teamName: 'm.name',
    monthlyTarget: 't.monthly_target',
    ...(sees(tx.caller, 'commission') ? { commissionRate: 't.commission_rate' } : {}),
  }
  return pageOf(
    tx,
    sql<TechnicianRow>`select t.id, t.employee_id, e.emp_no, e.name, m.name as team_name, p.name as position_name, t.level,
      coalesce(s.ids, '{}') as worker_type_ids, coalesce(s.names, '') as worker_type_names, t.monthly_target,
      e.left_on is not null and e.left_on <= ${shanghaiDay()} as has_left, t.is_active, t.remark, t.version
      ${earning(tx, 't.commission_rate')}
    ${tables}
    left join team m on m.group_id = e.group_id and m.id = e.team_id
    left join position p on p.group_id = e.group_id and p.id = e.position_id
    left join (${skillsOf(tx)}) s on s.technician_id = t.id
    where ${where(tx, filters)} order by ${sortedBy(sortable, filters.sort) ?? sql`e.emp_no`}, t.id`,
    filters,
  )
}

/** The trades of every technician of the group, in their order. */
export const skillsOf = ({ groupId }: CallerTx): RawBuilder<unknown> => sql`select k.technician_id,
    array_agg(w.id::int order by w.sort_no, w.id) as ids, string_agg(w.name, '、' order by w.sort_no, w.id) as names
  from technician_skill k join worker_type w on w.group_id = k.group_id and w.id = k.worker_type_id
  where k.group_id = ${groupId} group by k.technician_id`

export async function technicianTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count ${tables} where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, level, workerTypeId, active }: Filters): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId}`,
    sql<SqlBool>`e.org_id = ${tx.caller.orgId}`,
    ...(text
      ? [sql<SqlBool>`(lower(e.name) like ${containing(text)} or lower(e.emp_no) like ${containing(text)})`]
      : []),
    ...(level ? [sql<SqlBool>`t.level = ${level}`] : []),
    ...(workerTypeId
      ? [
          sql<SqlBool>`t.id in (select k.technician_id from technician_skill k
            where k.group_id = ${tx.groupId} and k.worker_type_id = ${workerTypeId})`,
        ]
      : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

/** Saves what is known of an employee as one who repairs; each is a technician once, and stays the one he is. */
export async function saveTechnician(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, workerTypeIds, commissionRate, ...row } = body
  assertMaySave(tx, id, technicianButtons)
  return onViolation({ technician_group_id_employee_id_key: '该员工已经是维修工' }, async () => {
    const before = id === undefined ? undefined : await lockTechnician(tx, id, version ?? 0)
    if (!before) await assertWorksHere(tx, row.employeeId)
    else if (before.employeeId !== row.employeeId) invalid([{ path: 'employeeId', message: '维修工不能换成别的员工' }])
    await assertSkills(tx, workerTypeIds, before)
    const whole = { ...row, ...settableRate(tx, commissionRate, before) }
    const saved = await (before ? changeMaster(tx, technician, before, whole) : addMaster(tx, technician, whole))
    const skills = [...new Set(workerTypeIds)].map((workerTypeId) => ({ workerTypeId }))
    await replaceRows(tx, 'technician_skill', { column: 'technician_id', id: saved.id }, skills)
    return saved
  })
}

async function assertWorksHere(tx: CallerTx, employeeId: number): Promise<void> {
  const found = await tx.one({
    text: `select id from employee where group_id = $1 and id = $2 and org_id = $3 and (left_on is null or left_on > $4)
      for key share`,
    values: [tx.groupId, employeeId, tx.caller.orgId, shanghaiDay()],
  })
  if (!found) invalid([{ path: 'employeeId', message: '员工不存在或不是本企业的在职员工' }])
}

async function assertSkills(tx: CallerTx, ids: readonly number[], before: Technician | undefined): Promise<void> {
  const had = before
    ? await tx.query<{ id: number }>({
        text: 'select worker_type_id as id from technician_skill where group_id = $1 and technician_id = $2',
        values: [tx.groupId, before.id],
      })
    : []
  const asked = ids.map((id) => ({ to: 'workerType' as const, id, path: 'workerTypeIds', title: '工种' }))
  await assertReferences(
    tx,
    asked,
    had.map(({ id }) => ({ to: 'workerType', id })),
  )
}

/** Locks a technician of the caller's organisation; others do not exist for him. */
async function lockTechnician(tx: CallerTx, id: number, version?: number): Promise<Technician> {
  const row = await lockMaster<Technician>(tx, technician, id, version)
  const own = await tx.one<{ name: string }>({
    text: 'select name from employee where group_id = $1 and id = $2 and org_id = $3',
    values: [tx.groupId, row.employeeId, tx.caller.orgId],
  })
  if (!own) notFound(technician.title)
  return { ...row, name: own.name }
}

export async function enableTechnician(tx: CallerTx, id: number, change: { isActive: boolean; version: number }) {
  await lockTechnician(tx, id)
  return enableMaster(tx, technician, id, change)
}

/** Deletes a technician whom no document names; the employee stays. */
export const removeTechnician = async (tx: CallerTx, id: number) =>
  removeMaster(tx, technician, await lockTechnician(tx, id), [['technician_skill', 'technician_id']])
