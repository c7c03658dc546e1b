// 派工: who works on which line, what share of it is his, when he did, and what the checks found (business/repair 6).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { route } from '../kernel/route'
import { addressedId, day, id, moment, rate, text, text255 } from '../kernel/scalars'

const group = 'dispatch'

/** Why work on a line stands still (business/repair 6.4). */
export const linePauseKinds = { parts: '待料', customer: '待客户', maker: '待厂家', other: '其他' } as const

/** Who answers for a line, and who helps him. */
export const dispatchRoles = { lead: '主修', assistant: '辅修' } as const

/** How far the work on a line is. */
export const workStates = {
  waiting: '待开工',
  working: '施工中',
  paused: '已暂停',
  finished: '待检验',
  passed: '已合格',
} as const
export type WorkState = keyof typeof workStates

/** Work on lines, as the log of their order tells it. */
export const workSteps = {
  assign: '派工',
  unassign: '撤销派工',
  reassign: '改派',
  share: '改分摊比例',
  start: '开工',
  pauseWork: '暂停施工',
  resumeWork: '恢复施工',
  finish: '项目完工',
  selfCheck: '自检',
  check: '组检',
  atOnce: '快修完工',
} as const

/** A technician works so many hours a day; more planned than that is too much. */
export const dayHours = '8'

/** Technicians of one line. */
const mostTechnicians = 10
const mostLines = 300

const technician = z.object({
  employeeId: id.meta({ title: '技师' }),
  /** The first leads where nothing is said. */
  role: oneOf(dispatchRoles).optional().meta({ title: '角色' }),
  /** 0.6 is 60 %; left out by all they are equal, left out by the last he takes what is left. */
  share: rate.optional().meta({ title: '分摊比例' }),
})

/** Those who work on a line together, each once; nobody need be named. */
export const technicianRows = z
  .array(technician)
  .max(mostTechnicians, `一个项目最多${mostTechnicians}名技师`)
  .superRefine((rows, context) => {
    if (new Set(rows.map(({ employeeId }) => employeeId)).size < rows.length)
      context.addIssue({ code: 'custom', message: '同一技师只能选择一次' })
    const isSaid = rows.map(({ share }) => share !== undefined)
    if (isSaid.includes(true) && isSaid.slice(0, -1).includes(false))
      context.addIssue({ code: 'custom', message: '请填写每名技师的分摊比例' })
  })

const technicians = technicianRows.min(1, '请至少选择一名技师')

const plan = {
  bayId: id.nullable().default(null).meta({ title: '工位' }),
  plannedStart: moment.nullable().default(null).meta({ title: '计划开工' }),
  plannedEnd: moment.nullable().default(null).meta({ title: '计划完工' }),
  remark: text255.default('').meta({ title: '备注' }),
}
/** The end of a plan comes after its beginning. */
function inOrder(
  { plannedStart, plannedEnd }: { plannedStart: string | null; plannedEnd: string | null },
  context: z.core.$RefinementCtx,
): void {
  if (plannedStart && plannedEnd && Date.parse(plannedEnd) <= Date.parse(plannedStart))
    context.addIssue({ code: 'custom', path: ['plannedEnd'], message: '计划完工应晚于计划开工' })
}

const orderId = id.meta({ title: '工单' })
const lineId = id.meta({ title: '项目' })
const lineIds = z.array(lineId).min(1, '请选择项目').max(mostLines, `一次最多${mostLines}个项目`)

/** What every change answers: the order as it is now. */
const moved = z.object({ id, version: z.number(), state: z.string() })

const change = <Body extends z.ZodType>(path: string, access: number | number[], summary: string, body: Body) =>
  route({ method: 'POST', path: `/api/web/dispatch/${path}`, access, summary, body, data: moved })

const press = button(group, 'start')

export const dispatchCalls = {
  assign: change(
    'assign',
    button(group, 'assign'),
    '派工',
    z.object({ orderId, lineIds, technicians, ...plan }).superRefine(inOrder),
  ),
  /** Other technicians, another bay, another time. Who has begun ends here, and keeps his hours. */
  reassign: change(
    'reassign',
    button(group, 'reassign'),
    '改派',
    z.object({ orderId, lineId, technicians, ...plan }).superRefine(inOrder),
  ),
  remove: change('remove', button(group, 'reassign'), '撤销派工', z.object({ orderId, lineIds })),
  share: change(
    'share',
    button(group, 'share'),
    '改分摊比例',
    z.object({
      orderId,
      lineId,
      shares: z
        .array(z.object({ employeeId: id.meta({ title: '技师' }), share: rate.meta({ title: '分摊比例' }) }))
        .min(1, '请填写分摊比例')
        .max(mostTechnicians * 2),
    }),
  ),
  start: change('start', press, '开工', z.object({ orderId, lineIds })),
  pause: change(
    'pause',
    press,
    '暂停施工',
    z.object({
      orderId,
      lineIds,
      kind: oneOf(linePauseKinds).meta({ title: '暂停原因' }),
      reason: text255.default('').meta({ title: '说明' }),
    }),
  ),
  resume: change('resume', press, '恢复施工', z.object({ orderId, lineIds })),
  /** With `selfCheck` he has looked over his work, too, and found it good. */
  finish: change(
    'finish',
    press,
    '完工',
    z.object({ orderId, lineIds, selfCheck: z.boolean().default(false), note: text255.default('') }),
  ),
  selfCheck: change(
    'self-check',
    press,
    '自检',
    z.object({ orderId, lineIds, ok: z.boolean(), note: text255.default('').meta({ title: '说明' }) }),
  ),
  check: change(
    'check',
    button(group, 'check'),
    '组检',
    z.object({ orderId, lineIds, ok: z.boolean(), reason: text255.default('').meta({ title: '原因' }) }),
  ),
} as const

/** A technician on a line. Moments as ISO 8601. */
const dispatchRow = z.object({
  id,
  employeeId: id,
  name: z.string(),
  role: z.enum(['lead', 'assistant']),
  share: z.string(),
  bayId: id.nullable(),
  bayName: z.string().nullable(),
  plannedStart: z.string().nullable(),
  plannedEnd: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Whole minutes so far, without pauses. */
  workedMinutes: z.number(),
  /** Why he does not go on just now. */
  pause: z.object({ kind: z.string(), reason: z.string(), fromAt: z.string() }).nullable(),
})
export type DispatchView = z.output<typeof dispatchRow>

/** A line of work on a car, without prices. */
const workCard = z.object({
  orderId: id,
  billNo: z.string(),
  orderState: z.string(),
  plate: z.string(),
  modelText: z.string(),
  complaint: z.string(),
  promisedAt: z.string().nullable(),
  adviserName: z.string().nullable(),
  lineId: id,
  name: z.string(),
  workerTypeId: id.nullable(),
  workerTypeName: z.string().nullable(),
  /** Hours of the whole line, 6 decimals. */
  hours: z.string(),
  workState: z.enum(['waiting', 'working', 'paused', 'finished', 'passed']),
  isAdded: z.boolean(),
  /** A check found something. */
  isInternalRework: z.boolean(),
  failReason: z.string().nullable(),
  isSelfChecked: z.boolean(),
  /** Files of the order that were taken of the line. */
  photoIds: z.array(id),
  technicians: z.array(dispatchRow),
})
export type WorkCard = z.output<typeof workCard>

/** A technician with what the day asks of him, in hours with 2 decimals. */
const boardTechnician = z.object({
  employeeId: id,
  name: z.string(),
  teamId: id.nullable(),
  teamName: z.string().nullable(),
  workerTypeIds: z.array(id),
  workerTypeNames: z.string(),
  hours: z.string(),
})
export type BoardTechnician = z.output<typeof boardTechnician>

/** The board of a day: who there is, what waits for technicians, and what they have. */
export const dispatchBoard = route({
  method: 'GET',
  path: '/api/web/dispatch/board',
  access: pageOf(group),
  summary: '派工调度',
  query: z.object({ day }),
  data: z.object({
    technicians: z.array(boardTechnician),
    bays: z.array(z.object({ id, name: z.string() })),
    cards: z.array(workCard),
  }),
})
export type DispatchBoard = z.output<typeof dispatchBoard.data>

/** Who has worked on a car, or done an item, before; the latest first. */
export const workerHistory = route({
  method: 'GET',
  path: '/api/web/worker/history',
  access: pageOf(group),
  summary: '技师施工记录',
  query: z.object({
    vehicleId: addressedId.optional(),
    serviceItemId: addressedId.optional(),
  }),
  data: z.object({
    rows: z.array(z.object({ employeeId: id, name: z.string(), lastOn: z.string(), count: z.number() })),
  }),
})

/** The technician's own page: what is his today, and what it comes to (business/repair 6.6). */
export const myWork = route({
  method: 'GET',
  path: '/api/web/my-work',
  access: press,
  summary: '我的任务',
  data: z.object({
    /** He is known as an employee here. */
    isTechnician: z.boolean(),
    cards: z.array(workCard),
    today: z.object({ lines: z.number(), hours: z.string(), minutes: z.number(), output: z.string() }),
    month: z.object({ lines: z.number(), hours: z.string(), minutes: z.number(), output: z.string() }),
  }),
})
export type MyWork = z.output<typeof myWork.data>

/** Tells the keepers what an order waits for: by who works on it, or by the desk. */
export const askForParts = route({
  method: 'POST',
  path: '/api/web/dispatch/ask-parts',
  access: [press, button(group, 'assign')],
  summary: '请料与催料',
  body: z.object({ orderId, note: text(200).min(1, '请填写需要的材料').meta({ title: '需要的材料' }) }),
  data: z.object({ told: z.number() }),
})
