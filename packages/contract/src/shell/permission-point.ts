import { z } from 'zod'
import { route } from '../kernel/route'
import { id, text } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

/** 类型 of a permission point (business/access 3.8). */
export const pointKinds = { folder: '目录', screen: '菜单', button: '按钮', field: '字段' } as const
const kind = oneOf(pointKinds)

/** Icons that the side menu knows. */
export const menuIcons = {
  customer: '客户',
  purchase: '采购',
  sale: '销售',
  stock: '仓库',
  card: '会员卡',
  finance: '财务',
  statistics: '统计',
  basics: '资料',
  access: '权限',
  home: '首页',
} as const

/** Route data of a point (business/frame 3.2); the title is the point's name. */
const pointMeta = z.object({
  icon: z.string().max(40).optional(),
  noCache: z.boolean().optional(),
  affix: z.boolean().optional(),
  breadcrumb: z.boolean().optional(),
  type: text(40).optional(),
  /** Codes of the roles that see the item; absent or empty: every role. */
  roles: z.array(z.string().max(60)).max(50).optional(),
})
export type PointMeta = z.output<typeof pointMeta>

const pointRow = z.object({
  id,
  key: z.string(),
  parentKey: z.string().nullable(),
  kind,
  name: z.string(),
  path: z.string(),
  component: z.string(),
  buttonIds: z.array(z.number().int()).nullable(),
  meta: pointMeta,
  isHidden: z.boolean(),
  sort: z.number().int(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type PointRow = z.output<typeof pointRow>

const fields = z.object({
  parentKey: z.string().max(60).nullable().default(null),
  name: text(30).min(1, '请输入名称'),
  path: z
    .string()
    .trim()
    .regex(/^(\/[\w-]+)*$/, '路径应以/开头，由字母、数字、横线组成')
    .max(80, '最多80个字符')
    .default(''),
  component: z.string().max(60).default(''),
  /** Any one of them is enough; the screen's own rule in the program holds besides. */
  buttonIds: z.array(z.number().int().positive()).max(20).nullable().default(null),
  meta: pointMeta.default({}),
  isHidden: z.boolean().default(false),
})

const version = z.number().int()
const path = '/api/web/admin/permission'
const done = z.object({ id })

/**
 * 系统权限: the menu, its screens and permission points (business/access 3.8). Buttons and fields come with the program and are
 * only renamed, moved or stopped; a point never widens what a route asks for.
 */
export const pointRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'platform',
    summary: '系统权限：菜单与权限点',
    data: z.object({
      rows: z.array(pointRow),
      /** Screen keys that a menu entry may open, with their names. */
      components: z.array(z.object({ key: z.string(), name: z.string() })),
    }),
  }),
  add: route({
    method: 'POST',
    path,
    access: 'platform',
    summary: '新增权限点',
    body: fields.extend({
      kind: z.enum(['folder', 'screen']),
      key: z
        .string()
        .trim()
        .regex(/^[A-Za-z][\w-]{1,59}$/, '标识应为2-60位字母、数字、横线或下划线，以字母开头'),
    }),
    data: done,
  }),
  replace: route({
    method: 'PUT',
    path,
    access: 'platform',
    summary: '修改权限点',
    body: fields.omit({ parentKey: true }).extend({ id, version }),
    data: done,
  }),
  change: route({
    method: 'PATCH',
    path,
    access: 'platform',
    summary: '移动、停用或启用权限点',
    body: z.object({
      id,
      version,
      isActive: z.boolean().optional(),
      /** New parent, and the neighbour in front of which the point stands; null is the end. */
      move: z.object({ parentKey: z.string().max(60).nullable(), beforeKey: z.string().max(60).nullable() }).optional(),
    }),
    data: done,
  }),
}
