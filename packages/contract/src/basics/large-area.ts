import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { route } from '../kernel/route'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { id, text, sortNumber } from '../kernel/scalars'

/** Levels of the tree of sales areas at most. */
export const maxAreaLevel = 3

const buttons = {
  view: pageId('dictionary'),
  add: button('dictionary', 'add'),
  update: button('dictionary', 'update'),
  remove: button('dictionary', 'delete'),
}
export { buttons as areaButtons }

const areaRow = z.object({
  id,
  parentId: id.nullable(),
  name: z.string(),
  /** Codes of the provinces that belong to it. */
  regionCodes: z.array(z.string()),
  regionNames: z.array(z.string()),
  sort: z.number().int(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type AreaRow = z.output<typeof areaRow>

/** 大区 above the provinces (business/basics 8): sales areas of the group; a province belongs to one of them at most. */
export const areaRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/base/largearea/tree',
    access: 'signedIn',
    summary: '大区树',
    data: z.object({ rows: z.array(areaRow) }),
  }),
  save: route({
    method: 'POST',
    path: '/api/web/base/largearea',
    access: [buttons.add, buttons.update],
    summary: '保存大区',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      parentId: id.nullable().default(null),
      name: text(30).min(1, '请输入名称'),
      regionCodes: z
        .array(z.string().regex(/^\d{6}$/, '地区代码不正确'))
        .max(60)
        .default([]),
      sort: sortNumber,
    }),
    data: savedRow,
  }),
  enable: enableRoute('/api/web/base/largearea', buttons.update, '大区'),
  remove: removeRoute('/api/web/base/largearea', buttons.remove, '大区'),
}
