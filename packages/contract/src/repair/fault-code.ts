import { z } from 'zod'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { code, id, text, text255 } from '../kernel/scalars'
import { serviceItemButtons } from './buttons'

const faultCodeRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  system: z.string(),
  manufacturerId: id.nullable(),
  manufacturerName: z.string().nullable(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type FaultCodeRow = z.output<typeof faultCodeRow>

/** 故障代码 (business/repair-masters 1.6), of one manufacturer or of all. */
export const faultCodeRoutes = masterRoutes('/api/web/fault-code', '故障代码', serviceItemButtons, {
  row: faultCodeRow,
  filters: z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() }),
  body: z.object({
    id: id.optional(),
    version: z.number().int().optional(),
    code: code(30).min(1, '请输入故障代码'),
    name: text(100).min(1, '请输入名称'),
    system: text(30).default(''),
    manufacturerId: id.nullable().default(null),
    remark: text255.default(''),
  }),
})
