import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { positionButtons, type PositionRow, type positionRoutes } from '@chepu/contract/access/staff'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  removeMaster,
} from '../../kernel/master/master'
import { allOf, containing } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { pageOf, totalsOf } from '../../kernel/query/page'

const position: Master = { table: 'position', title: '职位' }
interface Filters {
  q?: string | undefined
  active?: boolean | undefined
}

/** 职位 of the group, the highest first. */
export async function listPositions(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: PositionRow[]; more: boolean }> {
  const order = sortedBy({ name: 'p.name', level: 'p.level' }, filters.sort)
  return pageOf(
    tx,
    sql<PositionRow>`select p.id, p.name, p.level, p.remark, p.is_active, p.version,
      (select count(*) from employee e where e.group_id = p.group_id and e.position_id = p.id and e.left_on is null)
        as employee_count
    from position p where ${where(tx, filters)} order by ${order ?? sql`p.level, p.id`}`,
    filters,
  )
}

export async function positionTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from position p where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`p.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(p.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`p.is_active = ${active}`]),
  ])
}

/** Saves a post; its name is unique in the group. */
export async function savePosition(tx: CallerTx, body: BodyOf<typeof positionRoutes.save>): Promise<SavedRow> {
  const { id, version, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? positionButtons.add : positionButtons.update)) forbidden()
  return onViolation({ position_group_id_name_key: `职位“${fields.name}”已存在` }, async () => {
    if (id === undefined) return addMaster(tx, position, fields)
    return changeMaster(tx, position, await lockMaster(tx, position, id, version ?? 0), fields)
  })
}

export const enablePosition = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, position, id, change)

export const removePosition = async (tx: CallerTx, id: number) =>
  removeMaster(tx, position, await lockMaster(tx, position, id))
