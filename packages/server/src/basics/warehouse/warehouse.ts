import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { warehouseButtons, type warehouseRoutes, type WarehouseRow } from '@chepu/contract/basics/warehouse'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
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
} from '../../kernel/master/master'
import { allOf, containing } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { pageOf, totalsOf } from '../../kernel/query/page'

type Filters = QueryOf<typeof warehouseRoutes.totals>

const warehouse: Master = { table: 'warehouse', title: '仓库' }

interface Row extends MasterRow {
  orgId: number
  kind: string
  code: string
  name: string
  isDefault: boolean
}

const sortable = { code: 'w.code', name: 'w.name', kind: 'w.kind', keeperName: 'k.name' }

/** Warehouses of the caller's org; administration of them does not need the warehouse permission. */
export async function listWarehouses(tx: CallerTx, filters: QueryOf<typeof warehouseRoutes.list>) {
  return pageOf(
    tx,
    sql<WarehouseRow>`select w.id, w.code, w.name, w.kind, w.keeper_id, k.name as keeper_name,
      w.address, w.allow_sale, w.allow_pick, w.is_default, w.is_active, w.remark, w.version,
      (select count(*) from location l where l.group_id = w.group_id and l.warehouse_id = w.id and l.is_active) as location_count
    from warehouse w left join employee k on k.group_id = w.group_id and k.id = w.keeper_id
    where ${where(tx, filters)}
    order by ${sortedBy(sortable, filters.sort) ?? sql`w.is_default desc, w.code`}`,
    filters,
  )
}

export async function warehouseTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from warehouse w where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`w.group_id = ${tx.groupId} and w.org_id = ${tx.caller.orgId} and w.kind <> 'transit'`,
    ...(text ? [sql<SqlBool>`(lower(w.name) like ${containing(text)} or lower(w.code) like ${containing(text)})`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`w.is_active = ${active}`]),
  ])
}

const messages = {
  warehouse_group_id_org_id_code_key: '仓库编码已存在',
  warehouse_group_id_org_id_name_key: '仓库名称已存在',
}

/** Saves a warehouse of the caller's org. One is the default; a new one gets its bin 默认 (business/basics 5). */
export async function saveWarehouse(tx: CallerTx, body: BodyOf<typeof warehouseRoutes.save>): Promise<SavedRow> {
  const { id, version, ...typed } = body
  if (!mayPress(tx.caller, id === undefined ? warehouseButtons.add : warehouseButtons.update)) forbidden()
  const row = { ...typed, code: typed.code.toUpperCase() }
  await assertKeeper(tx, row.keeperId)
  return onViolation(messages, async () => {
    const saved = id === undefined ? await addWarehouse(tx, row) : await change(tx, id, version ?? 0, row)
    if (row.isDefault)
      await tx.query({
        text: 'update warehouse set is_default = false where group_id = $1 and org_id = $2 and id <> $3 and is_default',
        values: [tx.groupId, tx.caller.orgId, saved.id],
      })
    return saved
  })
}

async function change(tx: CallerTx, id: number, version: number, row: { code: string; isDefault: boolean }) {
  const before = await ownWarehouse(tx, id, version)
  if (before.isDefault && !row.isDefault) refuse('请先把另一个仓库设为默认仓库')
  if (before.code !== row.code && (await isUsed(tx, id)))
    invalid([{ path: 'code', message: '编码已被单据使用，不能修改' }])
  return changeMaster(tx, warehouse, before, row)
}

async function addWarehouse(tx: CallerTx, row: Record<string, unknown>) {
  const saved = await addMaster(tx, warehouse, { ...row, orgId: tx.caller.orgId })
  await tx.insert(
    'location',
    ['group_id', 'warehouse_id', 'code', 'is_default'],
    [[tx.groupId, saved.id, '默认', true]],
  )
  // Who opens a warehouse works in it; others are given it in 仓库权限.
  await tx.insert(
    'user_warehouse',
    ['group_id', 'user_id', 'warehouse_id', 'can_in', 'can_out', 'can_count', 'can_transfer', 'can_cost'],
    [[tx.groupId, tx.caller.userId, saved.id, true, true, true, true, true]],
  )
  await refreshRights(tx)
  return saved
}

/** Users of this group read their rights anew, since the warehouses they may use have changed. */
const refreshRights = (tx: CallerTx) =>
  tx.query({
    text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
    values: [tx.groupId],
  })

async function assertKeeper(tx: CallerTx, keeperId: number | null): Promise<void> {
  if (keeperId === null) return
  const keeper = await tx.one({
    text: 'select id from employee where group_id = $1 and org_id = $2 and id = $3',
    values: [tx.groupId, tx.caller.orgId, keeperId],
  })
  if (!keeper) invalid([{ path: 'keeperId', message: '负责人不是本企业员工' }])
}

/** That of goods on their way is nobody's to change. */
const isHis = (tx: CallerTx, { orgId, kind }: Row): boolean => orgId === tx.caller.orgId && kind !== 'transit'

/** Locks a warehouse of the caller's org; those of other orgs do not exist for him. */
export async function ownWarehouse(tx: CallerTx, id: number, version?: number): Promise<Row> {
  const row = await lockMaster<Row>(tx, warehouse, id, version)
  if (!isHis(tx, row)) notFound('仓库')
  return row
}

const isUsed = async (tx: CallerTx, id: number): Promise<boolean> =>
  (await tx.one({
    text: 'select 1 as used from goods_document where group_id = $1 and warehouse_id = $2 limit 1',
    values: [tx.groupId, id],
  })) !== undefined

export async function enableWarehouse(tx: CallerTx, id: number, body: { isActive: boolean; version: number }) {
  const done = await enableMaster<Row>(tx, warehouse, id, body, async (row) => {
    if (!isHis(tx, row)) notFound('仓库')
    if (body.isActive) return
    if (row.isDefault) refuse('默认仓库不能停用，请先把另一个仓库设为默认仓库')
    if (await holdsStock(tx, 'warehouse_id', id)) refuse(`仓库“${row.name}”还有库存，不能停用`)
  })
  await refreshRights(tx)
  return done
}

/** Whether any piece lies in the warehouse or location. */
export const holdsStock = async (tx: CallerTx, column: 'warehouse_id' | 'location_id', id: number): Promise<boolean> =>
  (await tx.one({
    text: `select 1 as held from stock_balance where group_id = $1 and ${column} = $2 and qty <> 0 limit 1`,
    values: [tx.groupId, id],
  })) !== undefined
