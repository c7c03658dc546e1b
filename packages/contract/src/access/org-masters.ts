import { z } from 'zod'
import { flag, pageOf, pages, totals } from '../kernel/list-query'
import { savedRow } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { bankCard, id, text255, text, sortNumber, taxNo } from '../kernel/scalars'
import { taxpayerKind, orgButtons } from './org'

const named = (length: number) => text(length).min(1, '请输入名称')
const filters = z.object({ q: z.string().trim().max(60).optional(), active: flag.optional() })
const saved = { id: id.optional(), version: z.number().int().optional() }
const answer = z.object({ id })

/** The calls of a small master of organisations; `path` and `title` tell them apart. */
function masterRoutes<Row extends z.ZodType, Fields extends z.ZodRawShape>(
  path: string,
  title: string,
  row: Row,
  fields: Fields,
  readers: 'signedIn' | number,
) {
  return {
    list: route({
      method: 'GET',
      path,
      access: readers,
      summary: `${title}列表`,
      query: filters.extend(pages.shape),
      data: pageOf(row),
    }),
    totals: route({
      method: 'GET',
      path: `${path}/totals`,
      access: orgButtons.view,
      summary: `${title}合计`,
      query: filters,
      data: totals,
    }),
    save: route({
      method: 'POST',
      path,
      access: [orgButtons.add, orgButtons.update],
      summary: `保存${title}`,
      body: z.object({ ...saved, ...fields }),
      data: savedRow,
    }),
    enable: route({
      method: 'POST',
      path: `${path}/:id/enable`,
      access: orgButtons.disable,
      summary: `启用或停用${title}`,
      params: idParam,
      body: z.object({ isActive: z.boolean(), version: z.number().int() }),
      data: answer,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/:id`,
      access: orgButtons.disable,
      summary: `删除${title}`,
      params: idParam,
      data: answer,
    }),
  }
}

const common = { id, name: z.string(), remark: z.string(), isActive: z.boolean(), version: z.number().int() }

const orgTypeRow = z.object({
  ...common,
  code: z.string(),
  /** Screen keys that such organisations may show; null is all. */
  screens: z.array(z.string()).nullable(),
  sort: z.number().int(),
  orgCount: z.number().int(),
  isSystem: z.boolean(),
})
export type OrgTypeRow = z.output<typeof orgTypeRow>

/** 组织类型 (business/access 1): name and allowed menus. 企业管理 is always allowed, since types are chosen there. */
export const orgTypeRoutes = masterRoutes(
  '/api/web/org/type',
  '组织类型',
  orgTypeRow,
  {
    name: named(30),
    screens: z.array(z.string().max(60)).max(500).nullable().default(null),
    sort: sortNumber,
    remark: text255.default(''),
  },
  'signedIn',
)

const storeTypeRow = z.object({ ...common, sort: z.number().int(), orgCount: z.number().int() })
export type StoreTypeRow = z.output<typeof storeTypeRow>

/** 门店类型 (business/access 1), for example 旗舰店. */
export const storeTypeRoutes = masterRoutes(
  '/api/web/store/type',
  '门店类型',
  storeTypeRow,
  {
    name: named(30),
    sort: sortNumber,
    remark: text255.default(''),
  },
  'signedIn',
)

const companyRow = z.object({
  ...common,
  taxNo: z.string(),
  taxpayerKind,
  addressTel: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  legalPerson: z.string(),
  orgCount: z.number().int(),
})
export type CompanyRow = z.output<typeof companyRow>

/** 公司主体 (business/access 1): legal entities, the parties of invoices. */
export const companyRoutes = masterRoutes(
  '/api/web/company',
  '公司主体',
  companyRow,
  {
    name: named(100),
    taxNo: taxNo.default(''),
    taxpayerKind: taxpayerKind.default('general'),
    addressTel: text(200).default(''),
    bankName: text(60).default(''),
    bankAccount: z.union([z.literal(''), bankCard], '请输入正确的银行卡号!').default(''),
    legalPerson: text(20).default(''),
    remark: text255.default(''),
  },
  orgButtons.view,
)
