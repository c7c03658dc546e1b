import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, removeRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { id, sortNumber, text, text255 } from '../kernel/scalars'
import { dictionaryButtons } from '../access/document-rights'

/** Kinds of settlement (business/basics 7.2). */
export const settlementKinds = {
  cash: '现结',
  monthly: '月结',
  on_credit: '挂账',
  cod: '货到付款',
  carrier_cod: '代收货款',
  advance: '预收预付',
} as const
const settlementKind = oneOf(settlementKinds).describe(`结算类型：${labelled(settlementKinds)}`)
type SettlementKind = z.output<typeof settlementKind>

/** Kinds whose money comes some days after the document; of a 挂账 without days those of the partner count. */
export const kindsWithTerm: readonly SettlementKind[] = ['on_credit', 'carrier_cod']

const settlementRow = z.object({
  id,
  name: z.string(),
  kind: settlementKind,
  termDays: z.number().int(),
  monthDay: z.number().int().nullable(),
  sortNo: z.number().int(),
  partnerCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type SettlementRow = z.output<typeof settlementRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  kind: settlementKind.optional(),
  active: flag.optional(),
})

const saveBody = z
  .object({
    id: id.optional(),
    version: z.number().int().optional(),
    name: text(30).min(1, '请输入名称'),
    kind: settlementKind,
    termDays: z
      .number({ error: '请输入整数' })
      .int('请输入整数')
      .min(0, '账期天数不能小于0')
      .max(365, '账期天数不能大于365')
      .nullable()
      .default(0)
      .transform((days) => days ?? 0),
    monthDay: z
      .number({ error: '请输入整数' })
      .int('请输入整数')
      .min(1, '应为1-31日')
      .max(31, '应为1-31日')
      .nullable()
      .default(null),
    sortNo: sortNumber,
    remark: text255.default(''),
  })
  .superRefine(({ kind, termDays, monthDay }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'monthly' && monthDay === null) fault('monthDay', '月结请填写次月付款日')
    if (kind !== 'monthly' && monthDay !== null) fault('monthDay', '只有月结填写次月付款日')
    if (termDays !== 0 && !kindsWithTerm.includes(kind)) fault('termDays', `${settlementKinds[kind]}没有账期天数`)
  })

const { view, add, update, remove } = dictionaryButtons
const path = '/api/web/settlement-method'

/** 结算方式 as it is kept (business/basics 7.2); documents choose from `/api/web/settlement`. */
export const settlementRoutes = {
  list: route({
    method: 'GET',
    path,
    access: view,
    summary: '结算方式列表',
    query: filters.extend(paging.shape),
    data: pageOf(settlementRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: view,
    summary: '结算方式合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path,
    access: [add, update],
    summary: '保存结算方式',
    body: saveBody,
    data: savedRow,
  }),
  enable: enableRoute(path, update, '结算方式'),
  remove: removeRoute(path, remove, '结算方式'),
}
