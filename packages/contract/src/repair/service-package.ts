import { z } from 'zod'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { code, id, openPrice, qty, text, text255 } from '../kernel/scalars'
import { serviceItemButtons } from './buttons'

const packageRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  itemCount: z.number().int(),
  partCount: z.number().int(),
  /** What it holds, in words. */
  content: z.string(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type ServicePackageRow = z.output<typeof packageRow>

/** An item or a part, how many of it, and what one costs within the package, yuan with 4 decimals; null costs what it costs alone. */
const packageLine = z.object({
  serviceItemId: id.nullable().default(null),
  partId: id.nullable().default(null),
  qty,
  price: openPrice.default(null),
})

const packageView = z.object({
  id,
  code: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
  lines: z.array(
    packageLine.extend({ code: z.string(), name: z.string(), qty: z.string(), price: z.string().nullable() }),
  ),
})

const path = '/api/web/service-package'

/** 项目套餐 (business/repair-masters 1.8): items and parts that are written on an order together. */
export const servicePackageRoutes = {
  ...masterRoutes(path, '项目套餐', serviceItemButtons, {
    row: packageRow,
    filters: z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() }),
    body: z
      .object({
        id: id.optional(),
        version: z.number().int().optional(),
        code: code(40).default(''),
        name: text(100).min(1, '请输入套餐名称'),
        remark: text255.default(''),
        lines: z.array(packageLine).min(1, '请添加项目或配件').max(100, '最多100行'),
      })
      .superRefine(({ lines }, context) => {
        const fault = (message: string) => context.addIssue({ code: 'custom', path: ['lines'], message })
        lines.forEach((line, i) => {
          if ((line.serviceItemId === null) === (line.partId === null)) fault(`第${i + 1}行应为一个项目或一个配件`)
        })
        const keys = lines.map(({ serviceItemId, partId }) => `${serviceItemId}/${partId}`)
        const twice = keys.findIndex((key, i) => keys.indexOf(key) !== i)
        if (twice >= 0) fault(`第${twice + 1}行与前面重复`)
      }),
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: serviceItemButtons.view,
    summary: '项目套餐详情',
    params: idParam,
    data: packageView,
  }),
}
