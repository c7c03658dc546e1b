import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { route } from '../kernel/route'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { id, positiveInteger, text, sortNumber, taxClassCode } from '../kernel/scalars'

/** Levels of the tree at most (business/basics 5). */
export const maxCategoryLevel = 4

/** Buttons of 配件分类 (business/access 5). */
export const categoryButtons = {
  view: pageId('category'),
  add: button('category', 'add'),
  update: button('category', 'update'),
  remove: button('category', 'delete'),
}

const categoryRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  level: z.number().int(),
  taxClassCode: z.string(),
  /** Default 三包期 of parts in it, in months. */
  warrantyMonths: z.number().int().nullable(),
  sortNo: z.number().int(),
  partCount: z.number().int(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type CategoryRow = z.output<typeof categoryRow>

/** 配件分类 (business/basics 5, 8): all nodes at once, parents before children. Drop-downs read it too. */
export const categoryRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/protype/tree',
    access: 'signedIn',
    summary: '配件分类',
    data: z.object({ rows: z.array(categoryRow) }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/protype/tree',
    access: [categoryButtons.add, categoryButtons.update],
    summary: '保存配件分类',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      /** A change of parent moves the node with all below it. */
      parentId: id.nullable().default(null),
      name: text(60).min(1, '请输入名称'),
      taxClassCode: taxClassCode.default(''),
      warrantyMonths: positiveInteger.nullable().default(null),
      sortNo: sortNumber,
    }),
    data: savedRow,
  }),
  enable: enableRoute('/api/web/protype/tree', categoryButtons.update, '配件分类'),
  remove: removeRoute('/api/web/protype/tree', categoryButtons.remove, '配件分类'),
}
