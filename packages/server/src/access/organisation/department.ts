import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import {
  type departmentRoutes,
  type DepartmentRow,
  maxDepartmentLevel,
  staffButtons,
} from '@chepu/contract/access/staff'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, notFound, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { assertOwnEmployee } from './employee-rules'
import { refreshRights } from './members'
import { assertTreePlace } from '../../kernel/master/tree-place'

const department: Master = { table: 'department', title: '部门' }

interface DepartmentNode extends MasterRow {
  orgId: number
  parentId: number | null
  name: string
}

/** Departments of the current organisation with the number of people right in each. */
export function listDepartments(tx: CallerTx): Promise<DepartmentRow[]> {
  return tx.query({
    name: 'list-departments',
    text: `select d.id, d.parent_id, d.code, d.name, d.leader_id, l.name as leader_name, d.sort, d.is_active, d.version,
        (select count(*) from employee e where e.group_id = d.group_id and e.department_id = d.id and e.left_on is null)
          as employee_count
      from department d left join employee l on l.group_id = d.group_id and l.id = d.leader_id
      where d.group_id = $1 and d.org_id = $2 order by d.sort, d.id`,
    values: [tx.groupId, tx.caller.orgId],
  })
}

/** Saves a department; another parent moves it with all below it. Scopes 本部门 follow at once (business/access 7). */
export async function saveDepartment(tx: CallerTx, body: BodyOf<typeof departmentRoutes.save>): Promise<SavedRow> {
  const { id, version, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? staffButtons.add : staffButtons.update)) forbidden()
  const before = id === undefined ? undefined : await lockDepartment(tx, id, version ?? 0)
  await assertPlace(tx, id, fields.parentId)
  if (fields.leaderId !== null) await assertOwnEmployee(tx, fields.leaderId, 'leaderId', '负责人')
  const saved = await onViolation({ department_place: `同一上级下已有部门“${fields.name}”` }, () =>
    before
      ? changeMaster(tx, department, before, fields)
      : addMaster(tx, department, { orgId: tx.caller.orgId, ...fields }),
  )
  if (before && before.parentId !== fields.parentId) await refreshRights(tx, tx.caller.orgId)
  return saved
}

/** Locks a department of the caller's organisation; one of another organisation does not exist. */
async function lockDepartment(tx: CallerTx, id: number, version?: number): Promise<DepartmentNode> {
  const row = await lockMaster<DepartmentNode>(tx, department, id, version)
  if (row.orgId !== tx.caller.orgId) notFound('部门')
  return row
}

async function assertPlace(tx: CallerTx, id: number | undefined, parentId: number | null): Promise<void> {
  if (parentId === null) return
  const all = await tx.query<{ id: number; parentId: number | null }>({
    text: 'select id, parent_id from department where group_id = $1 and org_id = $2',
    values: [tx.groupId, tx.caller.orgId],
  })
  assertTreePlace(all, { id, parentId }, { title: '部门', most: maxDepartmentLevel })
}

export async function enableDepartment(tx: CallerTx, id: number, change: { isActive: boolean; version: number }) {
  await lockDepartment(tx, id)
  return enableMaster<DepartmentNode>(tx, department, id, change, async (row) => {
    if (!change.isActive) await assertNobody(tx, row)
  })
}

/** A department with people or parts stays; documents keep its name. */
export async function removeDepartment(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockDepartment(tx, id)
  await assertNobody(tx, row)
  return removeMaster(tx, department, row)
}

async function assertNobody(tx: CallerTx, row: DepartmentNode): Promise<void> {
  const held = await tx.one<{ people: boolean; below: boolean }>({
    text: `select exists (select from employee where group_id = $1 and department_id = $2 and left_on is null) as people,
      exists (select from department where group_id = $1 and parent_id = $2 and is_active) as below`,
    values: [tx.groupId, row.id],
  })
  if (held?.people) refuse(`部门“${row.name}”还有在职员工，请先调岗`)
  if (held?.below) refuse(`部门“${row.name}”有下级部门，请先处理下级部门`)
}
