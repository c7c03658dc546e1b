import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { teamButtons, type TeamRow, type teamRoutes } from '@chepu/contract/access/staff'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { allOf, containing } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { assertOwnEmployee } from './employee-rules'
import { pageOf, totalsOf } from '../../kernel/query/page'

const team: Master = { table: 'team', title: '班组' }
interface Team extends MasterRow {
  orgId: number
  name: string
}
interface Filters {
  q?: string | undefined
  active?: boolean | undefined
}

/** 班组 of the current organisation with their people. */
export async function listTeams(tx: CallerTx, filters: Filters & Paging): Promise<{ rows: TeamRow[]; more: boolean }> {
  const order = sortedBy({ name: 't.name', leaderName: 'l.name' }, filters.sort)
  return pageOf(
    tx,
    sql<TeamRow>`select t.id, t.name, t.leader_id, l.name as leader_name, t.remark,
      t.is_active, t.version, coalesce(m.ids, '{}') as member_ids, coalesce(m.names, '') as member_names,
      coalesce(m.count, 0) as member_count
    from team t
    left join employee l on l.group_id = t.group_id and l.id = t.leader_id
    left join (
      select team_id, array_agg(id::int order by emp_no) as ids, string_agg(name, '、' order by emp_no) as names,
        count(*) as count
      from employee where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId} and left_on is null group by team_id
    ) m on m.team_id = t.id
    where ${where(tx, filters)} order by ${order ?? sql`t.id`}`,
    filters,
  )
}

export async function teamTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from team t where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId}`,
    sql<SqlBool>`t.org_id = ${tx.caller.orgId}`,
    ...(q ? [sql<SqlBool>`lower(t.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

/** Saves a 班组 with its leader and members; a person belongs to one 班组, the leader is one of its people. */
export async function saveTeam(tx: CallerTx, body: BodyOf<typeof teamRoutes.save>): Promise<SavedRow> {
  const { id, version, memberIds, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? teamButtons.add : teamButtons.update)) forbidden()
  const before = id === undefined ? undefined : await lockTeam(tx, id, version ?? 0)
  if (fields.leaderId !== null) await assertOwnEmployee(tx, fields.leaderId, 'leaderId', '组长')
  const members = [...new Set([...memberIds, ...(fields.leaderId === null ? [] : [fields.leaderId])])]
  await assertFree(tx, members, id)
  const saved = await onViolation({ team_group_id_org_id_name_key: `班组“${fields.name}”已存在` }, () =>
    before ? changeMaster(tx, team, before, fields) : addMaster(tx, team, { orgId: tx.caller.orgId, ...fields }),
  )
  await tx.query({
    text: `update employee set team_id = null, version = version + 1
      where group_id = $1 and team_id = $2 and not (id = any ($3::bigint[]))`,
    values: [tx.groupId, saved.id, members],
  })
  await tx.query({
    text: `update employee set team_id = $2, version = version + 1
      where group_id = $1 and id = any ($3::bigint[]) and team_id is distinct from $2`,
    values: [tx.groupId, saved.id, members],
  })
  return saved
}

async function assertFree(tx: CallerTx, members: readonly number[], teamId: number | undefined): Promise<void> {
  const people = await tx.query<{ id: number; name: string; teamId: number | null; teamName: string | null }>({
    text: `select e.id, e.name, e.team_id, t.name as team_name from employee e
      left join team t on t.group_id = e.group_id and t.id = e.team_id
      where e.group_id = $1 and e.org_id = $2 and e.left_on is null and e.id = any ($3::bigint[])
      order by e.id for no key update of e`,
    values: [tx.groupId, tx.caller.orgId, members],
  })
  if (people.length < members.length) invalid([{ path: 'memberIds', message: '成员不是本企业的在职员工' }])
  const taken = people.find((person) => person.teamId !== null && person.teamId !== teamId)
  if (taken) invalid([{ path: 'memberIds', message: `${taken.name}已在班组“${taken.teamName}”，请先从该班组移出` }])
}

async function lockTeam(tx: CallerTx, id: number, version?: number): Promise<Team> {
  const row = await lockMaster<Team>(tx, team, id, version)
  if (row.orgId !== tx.caller.orgId) notFound('班组')
  return row
}

export async function enableTeam(tx: CallerTx, id: number, change: { isActive: boolean; version: number }) {
  await lockTeam(tx, id)
  return enableMaster(tx, team, id, change)
}

export async function removeTeam(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockTeam(tx, id)
  const member = await tx.one({
    text: 'select 1 as member from employee where group_id = $1 and team_id = $2 limit 1',
    values: [tx.groupId, id],
  })
  if (member) refuse(`班组“${row.name}”还有成员，不能删除，可改为停用`)
  return removeMaster(tx, team, row)
}
