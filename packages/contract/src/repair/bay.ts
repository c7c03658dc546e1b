import { z } from 'zod'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { id, sortNumber, text, text255 } from '../kernel/scalars'
import { technicianButtons } from './worker-type'

const bayRow = z.object({
  id,
  name: z.string(),
  kind: z.string(),
  sortNo: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type BayRow = z.output<typeof bayRow>

/** 工位 of the organisation (business/repair-masters 1.5): where cars stand while they are worked on. */
export const bayRoutes = masterRoutes('/api/web/bay', '工位', technicianButtons, {
  row: bayRow,
  filters: z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() }),
  body: z.object({
    id: id.optional(),
    version: z.number().int().optional(),
    name: text(30).min(1, '请输入名称'),
    kind: text(30).default(''),
    sortNo: sortNumber,
    remark: text255.default(''),
  }),
})
