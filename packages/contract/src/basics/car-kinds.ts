import { z } from 'zod'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { id, price, sortNumber, text, text255 } from '../kernel/scalars'
import { carButtons } from './car-model'

const kindFields = z.object({
  name: text(20).min(1, '请输入名称'),
  sortNo: sortNumber,
  remark: text255.default(''),
})
const typeFields = kindFields.extend({
  /** Yuan an hour of work on such a car, 4 decimals; null says nothing. */
  hourPrice: price.nullable().default(null),
})
const stored = { id, isActive: z.boolean(), version: z.number().int() }

const carColorRow = kindFields.extend(stored)
export type CarColorRow = z.output<typeof carColorRow>
const carTypeRow = typeFields.extend({ ...stored, hourPrice: z.string().nullable() })
export type CarTypeRow = z.output<typeof carTypeRow>

const filters = z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() })
const changed = { id: id.optional(), version: z.number().int().optional() }

/** The calls of a small list about cars, whose buttons are those of the car library. */
const kindRoutes = <Body extends z.ZodType, Row extends z.ZodType>(
  path: string,
  title: string,
  body: Body,
  row: Row,
) => ({
  list: route({
    method: 'GET',
    path,
    access: carButtons.view,
    summary: `${title}列表`,
    query: filters.extend(paging.shape),
    data: pageOf(row),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: carButtons.view,
    summary: `${title}合计`,
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path,
    access: [carButtons.add, carButtons.update],
    summary: `保存${title}`,
    body,
    data: savedRow,
  }),
  enable: enableRoute(path, carButtons.update, title),
  remove: removeRoute(path, carButtons.remove, title),
})

/** 车辆类型 (business/basics 5.3): what cars are by size; work on them is priced by it. */
export const carTypeRoutes = kindRoutes('/api/web/car-type', '车辆类型', typeFields.extend(changed), carTypeRow)

/** 车身颜色 (business/basics 5.3). */
export const carColorRoutes = kindRoutes('/api/web/car-color', '车身颜色', kindFields.extend(changed), carColorRow)
