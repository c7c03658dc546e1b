import { carButtons } from '@chepu/contract/basics/car-model'
import type { lookUpVin, vinRuleRoutes, VinRuleRow } from '@chepu/contract/basics/vin-rule'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import type { DataOf } from '@chepu/contract/kernel/route'
import { vinYear } from '@chepu/contract/kernel/vin'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, startingWith } from '../../kernel/caller/scope'
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

type Body = BodyOf<typeof vinRuleRoutes.save>
type Filters = QueryOf<typeof vinRuleRoutes.totals>

type Car = Pick<Body, 'seriesId' | 'modelId'>
type Rule = MasterRow & Car

const rule: Master = { table: 'vin_rule', title: 'VIN规则' }

const tables = sql`from vin_rule v
  join car_series s on s.group_id = v.group_id and s.id = v.series_id
  join brand b on b.group_id = s.group_id and b.id = s.brand_id
  left join car_model m on m.group_id = v.group_id and m.id = v.model_id`

/** VIN rules by their beginnings (business/basics 5.2). */
export const listVinRules = (tx: CallerTx, filters: QueryOf<typeof vinRuleRoutes.list>) =>
  pageOf(
    tx,
    sql<VinRuleRow>`select v.id, v.prefix, v.series_id, v.model_id, concat_ws(' ', b.name, s.name, m.name) as car_name, v.is_active,
      v.remark, v.version ${tables} where ${where(tx, filters)}
    order by ${sortedBy({ prefix: 'v.prefix' }, filters.sort) ?? sql`v.prefix`}, v.id`,
    filters,
  )

export const vinRuleTotals = (tx: CallerTx, filters: Filters): Promise<Totals> =>
  totalsOf(tx, sql`select count(*) as count ${tables} where ${where(tx, filters)}`)

const where = (tx: CallerTx, { q, seriesId, active }: Filters): RawBuilder<SqlBool> =>
  allOf([
    sql<SqlBool>`v.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`(v.prefix like ${startingWith(q)} or starts_with(${q}, v.prefix))`] : []),
    ...(seriesId ? [sql<SqlBool>`v.series_id = ${seriesId}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`v.is_active = ${active}`]),
  ])

/** Saves a rule; a beginning belongs to one series or one of its models (business/basics 5.2). */
export async function saveVinRule(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, ...row } = body
  if (!mayPress(tx.caller, id === undefined ? carButtons.add : carButtons.update)) forbidden()
  return onViolation({ vin_rule_group_id_prefix_key: `VIN前缀 ${row.prefix} 已有规则` }, async () => {
    const before = id === undefined ? undefined : await lockMaster<Rule>(tx, rule, id, version ?? 0)
    await assertCar(tx, row, before)
    return before ? changeMaster(tx, rule, before, row) : addMaster(tx, rule, row)
  })
}

/** A car that is switched off is not newly chosen. */
async function assertCar(tx: CallerTx, { seriesId, modelId }: Car, before: Car | undefined): Promise<void> {
  const car = await tx.one<{ modelId: number | null; isActive: boolean; modelIsActive: boolean }>({
    text: `select m.id as model_id, s.is_active, coalesce(m.is_active, true) as model_is_active from car_series s
      left join car_model m on m.group_id = s.group_id and m.series_id = s.id and m.id = $3
      where s.group_id = $1 and s.id = $2`,
    values: [tx.groupId, seriesId, modelId],
  })
  if (!car) invalid([{ path: 'seriesId', message: '车系不存在' }])
  if (modelId !== null && car.modelId === null) invalid([{ path: 'modelId', message: '该车系没有这个年款' }])
  if (!car.isActive && before?.seriesId !== seriesId) invalid([{ path: 'seriesId', message: '车系已停用' }])
  if (!car.modelIsActive && before?.modelId !== modelId) invalid([{ path: 'modelId', message: '年款已停用' }])
}

export const enableVinRule = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, rule, id, change)

/** Deletes a rule; nothing refers to one. */
export async function removeVinRule(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster(tx, rule, id)
  return removeMaster(tx, rule, { ...row, name: row['prefix'] })
}

type Found = DataOf<typeof lookUpVin>

/** The car of a VIN, by the longest active rule of 3 to 9 signs that begins it (business/basics 5.2). */
export async function findByVin(tx: CallerTx, { vin }: QueryOf<typeof lookUpVin>): Promise<Found> {
  const year = vinYear(vin, Number.parseInt(shanghaiDay().slice(0, 4), 10))
  const beginnings = Array.from({ length: 7 }, (_, i) => vin.slice(0, 3 + i))
  const [found] = await tx.select(sql<Omit<Found, 'year' | 'models'>>`select v.prefix, v.series_id, v.model_id,
      concat_ws(' ', b.name, s.name, m.name) as car_name, s.car_type
    ${tables} where v.group_id = ${tx.groupId} and v.is_active and s.is_active and coalesce(m.is_active, true) and v.prefix = any (${beginnings}::text[])
    order by length(v.prefix) desc limit 1`)
  if (!found) return { prefix: null, seriesId: null, modelId: null, carName: '', carType: '', year, models: [] }
  return { ...found, year, models: await modelsOf(tx, found, year) }
}

async function modelsOf(
  tx: CallerTx,
  { seriesId, modelId }: Pick<Found, 'seriesId' | 'modelId'>,
  year: number | null,
): Promise<Found['models']> {
  const all = await tx.select(sql<Found['models'][number]>`select m.id, m.name, m.year, m.engine_code from car_model m
    where m.group_id = ${tx.groupId} and m.series_id = ${seriesId} and ${modelId === null ? sql`m.is_active` : sql`m.id = ${modelId}`}
    order by m.year desc, m.name`)
  const ofYear = modelId === null ? all.filter((each) => each.year === year) : []
  return ofYear.length > 0 ? ofYear : all
}
