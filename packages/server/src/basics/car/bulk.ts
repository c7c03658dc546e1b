// Model-years by the thousand, for imports.
import type { CarFuel } from '@chepu/contract/basics/car-model'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { auditMany, chunks, insertMany, updateMany } from '../../kernel/master/bulk'
import { pinyinOf } from '../../kernel/master/pinyin'
import { finderOf, foldedName } from '../../kernel/master/spelling'

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

interface SeriesFields {
  brandId: number
  name: string
  maker: string
  carType: string
}

/** A series as it stands. */
export interface NamedSeries extends SeriesFields {
  id: number
  isActive: boolean
}

/** A model as it stands. */
export interface NamedModel extends ModelFields {
  id: number
  seriesId: number
}

/** A model as an import brings it. */
export interface CarModelInput extends ModelFields {
  /** The model to overwrite; a new one without. */
  id?: number | undefined
  /** The series as it will be: one that stands by its id, a new one without. */
  series: SeriesFields & { id?: number | undefined }
}

/** A name below another row, the same however it is written. */
export const nameBelow = (id: number, name: string) => `${id}/${foldedName(name)}`

/** The library by names, however they are written: series below a brand, models below a series. */
interface CarNames {
  series(brandId: number, name: string): NamedSeries | undefined
  model(seriesId: number, name: string): NamedModel | undefined
}

/** Finds series and models of the library; with `lock` they stay as they are until the commit. */
export async function carsNamed(tx: CallerTx, lock: boolean): Promise<CarNames> {
  const series = await tx.query<NamedSeries>({
    text: `select id, brand_id, name, maker, car_type, is_active from car_series where group_id = $1 order by id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId],
  })
  const models = await tx.query<NamedModel>({
    text: `select id, series_id, name, year, displacement_ml, engine_code, gearbox, fuel, oil_spec, oil_volume, tyre_spec, remark
      from car_model where group_id = $1 order by id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId],
  })
  const seriesNamed = finderOf(series, ({ brandId, name }) => `${brandId}/${name}`)
  const modelsNamed = finderOf(models, ({ seriesId, name }) => `${seriesId}/${name}`)
  return {
    series: (brandId, name) => seriesNamed(`${brandId}/${name}`)[0],
    model: (seriesId, name) => modelsNamed(`${seriesId}/${name}`)[0],
  }
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
  car_series_name_key: '车系刚被他人新增，请重新校验',
  car_model_group_id_series_id_name_key: '年款刚被他人新增，请重新校验',
  car_model_name_key: '年款刚被他人新增，请重新校验',
}

/** Saves many models and the series that are missing, or have another maker or type now; the caller has checked them in this transaction. */
export async function writeCarModels(tx: CallerTx, inputs: readonly CarModelInput[]): Promise<void> {
  await onViolation(raceMessages, async () => {
    await changeSeries(tx, inputs)
    const seriesIdOf = await addSeries(tx, inputs)
    const rows = inputs.map(({ id, series, ...fields }) => ({ id, seriesId: seriesIdOf(series), ...fields }))
    const fresh = rows.flatMap(({ id, ...fields }) => (id === undefined ? [fields] : []))
    const added = await insertMany<{ id: number; name: string }>(tx, 'car_model', fresh, 'returning id, name')
    const changed = rows.flatMap(({ id, ...fields }) => (id === undefined ? [] : [{ id, ...fields }]))
    await updateMany(tx, 'car_model', columnTypes, changed)
    await auditMany(tx, [...added.map(told('car_model', 'add')), ...changed.map(told('car_model', 'update'))])
  })
}

/** Series that stand, with the maker and type that the inputs say of them; the others stay. */
async function changeSeries(tx: CallerTx, inputs: readonly CarModelInput[]): Promise<void> {
  const known = new Map(inputs.flatMap(({ series }) => (series.id === undefined ? [] : [[series.id, series] as const])))
  for await (const rows of chunks([...known.values()])) {
    const changed = await tx.query<{ id: number; name: string }>({
      text: `update car_series s set version = s.version + 1, maker = n.maker, car_type = n.car_type
        from unnest($2::bigint[], $3::text[], $4::text[]) as n (id, maker, car_type)
        where s.group_id = $1 and s.id = n.id and (s.maker, s.car_type) is distinct from (n.maker, n.car_type) returning s.id, s.name`,
      values: [
        tx.groupId,
        rows.map(({ id }) => id),
        rows.map(({ maker }) => maker),
        rows.map(({ carType }) => carType),
      ],
    })
    await auditMany(tx, changed.map(told('car_series', 'update')))
  }
}

async function addSeries(
  tx: CallerTx,
  inputs: readonly CarModelInput[],
): Promise<(series: CarModelInput['series']) => number> {
  const missing = new Map(
    inputs.flatMap(({ series: { id, ...series } }) =>
      id === undefined ? [[nameBelow(series.brandId, series.name), series] as const] : [],
    ),
  )
  const added = await insertMany<{ id: number; brandId: number; name: string }>(
    tx,
    'car_series',
    [...missing.values()].map((series) => ({ ...series, ...pinyinOf(series.name) })),
    'returning id, brand_id, name',
  )
  const ids = new Map(added.map(({ id, brandId, name }) => [nameBelow(brandId, name), id]))
  await auditMany(tx, added.map(told('car_series', 'add')))
  return ({ id, brandId, name }) => id ?? (ids.get(nameBelow(brandId, name)) as number)
}

const told = (entity: string, action: string) => (row: { id: number; name: string }) => ({
  entity,
  entityId: row.id,
  action,
  detail: { import: true, name: row.name },
})
