import { z } from 'zod'
import { flag } from '../kernel/list-query'
import { oneOf } from '../kernel/labelled'
import { idParam, route } from '../kernel/route'
import { id, sortNumber, text, text255 } from '../kernel/scalars'
import { serviceItemButtons } from './buttons'
import { masterRoutes } from './masters'

/** When a template is meant to be used. */
export const seasons = { all: '四季', summer: '夏季', winter: '冬季' } as const

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

const templateRow = z.object({
  id,
  name: z.string(),
  season: z.enum(Object.keys(seasons) as [keyof typeof seasons]),
  carTypeId: id.nullable(),
  carTypeName: z.string().nullable(),
  pointCount: z.number().int(),
  sortNo: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type InspectionTemplateRow = z.output<typeof templateRow>

const path = '/api/web/inspection-template'

/** 检车模板 (business/repair 12.1): what is looked at, by type of car and season. Whoever keeps 服务项目 keeps them. */
export const inspectionTemplateRoutes = {
  ...masterRoutes(path, '检车模板', serviceItemButtons, {
    row: templateRow,
    filters: z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() }),
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      name: text(50).min(1, '请输入模板名称'),
      season: oneOf(seasons).default('all'),
      carTypeId: id.nullable().default(null),
      sortNo: sortNumber,
      remark: text255.default(''),
      points: z.array(point).min(1, '请添加检查项').max(100, '最多100项'),
    }),
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: serviceItemButtons.view,
    summary: '检车模板详情',
    params: idParam,
    data: templateRow.omit({ carTypeName: true, pointCount: true }).extend({
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
