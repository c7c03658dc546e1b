import { z } from 'zod'
import { exportRoute } from '../kernel/export-route'
import { isPositive } from '../kernel/decimal'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { addressedId, code, day, hours, id, text255 } from '../kernel/scalars'
import { policyButtons } from './policy'

/** Hours that a manufacturer pays for: above zero, at most 8 integer digits and 6 decimals. */
export const quotaHours = hours.refine(isPositive, '工时应大于0')

const quotaRow = z.object({
  id,
  manufacturerId: id,
  manufacturerName: z.string(),
  serviceItemId: id,
  itemCode: z.string(),
  itemName: z.string(),
  labourCode: z.string(),
  hours: z.string(),
  validFrom: z.string(),
  /** Those of today: the newest day that has come, while it is not switched off. */
  isCurrent: z.boolean(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type QuotaRow = z.output<typeof quotaRow>

const filters = z.object({
  /** The item by code, name or pinyin, or the manufacturer's code. */
  q: z.string().trim().max(60).optional(),
  manufacturerId: addressedId.optional(),
  /** Only those that are in force today. */
  current: flag.optional(),
  active: flag.optional(),
})
const path = '/api/web/labour-quota'

/** 厂家工时定额 (business/three-guarantees 1.3): hours that a manufacturer pays for an item, from a day on. */
export const quotaRoutes = {
  ...masterRoutes(path, '厂家工时定额', policyButtons, {
    row: quotaRow,
    filters,
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      manufacturerId: id,
      serviceItemId: id,
      labourCode: code(40).default(''),
      hours: quotaHours,
      validFrom: day,
      remark: text255.default(''),
    }),
  }),
  export: exportRoute({ path: `${path}/export`, access: policyButtons.export, summary: '导出厂家工时定额', filters }),
}
