import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { addressedId, amount, id, rate, text255 } from '../kernel/scalars'
import { technicianButtons } from './worker-type'

/** Level of a technician (business/repair-masters 1.4). */
export const technicianLevels = {
  apprentice: '学徒',
  junior: '初级',
  middle: '中级',
  senior: '高级',
  master: '技师',
} as const
export const technicianLevel = oneOf(technicianLevels).describe(`级别：${labelled(technicianLevels)}`)

const technicianRow = z.object({
  id,
  employeeId: id,
  empNo: z.string(),
  name: z.string(),
  teamName: z.string().nullable(),
  positionName: z.string().nullable(),
  level: technicianLevel,
  workerTypeIds: z.array(id),
  workerTypeNames: z.string(),
  /** Instead of the rate of his work; a share, 4 decimals; absent without the field permission 提成. */
  commissionRate: z.string().nullable().optional(),
  /** Yuan a month, 2 decimals. */
  monthlyTarget: z.string().nullable(),
  /** Works here no longer. */
  hasLeft: z.boolean(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type TechnicianRow = z.output<typeof technicianRow>

/** 维修工 (business/repair-masters 1.4): employees of the organisation who repair. */
export const technicianRoutes = masterRoutes('/api/web/technician', '维修工', technicianButtons, {
  row: technicianRow,
  filters: z.object({
    q: z.string().trim().max(60).optional(),
    level: technicianLevel.optional(),
    workerTypeId: addressedId.optional(),
    active: flag.optional(),
  }),
  body: z.object({
    id: id.optional(),
    version: z.number().int().optional(),
    employeeId: id,
    level: technicianLevel.default('middle'),
    workerTypeIds: z.array(id).min(1, '请至少选择一个工种').max(20, '最多20个工种'),
    /** Left out by who may not see or change it: it stays. */
    commissionRate: rate.nullable().optional(),
    monthlyTarget: amount.nullable().default(null),
    remark: text255.default(''),
  }),
})
