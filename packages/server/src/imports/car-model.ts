import { carFuels, modelYear } from '@chepu/contract/basics/car-model'
import { besideImport, carModelHeadings } from '@chepu/contract/imports/import-headings'
import { positiveInteger, qty, text, text255 } from '@chepu/contract/kernel/scalars'
import { z } from 'zod'
import {
  type CarModelInput,
  carsNamed,
  carTypeNames,
  nameBelow,
  type NamedModel,
  type NamedSeries,
  writeCarModels,
} from '../basics/public'
import type { CallerTx } from '../kernel/db/tx'
import { inTurns } from '../kernel/master/bulk'
import { finderOf, foldedName } from '../kernel/master/spelling'
import { type Entry, importer, type Plan, type PrepareOptions } from './importer'
import { coded, FirstRows } from './lists'

const whole = (schema: z.ZodType<number, number>) =>
  z
    .string()
    .regex(/^\d{1,9}$/, '请输入整数')
    .transform((digits) => Number.parseInt(digits, 10))
    .pipe(schema)

const columns = [
  {
    key: 'brand',
    ...carModelHeadings.brand,
    required: true,
    schema: text(60),
    note: '品牌管理中已有的整车品牌',
    example: '大众',
  },
  {
    key: 'maker',
    ...carModelHeadings.maker,
    schema: text(40),
    note: '最多40个字符；同一车系只有一个，已有车系的勾选“覆盖”才更新',
    example: '上汽大众',
  },
  {
    key: 'series',
    ...carModelHeadings.series,
    required: true,
    schema: text(40),
    note: '车型库中没有的车系会新增',
    example: '朗逸',
  },
  {
    key: 'carType',
    ...carModelHeadings.carType,
    schema: text(20),
    note: '车辆类型中已有的名称；已有车系的勾选“覆盖”才更新',
    example: '轿车',
  },
  {
    key: 'name',
    ...carModelHeadings.name,
    required: true,
    schema: text(40),
    note: '同一车系下相同的视为同一年款',
    example: '2019款 1.5L 自动',
  },
  {
    key: 'year',
    ...carModelHeadings.year,
    required: true,
    kind: 'number',
    schema: whole(modelYear),
    note: '4位年份',
    example: '2019',
  },
  {
    key: 'displacementMl',
    ...carModelHeadings.displacementMl,
    kind: 'number',
    schema: whole(positiveInteger),
    note: '毫升，整数',
    example: '1498',
  },
  { key: 'engineCode', ...carModelHeadings.engineCode, schema: text(40), note: '最多40个字符', example: 'DLF' },
  { key: 'gearbox', ...carModelHeadings.gearbox, schema: text(20), note: '最多20个字符', example: '6AT' },
  {
    key: 'fuel',
    ...carModelHeadings.fuel,
    schema: coded(carFuels),
    note: `${Object.values(carFuels).join('、')}；空白为汽油`,
    example: '汽油',
  },
  { key: 'oilSpec', ...carModelHeadings.oilSpec, schema: text(40), note: '最多40个字符', example: '0W-20' },
  {
    key: 'oilVolume',
    ...carModelHeadings.oilVolume,
    kind: 'number',
    schema: qty,
    note: '升，最多4位小数',
    example: '4.2',
  },
  { key: 'tyreSpec', ...carModelHeadings.tyreSpec, schema: text(40), note: '最多40个字符', example: '205/55R16' },
  { key: 'remark', ...carModelHeadings.remark, schema: text255, note: '最多255个字符', example: '' },
] as const

type CarEntry = Entry<typeof columns>

interface Resolved {
  entry: CarEntry
  /** The series as it will be; one that stands has its id. */
  series: CarModelInput['series']
  model: NamedModel | undefined
}

/** Model-years of 车型库 by brand, series and name; a series that is not there yet is added with its models (business/basics 10). */
export const carModelImporter = importer({
  title: '车型',
  headings: carModelHeadings,
  beside: besideImport.car_model,
  columns: () => columns,
  async examples(tx) {
    const [row = {}] = await tx.query<Record<string, string | null>>({
      text: `select (select name from brand where group_id = $1 and is_active and kind = 'car' order by id limit 1) as brand`,
      values: [tx.groupId],
    })
    return row
  },
  async prepare(tx, entries, options): Promise<Plan> {
    const found = await resolved(tx, entries, options)
    return {
      added: found.filter(({ model }) => !model).length,
      updated: found.filter(({ model }) => model).length,
      async write() {
        await writeCarModels(tx, found.map(inputOf))
        return []
      },
    }
  },
})

async function resolved(
  tx: CallerTx,
  entries: readonly CarEntry[],
  { overwrite, lock, fault }: PrepareOptions,
): Promise<Resolved[]> {
  const brands = await tx.query<{ id: number; name: string; isActive: boolean }>({
    text: `select id, name, is_active from brand where group_id = $1 and kind = 'car'`,
    values: [tx.groupId],
  })
  const brandNamed = finderOf(brands, ({ name }) => name)
  const types = await carTypeNames(tx)
  const typeNamed = finderOf(types, ({ name }) => name)
  const cars = await carsNamed(tx, lock)
  const first = new FirstRows()
  const said = new SaidOfSeries(overwrite, fault)
  const rows: (Resolved & { key: string })[] = []
  for await (const entry of inTurns(entries)) {
    const { row, values } = entry
    const [brand] = brandNamed(values.brand)
    if (!brand) fault(row, '品牌', `整车品牌“${values.brand}”不存在，请先在品牌管理中新增`)
    else if (!brand.isActive) fault(row, '品牌', `品牌“${values.brand}”已停用`)
    if (!brand?.isActive) continue
    const series = cars.series(brand.id, values.series)
    if (series && !series.isActive) fault(row, '车系', `车系“${values.series}”已停用`)
    const model = series && cars.model(series.id, values.name)
    if (model && !overwrite) fault(row, '年款', `年款“${model.name}”已存在，如需更新请勾选“覆盖”`)
    const key = nameBelow(brand.id, values.series)
    const before = first.seen(`${key}/${foldedName(values.name)}`, row)
    if (before !== undefined) fault(row, '年款', `与第${before}行重复`)
    const carType = values.carType === null ? undefined : typeNamed(values.carType)[0]?.name
    if (values.carType !== null && carType === undefined && values.carType !== series?.carType)
      fault(row, '车辆类型', `应为${types.map(({ name }) => name).join('、')}`)
    said.hear(key, { row, values: { ...values, carType: carType ?? values.carType } }, series)
    rows.push({
      entry,
      key,
      series: series ?? { brandId: brand.id, name: values.series, maker: '', carType: '' },
      model,
    })
  }
  return rows.map(({ key, series, ...rest }) => ({ ...rest, series: { ...series, ...said.of(key) } }))
}

const seriesTitles = { maker: carModelHeadings.maker.title, carType: carModelHeadings.carType.title } as const
const seriesFields = ['maker', 'carType'] as const

/** 厂商 and 车辆类型 that rows say of their series: one of each, and another than a standing one has with 覆盖 alone. */
class SaidOfSeries {
  private readonly said = new Map<string, { maker?: string; carType?: string }>()
  private readonly rows = new FirstRows()

  constructor(
    private readonly overwrite: boolean,
    private readonly fault: PrepareOptions['fault'],
  ) {}

  hear(key: string, { row, values }: CarEntry, standing: NamedSeries | undefined): void {
    const said = this.of(key)
    for (const field of seriesFields) {
      const value = values[field] ?? ''
      if (value === '') continue
      const first = this.rows.seen(`${key}/${field}`, row)
      if (first !== undefined && said[field] !== value)
        this.fault(row, seriesTitles[field], `与第${first}行同一车系的“${said[field]}”不一致`)
      said[field] ??= value
      if (standing && standing[field] !== value && !this.overwrite)
        this.fault(row, seriesTitles[field], `${standsWith(standing, field)}，如需更新请勾选“覆盖”`)
    }
  }

  /** What has been said of a series so far. */
  of(key: string): { maker?: string; carType?: string } {
    const said = this.said.get(key) ?? {}
    this.said.set(key, said)
    return said
  }
}

const standsWith = (series: NamedSeries, field: (typeof seriesFields)[number]): string =>
  series[field] === ''
    ? `车系“${series.name}”已存在，没有填${seriesTitles[field]}`
    : `车系“${series.name}”的${seriesTitles[field]}是“${series[field]}”`

/** Blank cells of an existing model leave it as it is. */
const inputOf = ({ entry: { values }, series, model }: Resolved): CarModelInput => ({
  id: model?.id,
  series,
  name: model?.name ?? values.name,
  year: values.year,
  displacementMl: values.displacementMl ?? model?.displacementMl ?? null,
  engineCode: values.engineCode ?? model?.engineCode ?? '',
  gearbox: values.gearbox ?? model?.gearbox ?? '',
  fuel: values.fuel ?? model?.fuel ?? 'petrol',
  oilSpec: values.oilSpec ?? model?.oilSpec ?? '',
  oilVolume: values.oilVolume ?? model?.oilVolume ?? null,
  tyreSpec: values.tyreSpec ?? model?.tyreSpec ?? '',
  remark: values.remark ?? model?.remark ?? '',
})
