import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { button, pageOf as pageId } from '../access/catalogue'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { id, text255, text } from '../kernel/scalars'

export const brandKinds = { part: '配件', car: '整车' } as const
const brandKind = oneOf(brandKinds).describe(`品牌类别：${labelled(brandKinds)}`)

/** Buttons of 品牌管理 (business/access 5). */
export const brandButtons = {
  view: pageId('brand'),
  add: button('brand', 'add'),
  update: button('brand', 'update'),
  remove: button('brand', 'delete'),
}

const brandRow = z.object({
  id,
  name: z.string(),
  kind: brandKind,
  initial: z.string(),
  country: z.string(),
  partCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type BrandRow = z.output<typeof brandRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  kind: brandKind.optional(),
  active: flag.optional(),
})

/** 品牌 (business/basics 5). The list also serves drop-downs, so every signed-in user may read it; business/frame 7.5 names both calls. */
export const brandRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/brand',
    access: 'signedIn',
    summary: '品牌列表',
    query: filters.extend(paging.shape),
    data: pageOf(brandRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/brand/totals',
    access: brandButtons.view,
    summary: '品牌合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/brand',
    access: [brandButtons.add, brandButtons.update],
    summary: '保存品牌',
    body: z.object({
      id: id.optional(),
      version: z.number().int().optional(),
      name: text(60).min(1, '请输入名称'),
      kind: brandKind.default('part'),
      country: text(60).default(''),
      remark: text255.default(''),
    }),
    data: savedRow,
  }),
  enable: enableRoute('/api/web/brand', brandButtons.update, '品牌'),
  remove: removeRoute('/api/web/brand', brandButtons.remove, '品牌'),
}
