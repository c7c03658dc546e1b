import { z } from 'zod'
import { route } from '../kernel/route'
import { orgInfo } from './session'

/** Organisations of the group, for pickers. */
export const allOrgs = route({
  method: 'GET',
  path: '/api/web/all/org',
  access: 'signedIn',
  summary: '集团内全部企业',
  data: z.array(
    z.object({
      orgid: z.number(),
      orgname: z.string(),
      short_name: z.string(),
      code: z.string(),
      org_type: z.string(),
    }),
  ),
})

/** Profile and settings of the current organisation. */
export const shopBase = route({
  method: 'GET',
  path: '/api/web/shop/base/query',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '当前企业资料与参数',
  data: orgInfo,
})

const option = z.object({ id: z.union([z.number(), z.string()]), name: z.string() })

/** A dictionary whose entries stand in a tree. */
export interface TreeOption {
  id: number | string
  name: string
  children: TreeOption[]
}
const treeOption: z.ZodType<TreeOption> = z
  .lazy(() => option.extend({ children: z.array(treeOption) }))
  .meta({ id: 'TreeOption' })

/** Enumerations for drop-downs: `basics` are lists by name, `tree` are trees by name (business/frame 3.4). */
export const basicsInfo = route({
  method: 'GET',
  path: '/api/web/basics/info',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '下拉选项',
  data: z.object({
    basics: z.record(z.string(), z.array(option)),
    tree: z.record(z.string(), z.array(treeOption)),
  }),
})
