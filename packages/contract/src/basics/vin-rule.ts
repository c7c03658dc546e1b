import { z } from 'zod'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { addressedId, id, text255 } from '../kernel/scalars'
import { vin, vinText } from '../kernel/vin'
import { carButtons } from './car-model'

/** The beginning of a VIN that a rule knows. */
const vinPrefix = z
  .string()
  .overwrite(vinText)
  .regex(/^[A-HJ-NPR-Z0-9]{3,9}$/, 'VIN前缀应为3-9位字母或数字，不含I、O、Q')

const vinRuleRow = z.object({
  id,
  prefix: z.string(),
  seriesId: id,
  modelId: id.nullable(),
  /** Brand, series and model. */
  carName: z.string(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type VinRuleRow = z.output<typeof vinRuleRow>

const filters = z.object({
  q: z.string().overwrite(vinText).max(17).optional(),
  seriesId: addressedId.optional().describe('车系'),
  active: flag.optional(),
})
const path = '/api/web/vin-rule'

/** VIN规则 (business/basics 5.2): which beginning of a VIN belongs to which series or model. */
export const vinRuleRoutes = {
  list: route({
    method: 'GET',
    path,
    access: carButtons.view,
    summary: 'VIN规则列表',
    query: filters.extend(paging.shape),
    data: pageOf(vinRuleRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: carButtons.view,
    summary: 'VIN规则合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path,
    access: [carButtons.add, carButtons.update],
    summary: '保存VIN规则',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      prefix: vinPrefix,
      seriesId: id,
      modelId: id.nullable().default(null),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: enableRoute(path, carButtons.update, 'VIN规则'),
  remove: removeRoute(path, carButtons.remove, 'VIN规则'),
}

/** The car of a VIN by the longest rule that begins it, with the models that its year leaves; without a rule `prefix` is null. */
export const lookUpVin = route({
  method: 'GET',
  path: '/api/web/car-model/vin',
  access: 'signedIn',
  summary: '按VIN查车型',
  query: z.object({ vin: vin.describe('17位VIN') }),
  data: z.object({
    prefix: z.string().nullable(),
    seriesId: id.nullable(),
    modelId: id.nullable(),
    carName: z.string(),
    carType: z.string(),
    /** Of the tenth sign. */
    year: z.number().int().nullable(),
    /** Of the series, of the year where the VIN says one of which there are some; the model itself where the rule names it. */
    models: z.array(z.object({ id, name: z.string(), year: z.number().int(), engineCode: z.string() })),
  }),
})
