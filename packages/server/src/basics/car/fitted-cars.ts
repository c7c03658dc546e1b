// What rows of 适用车型 say of the car library, and how they follow it (business/basics 3.2).
import { readFitment, writtenFitment } from '@chepu/contract/kernel/fitment'
import type { CallerTx } from '../../kernel/db/tx'
import { foldedName } from '../../kernel/master/spelling'
import { refreshParts } from '../part/refresh'

/** A row as it is typed: in words, or by series, or by model, whose series follows. */
interface TypedFitment {
  modelText: string
  seriesId: number | null
  modelId: number | null
  yearFrom: number | null
  yearTo: number | null
}

interface NamedCar {
  seriesId: number
  modelId: number | null
  brandName: string
  seriesName: string
  modelName: string
  isActive: boolean
  modelIsActive: boolean
}

/** The cars that rows name; shared until the commit, so that no other name is given to them meanwhile. */
export interface FittedCars {
  of(fitment: TypedFitment): NamedCar | undefined
}

export async function fittedCars(tx: CallerTx, fitments: readonly TypedFitment[]): Promise<FittedCars> {
  const models = fitments.flatMap(({ modelId }) => modelId ?? [])
  const series = fitments.flatMap(({ seriesId, modelId }) => (modelId === null ? (seriesId ?? []) : []))
  const rows = models.length + series.length === 0 ? [] : await namedCars(tx, series, models)
  const bySeries = new Map(
    rows.map((row) => [row.seriesId, { ...row, modelId: null, modelName: '', modelIsActive: true }]),
  )
  const byModel = new Map(rows.map((row) => [row.modelId, row]))
  return {
    of: ({ seriesId, modelId }) => (modelId === null ? bySeries.get(seriesId ?? 0) : byModel.get(modelId)),
  }
}

const namedCars = (tx: CallerTx, series: readonly number[], models: readonly number[]) =>
  tx.query<NamedCar>({
    text: `select s.id as series_id, m.id as model_id, b.name as brand_name, s.name as series_name, coalesce(m.name, '') as model_name,
        s.is_active, coalesce(m.is_active, true) as model_is_active
      from car_series s join brand b on b.group_id = s.group_id and b.id = s.brand_id
      left join car_model m on m.group_id = s.group_id and m.series_id = s.id and m.id = any ($3::bigint[])
      where s.group_id = $1 and (s.id = any ($2::bigint[]) or m.id is not null)
      order by s.id, m.id for share of s, b`,
    values: [tx.groupId, series, models],
  })

/** The row as it is kept: what is linked is written out as the library has it. */
export function keptFitment<Row extends TypedFitment>(row: Row, cars: FittedCars): Row {
  const car = cars.of(row)
  if (!car) return row
  return { ...row, seriesId: car.seriesId, modelId: car.modelId, modelText: writtenFitment({ ...car, ...row }) }
}

/** A text of a sheet as a row of the library. */
export interface LinkedText {
  modelText: string
  seriesId: number
  modelId: number | null
  yearFrom: number | null
  yearTo: number | null
}

const plain = (name: string) => foldedName(name).replaceAll(' ', '')

/** Rows of the library that texts write out, whatever their blanks, width and capitals; what names none or several stays text. */
export async function linkedTexts(tx: CallerTx, texts: readonly string[]): Promise<ReadonlyMap<string, LinkedText>> {
  const read = texts.map((text) => ({ text, whole: plain(text), ...readFitment(text) }))
  if (read.length === 0) return new Map()
  const cars = await tx.query<NamedCar & { key: string }>({
    text: `with named as (
        select s.id as series_id, null::bigint as model_id, b.name as brand_name, s.name as series_name, '' as model_name,
          replace(b.name_key || s.name_key, ' ', '') as key
        from car_series s join brand b on b.group_id = s.group_id and b.id = s.brand_id where s.group_id = $1 and s.is_active
        union all
        select s.id, m.id, b.name, s.name, m.name, replace(b.name_key || s.name_key || m.name_key, ' ', '')
        from car_model m join car_series s on s.group_id = m.group_id and s.id = m.series_id
        join brand b on b.group_id = s.group_id and b.id = s.brand_id where m.group_id = $1 and m.is_active and s.is_active
      ) select * from named where key = any ($2::text[])`,
    values: [tx.groupId, [...new Set(read.flatMap(({ whole, name }) => [whole, plain(name)]))]],
  })
  const linked = read.flatMap(({ text, whole, name, yearFrom, yearTo }): [string, LinkedText][] => {
    const model = only(cars.filter(({ key, modelId }) => key === whole && modelId !== null))
    const series = only(cars.filter(({ key, modelId }) => key === plain(name) && modelId === null))
    const years = model ? { yearFrom: null, yearTo: null } : { yearFrom, yearTo }
    const car = model ?? series
    if (!car) return []
    const { seriesId, modelId } = car
    return [[text, { ...years, seriesId, modelId, modelText: writtenFitment({ ...car, ...years }) }]]
  })
  return new Map(linked)
}

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

interface StoredFitment {
  id: number
  partId: number
  brandName: string
  seriesName: string
  modelName: string
  yearFrom: number | null
  yearTo: number | null
}

const renamedColumns = { brand: 's.brand_id', series: 's.id', model: 'f.model_id' } as const

/** Writes out anew what fits a brand, a series or a model that is called otherwise now, with the parts' lists and search texts. */
export async function rewriteFitments(tx: CallerTx, renamed: keyof typeof renamedColumns, id: number): Promise<void> {
  const rows = await tx.query<StoredFitment>({
    text: `select f.id, f.part_id, b.name as brand_name, s.name as series_name, coalesce(m.name, '') as model_name, f.year_from, f.year_to
      from part_fitment f join car_series s on s.group_id = f.group_id and s.id = f.series_id
      join brand b on b.group_id = s.group_id and b.id = s.brand_id
      left join car_model m on m.group_id = f.group_id and m.id = f.model_id
      where f.group_id = $1 and ${renamedColumns[renamed]} = $2`,
    values: [tx.groupId, id],
  })
  if (rows.length === 0) return
  await tx.query({
    text: `update part_fitment f set model_text = n.model_text from unnest($2::bigint[], $3::text[]) as n (id, model_text)
      where f.group_id = $1 and f.id = n.id`,
    values: [tx.groupId, rows.map((row) => row.id), rows.map(writtenFitment)],
  })
  const parts = [...new Set(rows.map(({ partId }) => partId))]
  await tx.query({
    text: `update part p set fitment = n.fitment from (
        select part_id, string_agg(model_text, '；' order by first_id) as fitment from (
          select part_id, model_text, min(id) as first_id from part_fitment
          where group_id = $1 and part_id = any ($2::bigint[]) group by part_id, model_text
        ) each group by part_id
      ) n where p.group_id = $1 and p.id = n.part_id`,
    values: [tx.groupId, parts],
  })
  await refreshParts(tx, parts)
}
