// 维修进度: where the cars in the shop are (business/repair 6.5).
import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'

/** Lanes of the board, in the order of the work. */
export const progressLanes = {
  waiting: '待派工',
  parts: '待料',
  working: '维修中',
  checking: '待检',
  settling: '待结算',
  leaving: '待交车',
} as const
export type ProgressLane = keyof typeof progressLanes

const progressRow = z.object({
  id,
  billNo: z.string(),
  state: z.string(),
  lane: z.enum(Object.keys(progressLanes) as [ProgressLane, ...ProgressLane[]]),
  plate: z.string(),
  modelText: z.string(),
  partnerName: z.string(),
  adviserName: z.string().nullable(),
  technicians: z.string().nullable(),
  /** Since when the car is here, and how many whole minutes. */
  arrivedAt: z.string(),
  minutes: z.number(),
  promisedAt: z.string().nullable(),
  isLate: z.boolean(),
  /** Labour that is agreed, and how much of it is done. */
  lineCount: z.number(),
  doneCount: z.number(),
  /** What it waits for, in words. */
  pause: z.string().nullable(),
})
export type ProgressRow = z.output<typeof progressRow>

/** Cars that are here by lanes; those that are promised first stand first. */
export const repairProgress = route({
  method: 'GET',
  path: '/api/web/repair-progress',
  access: pageOf('work_order'),
  summary: '维修进度',
  query: z.object({ adviserId: addressedId.optional(), technicianId: addressedId.optional() }),
  data: z.object({ rows: z.array(progressRow) }),
})
