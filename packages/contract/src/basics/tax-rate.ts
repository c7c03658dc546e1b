import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { labelled, oneOf } from '../kernel/labelled'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { day, id, rate, taxClassCode, text, text255 } from '../kernel/scalars'

/** How a rate is levied (business/basics 7.3). */
export const taxKinds = { general: '一般计税', simple: '简易征收', exempt: '免税' } as const
const taxKind = oneOf(taxKinds).describe(`计税方式：${labelled(taxKinds)}`)

/** Buttons of 税率设置 (business/access 5). Who may change a rate may delete one that nobody uses. */
export const taxButtons = {
  view: pageId('tax'),
  add: button('tax', 'add'),
  update: button('tax', 'update'),
}

const taxRateRow = z.object({
  id,
  name: z.string(),
  rate: z.string(),
  kind: taxKind,
  taxClassCode: z.string(),
  isGoodsDefault: z.boolean(),
  isLabourDefault: z.boolean(),
  validFrom: z.string(),
  partCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type TaxRateRow = z.output<typeof taxRateRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  kind: taxKind.optional(),
  active: flag.optional(),
})

const saveBody = z
  .object({
    id: id.optional(),
    version: z.number().int().optional(),
    name: text(30).min(1, '请输入名称'),
    rate,
    kind: taxKind.default('general'),
    taxClassCode: taxClassCode.default(''),
    isGoodsDefault: z.boolean().default(false),
    isLabourDefault: z.boolean().default(false),
    validFrom: day,
    remark: text255.default(''),
  })
  .superRefine(({ kind, rate: figure }, context) => {
    if (kind === 'exempt' && figure !== '0')
      context.addIssue({ code: 'custom', path: ['rate'], message: '免税的税率应为0' })
  })

/** 税率设置 (business/basics 7.3). The rate is a share, 4 decimals: 0.13 is 13 %. */
export const taxRateRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/tax-rate',
    access: taxButtons.view,
    summary: '税率列表',
    query: filters.extend(paging.shape),
    data: pageOf(taxRateRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/tax-rate/totals',
    access: taxButtons.view,
    summary: '税率合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/tax-rate',
    access: [taxButtons.add, taxButtons.update],
    summary: '保存税率',
    body: saveBody,
    data: savedRow,
  }),
  enable: enableRoute('/api/web/tax-rate', taxButtons.update, '税率'),
  remove: removeRoute('/api/web/tax-rate', taxButtons.update, '税率'),
}
