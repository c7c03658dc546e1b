// Model-years by the thousand, for imports.
import type { CarFuel } from '@chepu/contract/basics/car-model'
import { groupBy } from '../../kernel/base/group-by'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { auditMany, insertMany, updateMany } from '../../kernel/master/bulk'
import { pinyinOf } from '../../kernel/master/pinyin'

interface ModelFields {
  name: string
  year: number
  displacementMl: number | null
  engineCode: string
  gearbox: string
  fuel: CarFuel
  oilSpec: string
  oilVolume: string | null
  tyreSpec: string
  remark: string
}

/** A series as it stands, with its models. */
export interface NamedSeries {
  id: number
  brandId: number
  name: string
  isActive: boolean
  models: readonly (ModelFields & { id: number })[]
}

/** A model as an import brings it; a series without an id is added. */
export interface CarModelInput extends ModelFields {
  /** The model to overwrite; a new one without. */
  id?: number | undefined
  series: { id: number } | { brandId: number; name: string; maker: string; carType: string }
}

const keyOf = (brandId: number, name: string) => `${brandId}/${name.toLowerCase()}`

/** Finds a series of the library by brand and name, whatever its capitals; with `lock` models stay as they are until the commit. */
export async function carSeriesNamed(
  tx: CallerTx,
  lock: boolean,
): Promise<(brandId: number, name: string) => NamedSeries | undefined> {
  const series = await tx.query<Omit<NamedSeries, 'models'>>({
    text: 'select id, brand_id, name, is_active from car_series where group_id = $1',
    values: [tx.groupId],
  })
  const models = await tx.query<ModelFields & { id: number; seriesId: number }>({
    text: `select id, series_id, name, year, displacement_ml, engine_code, gearbox, fuel, oil_spec, oil_volume, tyre_spec, remark
      from car_model where group_id = $1 order by id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId],
  })
  const modelsOf = groupBy(models, ({ seriesId }) => seriesId)
  const known = new Map(
    series.map((row) => [keyOf(row.brandId, row.name), { ...row, models: modelsOf.get(row.id) ?? [] }]),
  )
  return (brandId, name) => known.get(keyOf(brandId, name))
}

const columnTypes = {
  seriesId: 'bigint',
  name: 'text',
  year: 'int',
  displacementMl: 'int',
  engineCode: 'text',
  gearbox: 'text',
  fuel: 'text',
  oilSpec: 'text',
  oilVolume: 'numeric',
  tyreSpec: 'text',
  remark: 'text',
}

const raceMessages = {
  car_series_group_id_brand_id_name_key: '车系刚被他人新增，请重新校验',
  car_model_group_id_series_id_name_key: '年款刚被他人新增，请重新校验',
}

/** Saves many models and the series that are missing; the caller has checked them in this transaction. */
export async function writeCarModels(tx: CallerTx, inputs: readonly CarModelInput[]): Promise<void> {
  await onViolation(raceMessages, async () => {
    const seriesIdOf = await addSeries(tx, inputs)
    const rows = inputs.map(({ id, series, ...fields }) => ({ id, seriesId: seriesIdOf(series), ...fields }))
    const fresh = rows.flatMap(({ id, ...fields }) => (id === undefined ? [fields] : []))
    const added = await insertMany<{ id: number; name: string }>(tx, 'car_model', fresh, 'returning id, name')
    const changed = rows.flatMap(({ id, ...fields }) => (id === undefined ? [] : [{ id, ...fields }]))
    await updateMany(tx, 'car_model', columnTypes, changed)
    const told = (action: string) => (row: { id: number; name: string }) => ({
      entity: 'car_model',
      entityId: row.id,
      action,
      detail: { import: true, name: row.name },
    })
    await auditMany(tx, [...added.map(told('add')), ...changed.map(told('update'))])
  })
}

async function addSeries(
  tx: CallerTx,
  inputs: readonly CarModelInput[],
): Promise<(series: CarModelInput['series']) => number> {
  const missing = new Map(
    inputs
      .flatMap(({ series }) => ('id' in series ? [] : [[keyOf(series.brandId, series.name), series] as const]))
      .toReversed(),
  )
  const added = await insertMany<{ id: number; brandId: number; name: string }>(
    tx,
    'car_series',
    [...missing.values()].map((series) => ({ ...series, ...pinyinOf(series.name) })),
    'returning id, brand_id, name',
  )
  const ids = new Map(added.map(({ id, brandId, name }) => [keyOf(brandId, name), id]))
  await auditMany(
    tx,
    added.map(({ id, name }) => ({
      entity: 'car_series',
      entityId: id,
      action: 'add',
      detail: { import: true, name },
    })),
  )
  return (series) => ('id' in series ? series.id : (ids.get(keyOf(series.brandId, series.name)) as number))
}
