import { z } from 'zod'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { id, sortNumber, text, text255 } from '../kernel/scalars'
import { serviceItemButtons } from './buttons'

/** Months of the year, over new year too; both null is all of it. */
interface Months {
  monthFrom: number | null
  monthTo: number | null
}

/** Months in words: 5月至9月, 11月至次年3月, 全年. */
export function monthsText({ monthFrom, monthTo }: Months): string {
  if (monthFrom === null || monthTo === null) return '全年'
  if (monthFrom === monthTo) return `${monthFrom}月`
  return `${monthFrom}月至${monthTo < monthFrom ? '次年' : ''}${monthTo}月`
}

const isWithin = (month: number, { monthFrom, monthTo }: Months): boolean => {
  if (monthFrom === null || monthTo === null) return true
  const [isAfter, isBefore] = [month >= monthFrom, month <= monthTo]
  return monthFrom <= monthTo ? isAfter && isBefore : isAfter || isBefore
}

interface Meant extends Months {
  carTypeIds: readonly number[]
}

/**
 * Templates with the one first that suits a car best in a month (1 to 12): meant for its type before meant for all, then for the season before for the
 * whole year; then as they stood. Those that do not suit come last (business/repair 12.1).
 */
export function bestFirst<Template extends Meant>(
  templates: readonly Template[],
  { carTypeId, month }: { carTypeId: number | null; month: number },
): (Template & { suits: boolean })[] {
  const rank = ({ carTypeIds, ...months }: Meant) => {
    const isOfType = carTypeId !== null && carTypeIds.includes(carTypeId)
    if ((carTypeIds.length > 0 && !isOfType) || !isWithin(month, months)) return 0
    return 1 + (isOfType ? 2 : 0) + (months.monthFrom === null ? 0 : 1)
  }
  return templates
    .map((template) => ({ ...template, suits: rank(template) > 0 }))
    .toSorted((one, other) => rank(other) - rank(one))
}

/** A measured value: below zero as well, at most 6 integer digits and 4 decimals. */
export const measured = z
  .string({ error: '测量值应为数字' })
  .trim()
  .regex(/^-?\d{1,6}(\.\d{1,4})?$/, '测量值整数最多6位，小数最多4位')

const point = z
  .object({
    partOfCar: text(20).min(1, '请填写部位'),
    name: text(50).min(1, '请填写检查项'),
    unit: text(8).default(''),
    yellowAt: measured.nullable().default(null),
    redAt: measured.nullable().default(null),
    serviceItemId: id.nullable().default(null),
  })
  .refine(({ yellowAt, redAt }) => (yellowAt === null) === (redAt === null), {
    error: '黄色和红色的界限应同时填写',
    path: ['redAt'],
  })

/** A month of the year; null where none is meant. */
const month = z
  .number({ error: '月份应为1至12' })
  .int('月份应为1至12')
  .min(1, '月份应为1至12')
  .max(12, '月份应为1至12')
  .nullable()

const templateRow = z.object({
  id,
  name: z.string(),
  monthFrom: z.number().int().nullable(),
  monthTo: z.number().int().nullable(),
  carTypeIds: z.array(id),
  carTypeNames: z.string(),
  pointCount: z.number().int(),
  sortNo: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type InspectionTemplateRow = z.output<typeof templateRow>

const path = '/api/web/inspection-template'

/** 检车模板 (business/repair 12.1): what is looked at, by types of car and months of the year. Whoever keeps 服务项目 keeps them. */
export const inspectionTemplateRoutes = {
  ...masterRoutes(path, '检车模板', serviceItemButtons, {
    row: templateRow,
    filters: z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() }),
    body: z
      .object({
        id: id.optional(),
        version: z.number().int().optional(),
        name: text(50).min(1, '请输入模板名称'),
        monthFrom: month.default(null),
        monthTo: month.default(null),
        carTypeIds: z.array(id).max(50, '最多50种车辆类型').default([]),
        sortNo: sortNumber,
        remark: text255.default(''),
        points: z.array(point).min(1, '请添加检查项').max(100, '最多100项'),
      })
      .refine(({ monthFrom, monthTo }) => (monthFrom === null) === (monthTo === null), {
        error: '适用月份请填写起止两个月',
        path: ['monthTo'],
      }),
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: serviceItemButtons.view,
    summary: '检车模板详情',
    params: idParam,
    data: templateRow.omit({ carTypeNames: true, pointCount: true }).extend({
      points: z.array(
        z.object({
          partOfCar: z.string(),
          name: z.string(),
          unit: z.string(),
          yellowAt: z.string().nullable(),
          redAt: z.string().nullable(),
          serviceItemId: id.nullable(),
          serviceItemName: z.string().nullable(),
        }),
      ),
    }),
  }),
}
