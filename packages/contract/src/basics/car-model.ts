import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { labelled, oneOf } from '../kernel/labelled'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { addressedId, emptied, id, positiveInteger, qty, text, text255 } from '../kernel/scalars'

/** Buttons of 车型库 (business/access 5); its importer asks for its own. */
export const carButtons = {
  view: pageId('car_model'),
  add: button('car_model', 'add'),
  update: button('car_model', 'update'),
  remove: button('car_model', 'delete'),
  import: button('car_model', 'import'),
}

export const carFuels = { petrol: '汽油', diesel: '柴油', hybrid: '混动', electric: '纯电' } as const
const carFuel = oneOf(carFuels).describe(`燃料：${labelled(carFuels)}`)
export type CarFuel = z.output<typeof carFuel>

/** First and last year that a model-year may have. */
export const modelYears = [1950, 2100] as const
const yearForm = `年份应在${modelYears.join('到')}之间`

/** A model-year, as a year of four digits. */
export const modelYear = z
  .number({ error: '请输入年份' })
  .int(yearForm)
  .min(modelYears[0], yearForm)
  .max(modelYears[1], yearForm)

const carSeriesRow = z.object({
  id,
  brandId: id,
  maker: z.string(),
  name: z.string(),
  carType: z.string(),
  modelCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type CarSeriesRow = z.output<typeof carSeriesRow>

const carBrand = z.object({ id, name: z.string(), initial: z.string(), isActive: z.boolean() })
const seriesPath = '/api/web/car-series'

/** 车系 (business/basics 5.1): all car brands and their series at once. */
export const carSeriesRoutes = {
  list: route({
    method: 'GET',
    path: seriesPath,
    access: carButtons.view,
    summary: '车型库：品牌与车系',
    data: z.object({ brands: z.array(carBrand), series: z.array(carSeriesRow) }),
  }),
  save: route({
    method: 'POST',
    path: seriesPath,
    access: [carButtons.add, carButtons.update],
    summary: '保存车系',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      brandId: id,
      maker: text(40).default(''),
      name: text(40).min(1, '请输入车系名称'),
      /** Name of a type of the list (business/basics 5.3), or ''. */
      carType: emptied(text(20)),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: enableRoute(seriesPath, carButtons.update, '车系'),
  remove: removeRoute(seriesPath, carButtons.remove, '车系'),
}

/** What a user types about a model-year. */
const modelFields = z.object({
  seriesId: id,
  name: text(40).min(1, '请输入年款名称'),
  year: modelYear,
  displacementMl: positiveInteger.nullable().default(null),
  engineCode: text(40).default(''),
  gearbox: text(20).default(''),
  fuel: carFuel.default('petrol'),
  oilSpec: text(40).default(''),
  /** Litres of a change with filter, 4 decimals. */
  oilVolume: qty.nullable().default(null),
  tyreSpec: text(40).default(''),
  remark: text255.default(''),
})

const carModelRow = modelFields.extend({
  id,
  brandId: id,
  brandName: z.string(),
  maker: z.string(),
  seriesName: z.string(),
  carType: z.string(),
  oilVolume: z.string().nullable(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type CarModelRow = z.output<typeof carModelRow>

const modelFilters = z.object({
  q: z.string().trim().max(60).optional(),
  brandId: addressedId.optional(),
  seriesId: addressedId.optional().describe('车系'),
  fuel: carFuel.optional(),
  active: flag.optional(),
})

/** A series or a model-year that may be chosen as 适用车型; `value` is what the filter `fitment` of lists takes. */
const carChoice = z.object({
  value: z.string(),
  seriesId: id,
  modelId: id.nullable(),
  /** Brand, series and model. */
  name: z.string(),
  /** Maker and car type, or engine and displacement. */
  hint: z.string(),
})
export type CarChoice = z.output<typeof carChoice>

const modelPath = '/api/web/car-model'

/** 年款 (business/basics 5.1), and what others ask of the library. */
export const carModelRoutes = {
  list: route({
    method: 'GET',
    path: modelPath,
    access: carButtons.view,
    summary: '车型列表',
    query: modelFilters.extend(paging.shape),
    data: pageOf(carModelRow),
  }),
  totals: route({
    method: 'GET',
    path: `${modelPath}/totals`,
    access: carButtons.view,
    summary: '车型合计',
    query: modelFilters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: modelPath,
    access: [carButtons.add, carButtons.update],
    summary: '保存车型',
    body: modelFields.extend({ id: id.optional(), version: z.number().int().optional() }),
    data: savedRow,
  }),
  enable: enableRoute(modelPath, carButtons.update, '车型'),
  remove: removeRoute(modelPath, carButtons.remove, '车型'),
  /** Series and models whose names hold every word, series first; with `value` the one that a filter names. */
  choices: route({
    method: 'GET',
    path: `${modelPath}/choices`,
    access: 'signedIn',
    summary: '适用车型选择',
    query: z.object({
      q: z.string().trim().max(60).optional(),
      value: z.string().trim().max(30).optional().describe('已选的值'),
    }),
    data: z.object({ rows: z.array(carChoice) }),
  }),
}
