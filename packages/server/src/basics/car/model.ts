import { carButtons, type carModelRoutes, type CarModelRow } from '@chepu/contract/basics/car-model'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
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
import { assertOnlyName } from '../../kernel/master/name-twins'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { rewriteFitments } from './fitted-cars'

type Body = BodyOf<typeof carModelRoutes.save>
type Filters = QueryOf<typeof carModelRoutes.totals>

interface Model extends MasterRow {
  seriesId: number
  name: string
}

const model: Master = { table: 'car_model', title: '车型' }

const sortable = {
  brandName: 'b.name',
  seriesName: 's.name',
  maker: 's.maker',
  name: 'm.name',
  year: 'm.year',
  displacementMl: 'm.displacement_ml',
  engineCode: 'm.engine_code',
}

const tables = sql`from car_model m
  join car_series s on s.group_id = m.group_id and s.id = m.series_id
  join brand b on b.group_id = s.group_id and b.id = s.brand_id`

/** Model-years with their series, the newest of a series first (business/basics 5.1). */
export async function listCarModels(tx: CallerTx, filters: QueryOf<typeof carModelRoutes.list>) {
  return pageOf(
    tx,
    sql<CarModelRow>`select m.id, m.series_id, m.name, m.year, m.displacement_ml, m.engine_code, m.gearbox, m.fuel, m.oil_spec,
      m.oil_volume, m.tyre_spec, m.remark, m.is_active, m.version, s.brand_id, b.name as brand_name, s.maker, s.name as series_name, s.car_type
    ${tables} where ${where(tx, filters)}
    order by ${sortedBy(sortable, filters.sort) ?? sql`b.initial, b.name, s.initials, s.name, m.year desc, m.name`}, m.id`,
    filters,
  )
}

export async function carModelTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count ${tables} where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, brandId, seriesId, fuel, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`m.group_id = ${tx.groupId}`,
    ...(q ? [holdsWords(q)] : []),
    ...(brandId ? [sql<SqlBool>`s.brand_id = ${brandId}`] : []),
    ...(seriesId ? [sql<SqlBool>`m.series_id = ${seriesId}`] : []),
    ...(fuel ? [sql<SqlBool>`m.fuel = ${fuel}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`m.is_active = ${active}`]),
  ])
}

/** Every word stands in brand, maker, series, model or engine, or begins the pinyin of brand or series. */
const holdsWords = (text: string): RawBuilder<SqlBool> =>
  allOf(
    text
      .toLowerCase()
      .split(/\s+/)
      .map(
        (
          word,
        ) => sql<SqlBool>`(lower(concat_ws(' ', b.name, s.maker, s.name, m.name, m.engine_code)) like ${containing(word)}
          or ${beginsPinyin(word)})`,
      ),
  )

/** Of the aliases `b` of brand and `s` of car_series. */
export const beginsPinyin = (word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`s.pinyin like ${startingWith(word)} or s.initials like ${startingWith(word)}
    or b.pinyin like ${startingWith(word)} or b.initials like ${startingWith(word)}`

/** Saves a model-year; its series stands, and parts that fit it are written out by its new name (business/basics 5.1). */
export async function saveCarModel(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, ...row } = body
  if (!mayPress(tx.caller, id === undefined ? carButtons.add : carButtons.update)) forbidden()
  const taken = (name: string) => `该车系下已有年款“${name}”`
  const twins = { car_model_group_id_series_id_name_key: taken(row.name), car_model_name_key: taken(row.name) }
  return onViolation(twins, async () => {
    const before = id === undefined ? undefined : await lockMaster<Model>(tx, model, id, version ?? 0)
    if (!before) await assertSeries(tx, row.seriesId)
    else if (before.seriesId !== row.seriesId) invalid([{ path: 'seriesId', message: '年款不能改到另一车系' }])
    await assertOnlyName(tx, 'car_model', row, before, taken)
    if (!before) return addMaster(tx, model, row)
    const saved = await changeMaster(tx, model, before, row)
    if (before.name !== row.name) await rewriteFitments(tx, 'model', before.id)
    return saved
  })
}

async function assertSeries(tx: CallerTx, seriesId: number): Promise<void> {
  const row = await tx.one<{ isActive: boolean }>({
    text: 'select is_active from car_series where group_id = $1 and id = $2',
    values: [tx.groupId, seriesId],
  })
  if (!row?.isActive) invalid([{ path: 'seriesId', message: row ? '车系已停用' : '车系不存在' }])
}

export const enableCarModel = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, model, id, change)

/** Deletes a model-year that no part and no rule names. */
export const removeCarModel = async (tx: CallerTx, id: number) =>
  removeMaster(tx, model, await lockMaster(tx, model, id))
