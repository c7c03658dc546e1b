import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { dateRange, flag } from '../kernel/list-query'
import { defineQuery, type QueryRow } from '../kernel/query'
import { idParam, route } from '../kernel/route'
import { addressedId, day, id, text, text255 } from '../kernel/scalars'
import { customerButtons } from './partner'

/** What came of calling a customer again. */
export const followUpOutcomes = { contacted: '已联系', booked: '已预约', dropped: '放弃' } as const
/** How a task stands: open, or with its outcome. */
export const followUpStates = { open: '待回访', ...followUpOutcomes } as const

const path = '/api/web/follow-up'

/** 回访: customers whom somebody calls again, and what came of it (business/customers 9). */
export const followUps = defineQuery({
  key: 'follow_up',
  title: '客户回访',
  path,
  access: customerButtons.view,
  mayExport: customerButtons.export,
  filters: dateRange.extend({
    state: oneOf(followUpStates)
      .describe(`状态：${labelled(followUpStates)}`)
      .optional(),
    q: z.string().trim().max(60).describe('客户名称、拼音、手机尾号，或车牌、VIN尾号').optional(),
    reason: z.string().trim().max(60).describe('回访原因').optional(),
    employeeId: addressedId.describe('回访人').optional(),
    partnerId: addressedId.optional(),
    /** Open, and its day is over. */
    overdue: flag.optional(),
  }),
  columns: {
    dueOn: { title: '计划日期', kind: 'date', isKey: true },
    partnerName: { title: '客户', width: 140, isKey: true, isName: true, chars: 24 },
    mobile: { title: '手机', width: 104, isKey: true, sort: false },
    plate: { title: '车牌', width: 84, isKey: true, sort: false, nullable: true },
    carName: { title: '车型', width: 150, sort: false, nullable: true, chars: 24 },
    reason: { title: '回访原因', width: 150, isKey: true, chars: 24 },
    employeeName: { title: '回访人', width: 72, sort: false, nullable: true },
    state: { title: '状态', kind: 'code', labels: followUpStates, width: 72, isKey: true, sort: false },
    note: { title: '回访记录', width: 200, sort: false, chars: 40 },
    doneAt: { title: '回访时间', kind: 'time', nullable: true, chars: 20 },
    doneByName: { title: '登记人', width: 72, sort: false, nullable: true },
    creatorName: { title: '创建人', width: 72, sort: false, hidden: true },
  },
  beside: { id, version: z.number().int(), partnerId: id, vehicleId: id.nullable() },
})
export type FollowUpRow = QueryRow<typeof followUps>

/** Whom the tasks are about: a customer, and one of his cars where it is about that. */
const subject = z.object({ partnerId: id, vehicleId: id.nullable().default(null) })

const making = z.object({
  subjects: z.array(subject).min(1, '请选择客户').max(1000, '一次最多1000个客户'),
  reason: text(60).min(1, '请输入回访原因'),
  dueOn: day,
  employeeId: id.nullable().default(null),
})
export type FollowUpsWanted = z.output<typeof making>

const result = z.object({
  outcome: oneOf(followUpOutcomes, '请选择回访结果'),
  note: text255.default(''),
  version: z.number().int(),
})
export type FollowUpResult = z.output<typeof result>

/** Tasks are made, and their results written, by who may change customers. */
export const followUpRoutes = {
  /** Customers for whom the same is open already are left out; `made` counts the others. */
  make: route({
    method: 'POST',
    path,
    access: customerButtons.update,
    summary: '生成回访任务',
    body: making,
    data: z.object({ made: z.number().int(), open: z.number().int() }),
  }),
  result: route({
    method: 'POST',
    path: `${path}/:id/result`,
    access: customerButtons.update,
    summary: '登记回访结果',
    params: idParam,
    body: result,
    data: z.object({ id, version: z.number().int() }),
  }),
}
