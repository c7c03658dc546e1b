import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type employeeRoutes, type EmployeeRow, staffButtons } from '@chepu/contract/access/staff'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, notFound } from '../../kernel/base/errors'
import { addMaster, changeMaster, lockMaster, type Master, type MasterRow } from '../../kernel/master/master'
import { maskedMobile, partOfMobile } from '../../kernel/caller/mobile'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { assertPost } from './employee-rules'
import { refreshRights } from './members'
import { pageOf, totalsOf } from '../../kernel/query/page'

export const employeeMaster: Master = { table: 'employee', title: '员工' }

interface Employee extends MasterRow {
  orgId: number
  empNo: string
  name: string
  mobile: string
  departmentId: number | null
  positionId: number | null
  teamId: number | null
  userId: number | null
  leftOn: string | null
}

type Filters = Omit<QueryOf<typeof employeeRoutes.list>, keyof Paging>

/** People of the current organisation, those who left included. */
export async function listEmployees(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: EmployeeRow[]; more: boolean }> {
  const order = sortedBy(
    { empNo: 'e.emp_no', name: 'e.name', hiredOn: 'e.hired_on', departmentName: 'd.sort', positionName: 'p.level' },
    filters.sort,
  )
  const { rows, more } = await pageOf(
    tx,
    sql<EmployeeRow>`select e.id, e.emp_no, e.name, e.gender, e.mobile,
      e.department_id, d.name as department_name, e.position_id, coalesce(p.name, '') as position_name, e.team_id,
      t.name as team_name, e.hired_on, e.left_on, e.user_id, u.username, e.left_on is null as is_active, e.remark, e.version
    from employee e
    left join department d on d.group_id = e.group_id and d.id = e.department_id
    left join position p on p.group_id = e.group_id and p.id = e.position_id
    left join team t on t.group_id = e.group_id and t.id = e.team_id
    left join app_user u on u.group_id = e.group_id and u.id = e.user_id
    where ${await where(tx, filters)} order by ${order ?? sql`e.left_on is not null, e.emp_no`}`,
    filters,
  )
  const shown = rows.map((row) => ({ ...row, mobile: maskedMobile(tx.caller, row.mobile) }))
  return { rows: shown, more }
}

export async function employeeTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from employee e where ${await where(tx, filters)}`)
}

async function where(tx: CallerTx, filters: Filters): Promise<RawBuilder<SqlBool>> {
  const below = filters.departmentId === undefined ? undefined : await departmentAndBelow(tx, filters.departmentId)
  return allOf([
    sql<SqlBool>`e.group_id = ${tx.groupId}`,
    sql<SqlBool>`e.org_id = ${tx.caller.orgId}`,
    ...(filters.q ? [namesEmployee(tx.caller, filters.q.toLowerCase())] : []),
    ...(below ? [isAnyOf('e.department_id', below)] : []),
    ...(filters.positionId === undefined ? [] : [sql<SqlBool>`e.position_id = ${filters.positionId}`]),
    ...(filters.teamId === undefined ? [] : [sql<SqlBool>`e.team_id = ${filters.teamId}`]),
    ...(filters.active === undefined ? [] : [sql<SqlBool>`(e.left_on is null) = ${filters.active}`]),
  ])
}

/** Employees `e` that the lower-case text names: part of the name, the number or the mobile. */
function namesEmployee(caller: Caller, text: string): RawBuilder<SqlBool> {
  const ways = [
    sql<SqlBool>`lower(e.name) like ${containing(text)}`,
    sql<SqlBool>`lower(e.emp_no) like ${containing(text)}`,
    ...partOfMobile(caller, 'e.mobile', text),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

async function departmentAndBelow(tx: CallerTx, id: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: 'departments-below',
    text: `with recursive below as (
        select id from department where group_id = $1 and org_id = $2 and id = $3
        union
        select d.id from department d join below b on d.parent_id = b.id where d.group_id = $1
      )
      select id from below`,
    values: [tx.groupId, tx.caller.orgId, id],
  })
  return rows.map((row) => row.id)
}

/** Saves an employee of the current organisation; a number left blank is given out (business/access 2.3). */
export async function saveEmployee(tx: CallerTx, body: BodyOf<typeof employeeRoutes.save>): Promise<SavedRow> {
  const { id, version, mobile, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? staffButtons.add : staffButtons.update)) forbidden()
  const before = id === undefined ? undefined : await lockEmployee(tx, id, version ?? 0)
  await assertPost(tx, fields, before)
  const empNo = fields.empNo || before?.empNo || (await freshNumber(tx))
  // A masked mobile came back as it was sent and changes nothing.
  const row = { ...fields, empNo, mobile: mobile.includes('*') ? (before?.mobile ?? '') : mobile }
  const saved = await onViolation({ employee_group_id_org_id_emp_no_key: `工号“${empNo}”已存在` }, () =>
    before
      ? changeMaster(tx, employeeMaster, before, row)
      : addMaster(tx, employeeMaster, { orgId: tx.caller.orgId, ...row }),
  )
  if (before && before.departmentId !== fields.departmentId) await refreshRights(tx, tx.caller.orgId)
  return saved
}

/** The organisation's code and the next two digits, as in 0107; the organisation's row is locked meanwhile. */
async function freshNumber(tx: CallerTx): Promise<string> {
  const { orgId, org } = tx.caller
  await tx.query({
    text: 'select id from org where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, orgId],
  })
  const last = await tx.one<{ no: number }>({
    text: `select coalesce(max(substr(emp_no, $3)::int), 0) as no from employee
      where group_id = $1 and org_id = $2 and emp_no ~ $4`,
    values: [tx.groupId, orgId, org.code.length + 1, `^${org.code}[0-9]{2,6}$`],
  })
  return org.code + String((last?.no ?? 0) + 1).padStart(2, '0')
}

/** Locks an employee of the caller's organisation; one of another organisation does not exist. */
export async function lockEmployee(tx: CallerTx, id: number, version?: number): Promise<Employee> {
  const row = await lockMaster<Employee>(tx, employeeMaster, id, version)
  if (row.orgId !== tx.caller.orgId) notFound('员工')
  return row
}

/** 调岗: the audit trail keeps where he was before; his data scope 本部门 follows at once. */
export async function transferEmployee(
  tx: CallerTx,
  id: number,
  { version, reason, ...post }: BodyOf<typeof employeeRoutes.transfer>,
): Promise<SavedRow> {
  const before = await lockEmployee(tx, id, version)
  await assertPost(tx, post, before)
  const saved = await changeMaster(tx, employeeMaster, before, post)
  if (reason !== '') await audit(tx, { entity: 'employee', entityId: id, action: 'transfer', reason })
  await refreshRights(tx, tx.caller.orgId)
  return saved
}

/** People of one department, or of all, for choices. */
export function employeesOf(tx: CallerTx, departmentId: number | undefined) {
  return tx.query<{ id: number; name: string; empNo: string; departmentId: number | null }>({
    name: 'department-employees',
    text: `select id, name, emp_no, department_id from employee
      where group_id = $1 and org_id = $2 and left_on is null and ($3::bigint is null or department_id = $3) order by emp_no`,
    values: [tx.groupId, tx.caller.orgId, departmentId ?? null],
  })
}
