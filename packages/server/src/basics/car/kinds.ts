import { carButtons } from '@chepu/contract/basics/car-model'
import type { carColorRoutes, CarColorRow, carTypeRoutes, CarTypeRow } from '@chepu/contract/basics/car-kinds'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
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
} from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'

const carType: Master = { table: 'car_type', title: '车辆类型' }
const carColor: Master = { table: 'car_color', title: '车身颜色' }

type Filters = QueryOf<typeof carColorRoutes.totals>
type Named = MasterRow & { name: string }

const where = (tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> =>
  allOf([
    sql<SqlBool>`k.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(k.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`k.is_active = ${active}`]),
  ])

/** Types in their order, with what an hour of work on each costs (business/basics 5.3). */
export const listCarTypes = (tx: CallerTx, filters: QueryOf<typeof carTypeRoutes.list>) =>
  pageOf(
    tx,
    sql<CarTypeRow>`select k.id, k.name, k.hour_price, k.sort_no, k.remark, k.is_active, k.version
      from car_type k where ${where(tx, filters)}
      order by ${sortedBy({ name: 'k.name', sortNo: 'k.sort_no', hourPrice: 'k.hour_price' }, filters.sort) ?? sql`k.sort_no`}, k.id`,
    filters,
  )

export const carTypeTotals = (tx: CallerTx, filters: Filters): Promise<Totals> =>
  totalsOf(tx, sql`select count(*) as count from car_type k where ${where(tx, filters)}`)

/** Colours in their order (business/basics 5.3). */
export const listCarColors = (tx: CallerTx, filters: QueryOf<typeof carColorRoutes.list>) =>
  pageOf(
    tx,
    sql<CarColorRow>`select k.id, k.name, k.sort_no, k.remark, k.is_active, k.version from car_color k where ${where(tx, filters)}
      order by ${sortedBy({ name: 'k.name', sortNo: 'k.sort_no' }, filters.sort) ?? sql`k.sort_no`}, k.id`,
    filters,
  )

export const carColorTotals = (tx: CallerTx, filters: Filters): Promise<Totals> =>
  totalsOf(tx, sql`select count(*) as count from car_color k where ${where(tx, filters)}`)

/** Saves a type; series that are of it are called by its new name with it. */
export const saveCarType = (tx: CallerTx, body: BodyOf<typeof carTypeRoutes.save>): Promise<SavedRow> =>
  saveKind(tx, carType, body, async (before) => {
    if (before.name !== body.name)
      await tx.query({
        text: 'update car_series set car_type = $3, version = version + 1 where group_id = $1 and car_type = $2',
        values: [tx.groupId, before.name, body.name],
      })
  })

export const saveCarColor = (tx: CallerTx, body: BodyOf<typeof carColorRoutes.save>): Promise<SavedRow> =>
  saveKind(tx, carColor, body)

async function saveKind(
  tx: CallerTx,
  master: Master,
  { id, version, ...row }: BodyOf<typeof carColorRoutes.save>,
  afterwards: (before: Named) => Promise<void> = async () => undefined,
): Promise<SavedRow> {
  if (!mayPress(tx.caller, id === undefined ? carButtons.add : carButtons.update)) forbidden()
  const taken = { [`${master.table}_group_id_name_key`]: `${master.title}“${row.name}”已存在` }
  return onViolation(taken, async () => {
    if (id === undefined) return addMaster(tx, master, row)
    const before = await lockMaster<Named>(tx, master, id, version ?? 0)
    const saved = await changeMaster(tx, master, before, row)
    await afterwards(before)
    return saved
  })
}

export const enableCarType = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, carType, id, change)

export const enableCarColor = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, carColor, id, change)

/** Deletes a type of which there is neither a series nor a car. */
export async function removeCarType(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster<Named>(tx, carType, id)
  const series = await tx.one<{ name: string }>({
    text: 'select name from car_series where group_id = $1 and car_type = $2 order by id limit 1',
    values: [tx.groupId, row.name],
  })
  if (series) refuse(`车系“${series.name}”是“${row.name}”，不能删除，可改为停用`)
  return removeMaster(tx, carType, row)
}

/** Deletes a colour that no car has. */
export const removeCarColor = async (tx: CallerTx, id: number) =>
  removeMaster(tx, carColor, await lockMaster(tx, carColor, id))

/** Refuses a type that is not in the list, or newly chosen while it is switched off; shared until the commit, so that its name stays. */
export async function assertCarType(tx: CallerTx, name: string, before: string | undefined): Promise<void> {
  if (name === '' || name === before) return
  const row = await tx.one<{ isActive: boolean }>({
    text: 'select is_active from car_type where group_id = $1 and name = $2 for share',
    values: [tx.groupId, name],
  })
  if (!row) invalid([{ path: 'carType', message: `车辆类型“${name}”不存在` }])
  if (!row.isActive) invalid([{ path: 'carType', message: `车辆类型“${name}”已停用` }])
}

/** Names of the types that may be chosen, in their order. */
export const carTypeNames = (tx: CallerTx): Promise<{ name: string }[]> =>
  tx.query({
    text: 'select name from car_type where group_id = $1 and is_active order by sort_no, id',
    values: [tx.groupId],
  })
