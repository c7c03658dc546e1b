import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { id, openPrice, rate, sortNumber, text, text255 } from '../kernel/scalars'

/** Buttons of 维修工, 工种 and 工位 (business/access 5). Who may change a row may delete one that nobody uses. */
export const technicianButtons = {
  view: pageId('technician'),
  add: button('technician', 'add'),
  update: button('technician', 'update'),
  remove: button('technician', 'update'),
  /** Changes what people earn of their work. */
  rate: button('technician', 'rate'),
}

const workerTypeRow = z.object({
  id,
  name: z.string(),
  /** Yuan an hour, 4 decimals. */
  hourPrice: z.string().nullable(),
  /** A share, 4 decimals; absent without the field permission 提成. */
  commissionRate: z.string().nullable().optional(),
  sortNo: z.number().int(),
  technicianCount: z.number().int(),
  itemCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type WorkerTypeRow = z.output<typeof workerTypeRow>

/** 工种 (business/repair-masters 1.1): what an hour of such work costs and what of it is the technician's, where nothing nearer says so. */
export const workerTypeRoutes = masterRoutes('/api/web/worker-type', '工种', technicianButtons, {
  row: workerTypeRow,
  filters: z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() }),
  body: z.object({
    id: id.optional(),
    version: z.number().int().optional(),
    name: text(30).min(1, '请输入名称'),
    hourPrice: openPrice.default(null),
    /** Left out by who may not see or change it: it stays. */
    commissionRate: rate.nullable().optional(),
    sortNo: sortNumber,
    remark: text255.default(''),
  }),
})
