import { z } from 'zod'
import { pageOf as pageId } from '../access/catalogue'
import { route } from '../kernel/route'
import { enableRoute, removeRoute } from '../kernel/master-calls'
import { id, addressed, text } from '../kernel/scalars'

/** Root of the region tree (business/basics 8): China, under which the provinces stand. */
export const regionRoot = '0086'

/** Provinces, cities, districts; a municipality has its districts right below. */
export const maxRegionLevel = 3

/** A region as business/basics 9 names it; `area_id` is its code of GB/T 2260. */
export interface RegionNode {
  area_id: string
  area_name: string
  children: RegionNode[]
}
const regionNode: z.ZodType<RegionNode> = z
  .lazy(() => z.object({ area_id: z.string(), area_name: z.string(), children: z.array(regionNode) }))
  .meta({ id: 'Region' })

const treeQuery = z.object({
  /** The region whose parts are asked for. */
  reg_id: z
    .string()
    .regex(/^\d{4,6}$/, '地区代码不正确')
    .default(regionRoot),
  /** How many levels below it. */
  level: addressed(z.number().min(1).max(maxRegionLevel)).default(maxRegionLevel).describe('向下几级'),
})

/** Active regions below `reg_id` as a tree. The answer is compressed and has an entity tag. */
export const regionTree = route({
  method: 'GET',
  path: '/api/web/region',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '省市区',
  query: treeQuery,
  data: z.array(regionNode),
})

/** The same for 企业注册, which nobody has signed in for yet (business/frame 2.1). */
export const publicRegionTree = route({ ...regionTree, path: '/api/region', access: 'public' })

/** A region as its keeper sees it. Its code is its id: 110101 is both, and the parent of a province is null. */
const regionRow = z.object({
  id,
  code: z.number().int(),
  parentId: id.nullable(),
  name: z.string(),
  level: z.number().int(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type RegionRow = z.output<typeof regionRow>

const regionName = text(60).min(1, '请输入名称')
const regionId = z
  .number({ error: '代码应为6位数字' })
  .int('代码应为6位数字')
  .min(100000, '代码应为6位数字')
  .max(999999, '代码应为6位数字')

/** 地区管理 (business/basics 8): one list for all groups, so only the platform's keeper changes it. */
export const regionRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/region/list',
    access: pageId('dictionary'),
    summary: '地区列表',
    data: z.object({ rows: z.array(regionRow) }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/region',
    access: 'platform',
    summary: '保存地区',
    body: z.object({
      /** The row that is changed; absent for a new one. */
      id: id.optional(),
      version: z.number().int().optional(),
      /** Code of GB/T 2260; it never changes. */
      code: regionId,
      name: regionName,
      parentId: regionId.nullable().default(null),
    }),
    data: z.object({ id }),
  }),
  enable: enableRoute('/api/web/region', 'platform', '地区'),
  remove: removeRoute('/api/web/region', 'platform', '地区'),
}
