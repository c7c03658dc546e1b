import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import {
  locationCodeOf,
  type locationRoutes,
  type LocationRow,
  maxBatchLocations,
  type Span,
  warehouseButtons,
} from '@chepu/contract/basics/warehouse'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { twinRefusal } from '../../kernel/master/code-twins'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { holdsStock, ownWarehouse } from '../warehouse/warehouse'
import { pageOf, totalsOf } from '../../kernel/query/page'

type Filters = QueryOf<typeof locationRoutes.totals>

const location: Master = { table: 'location', title: '货位' }

interface Row extends MasterRow {
  warehouseId: number
  code: string
  isDefault: boolean
}

const sortable = { code: 'l.code', warehouseName: 'w.code', zone: 'l.zone', pickOrder: 'l.pick_order', qty: 'qty' }

/** Locations of the org's warehouses with the pieces that lie there. */
export async function listLocations(tx: CallerTx, filters: QueryOf<typeof locationRoutes.list>) {
  return pageOf(
    tx,
    sql<LocationRow>`select l.id, l.warehouse_id, w.name as warehouse_name, l.code, l.zone, l.rack,
      l.level, l.slot, l.capacity, l.pick_order, l.is_default, l.is_active, l.version,
      (select coalesce(sum(s.qty), 0) from stock_balance s where s.group_id = l.group_id and s.location_id = l.id) as qty
    from location l join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id
    where ${where(tx, filters)}
    order by ${sortedBy(sortable, filters.sort) ?? sql`w.is_default desc, w.code, l.pick_order, l.code`}`,
    filters,
  )
}

export async function locationTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(
    tx,
    sql`select count(*) as count
    from location l join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id where ${where(tx, filters)}`,
  )
}

function where(tx: CallerTx, { q, warehouseId, zone, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`l.group_id = ${tx.groupId} and w.org_id = ${tx.caller.orgId} and w.kind <> 'transit'`,
    ...(q ? [sql<SqlBool>`lower(l.code) like ${containing(q.toLowerCase())}`] : []),
    ...(warehouseId ? [isAnyOf('l.warehouse_id', [warehouseId])] : []),
    ...(zone ? [sql<SqlBool>`l.zone = ${zone}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`l.is_active = ${active}`]),
  ])
}

const messages = {
  location_group_id_warehouse_id_code_key: '该仓库已有此货位编码',
  location_code_key: '该仓库已有此货位编码',
}

/** Saves a location; a blank code is made of 区-架-层-位 (business/basics 5). */
export async function saveLocation(tx: CallerTx, body: BodyOf<typeof locationRoutes.save>): Promise<SavedRow> {
  const { id, version, ...typed } = body
  if (!mayPress(tx.caller, id === undefined ? warehouseButtons.add : warehouseButtons.update)) forbidden()
  await ownWarehouse(tx, typed.warehouseId)
  const code = typed.code || [typed.zone, typed.rack, typed.level, typed.slot].filter(Boolean).join('-')
  if (code === '') invalid([{ path: 'code', message: '请输入货位编码，或填写区、架、层、位' }])
  const row = { ...typed, code }
  return onViolation(messages, async () => {
    if (id === undefined) {
      await assertNoTwin(tx, row)
      return addMaster(tx, location, row)
    }
    const before = await ownLocation(tx, id, version ?? 0)
    if (before.code !== code) await assertNoTwin(tx, { ...row, id })
    if (before.isDefault && before.code !== code) refuse('默认货位的编码不能修改')
    if (before.warehouseId !== row.warehouseId) invalid([{ path: 'warehouseId', message: '货位不能换仓库' }])
    if (before.code !== code && (await holdsStock(tx, 'location_id', id)))
      invalid([{ path: 'code', message: '货位上还有库存，不能改编码' }])
    return changeMaster(tx, location, before, row)
  })
}

async function assertNoTwin(tx: CallerTx, row: { id?: number; code: string; warehouseId: number }): Promise<void> {
  const message = await twinRefusal(tx, 'location', row)
  if (message !== undefined) invalid([{ path: 'code', message }])
}

async function ownLocation(tx: CallerTx, id: number, version?: number): Promise<Row> {
  const row = await lockMaster<Row>(tx, location, id, version)
  await ownWarehouse(tx, row.warehouseId)
  return row
}

const countOf = ({ from, to }: Span): number => to - from + 1
const numbers = (span: Span): number[] => Array.from({ length: countOf(span) }, (_, i) => span.from + i)

/** Makes all locations of a zone at once, rack by rack; existing codes stay as they are. */
export async function generateLocations(tx: CallerTx, body: BodyOf<typeof locationRoutes.batch>) {
  const { name } = await ownWarehouse(tx, body.warehouseId)
  const { zone } = body
  // Counted before they are made: nine digits of a small body would fill the memory of all.
  const count = countOf(body.racks) * countOf(body.levels) * countOf(body.slots)
  if (count > maxBatchLocations)
    invalid([{ path: 'slots', message: `一次最多生成${maxBatchLocations}个货位，当前${count}个` }])
  const places = numbers(body.racks).flatMap((rack) =>
    numbers(body.levels).flatMap((level) => numbers(body.slots).map((slot) => ({ rack, level, slot }))),
  )
  const two = (part: number) => String(part).padStart(2, '0')
  const added = await tx.insert(
    'location',
    ['group_id', 'warehouse_id', 'code', 'zone', 'rack', 'level', 'slot'],
    places.map(({ rack, level, slot }) => [
      tx.groupId,
      body.warehouseId,
      locationCodeOf(zone, rack, level, slot),
      zone,
      two(rack),
      two(level),
      two(slot),
    ]),
    'on conflict do nothing returning id',
  )
  await audit(tx, {
    entity: 'warehouse',
    entityId: body.warehouseId,
    action: 'batch',
    detail: { name, zone, added: added.length },
  })
  return { added: added.length, existing: places.length - added.length }
}

export const enableLocation = (tx: CallerTx, id: number, body: { isActive: boolean; version: number }) =>
  enableMaster<Row>(tx, location, id, body, async (row) => {
    await ownWarehouse(tx, row.warehouseId)
    if (body.isActive) return
    if (row.isDefault) refuse('默认货位不能停用')
    if (await holdsStock(tx, 'location_id', id)) refuse(`货位“${row.code}”还有库存，不能停用`)
  })

export async function removeLocation(tx: CallerTx, id: number) {
  const row = await ownLocation(tx, id)
  if (row.isDefault) refuse('默认货位不能删除')
  return removeMaster(tx, location, row)
}
