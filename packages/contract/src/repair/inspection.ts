import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { compare, type Decimal } from '../kernel/decimal'
import { pageOf, paging, totals } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { addressedId, id, text255 } from '../kernel/scalars'
import { measured } from './inspection-template'

/** What was found at a point (business/repair 12.2). */
export const levels = { green: '正常', yellow: '关注', red: '需处理', na: '未检' } as const
export type Level = keyof typeof levels
export const inspectionStates = { open: '检查中', done: '已完成' } as const

const level = z.enum(Object.keys(levels) as [Level])

/**
 * What a measured value says (business/repair 12.2): from `redAt` on red, else from `yellowAt` on yellow. They count upwards where red is the
 * higher one (water in brake fluid), else downwards (thickness of a pad). Undefined where a point has no limits.
 */
export function levelOf(
  value: Decimal,
  { yellowAt, redAt }: { yellowAt: Decimal | null; redAt: Decimal | null },
): 'green' | 'yellow' | 'red' | undefined {
  if (yellowAt === null || redAt === null) return undefined
  const isUpwards = compare(redAt, yellowAt) > 0
  const reaches = (limit: Decimal) => (isUpwards ? compare(value, limit) >= 0 : compare(value, limit) <= 0)
  if (reaches(redAt)) return 'red'
  return reaches(yellowAt) ? 'yellow' : 'green'
}

const inspectionRow = z.object({
  id,
  /** The order that it belongs to, or while there is none the reception of the car. */
  workOrderId: id.nullable(),
  receptionId: id.nullable(),
  billNo: z.string(),
  plate: z.string().nullable(),
  modelText: z.string().nullable(),
  partnerName: z.string(),
  templateName: z.string(),
  inspectorName: z.string(),
  state: z.enum(['open', 'done']),
  yellowCount: z.number().int(),
  redCount: z.number().int(),
  createdAt: z.string(),
  doneAt: z.string().nullable(),
})
export type InspectionRow = z.output<typeof inspectionRow>

const inspectionPoint = z.object({
  id,
  partOfCar: z.string(),
  name: z.string(),
  unit: z.string(),
  yellowAt: z.string().nullable(),
  redAt: z.string().nullable(),
  serviceItemName: z.string().nullable(),
  level: level.nullable(),
  value: z.string().nullable(),
  remark: z.string(),
  photoIds: z.array(id),
  /** A line of the order stands for it. */
  isQuoted: z.boolean(),
})

export type InspectionPoint = z.output<typeof inspectionPoint>

const path = '/api/web/inspection'
const access = [pageId('work_order'), pageId('reception')]
/** Who enters orders or receptions; which of them it is the report says. */
const mayEnter = ['work_order', 'reception'].flatMap((group) => [button(group, 'add'), button(group, 'update')])
const subject = { workOrderId: addressedId.optional(), receptionId: addressedId.optional() }
const filters = z.object({
  q: z.string().trim().max(60).optional(),
  state: z.enum(['open', 'done']).optional(),
  ...subject,
})
const changed = z.object({ id, version: z.number().int() })

/** 检车报告 (business/repair 12): of orders and receptions that the caller sees, entered by who enters those. */
export const inspectionRoutes = {
  list: route({
    method: 'GET',
    path,
    access,
    summary: '检车报告列表',
    query: filters.extend(paging.shape),
    data: pageOf(inspectionRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access,
    summary: '检车报告合计',
    query: filters,
    data: totals,
  }),
  /** Those that may be begun, the one that suits the car and the day best first. */
  templates: route({
    method: 'GET',
    path: `${path}/templates`,
    access,
    summary: '检车模板选择',
    query: z.object(subject),
    data: z.object({ rows: z.array(z.object({ id, name: z.string(), suits: z.boolean() })) }),
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access,
    summary: '检车报告详情',
    params: idParam,
    data: inspectionRow
      .omit({ yellowCount: true, redCount: true })
      .extend({ version: z.number().int(), points: z.array(inspectionPoint) }),
  }),
  start: route({
    method: 'POST',
    path: `${path}/begin`,
    access: mayEnter,
    summary: '开始检车',
    body: z
      .object({ workOrderId: id.optional(), receptionId: id.optional(), templateId: id })
      .refine(({ workOrderId, receptionId }) => workOrderId !== undefined || receptionId !== undefined, {
        error: '请选择工单或接车单',
        path: ['workOrderId'],
      }),
    data: changed,
  }),
  /** The points that are named; the others stay as they are. */
  save: route({
    method: 'POST',
    path: `${path}/:id`,
    access: mayEnter,
    summary: '保存检车结果',
    params: idParam,
    body: z.object({
      version: z.number().int(),
      points: z
        .array(
          z.object({
            id,
            /** Left out, a measured value says it. */
            level: level.nullable().default(null),
            value: measured.nullable().default(null),
            remark: text255.default(''),
            photoIds: z.array(id).max(10, '每项最多10张照片').default([]),
          }),
        )
        .min(1)
        .max(100),
    }),
    data: changed,
  }),
  finish: route({
    method: 'POST',
    path: `${path}/:id/finish`,
    access: mayEnter,
    summary: '完成检车，或退回继续检查',
    params: idParam,
    body: z.object({ version: z.number().int(), isDone: z.boolean().default(true) }),
    data: changed,
  }),
  /** Makes a line of the order of what was found. */
  quote: route({
    method: 'POST',
    path: `${path}/:id/quote`,
    access: button('work_order', 'update'),
    summary: '检车项转工单项目',
    params: idParam,
    body: z.object({ pointId: id }),
    data: z.object({ lineId: id }),
  }),
}
