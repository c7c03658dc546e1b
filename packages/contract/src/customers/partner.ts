import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { exportBody } from '../kernel/export-route'
import { button, pageOf as pageId } from '../access/catalogue'
import { flag, idList, pageOf, paging, totals } from '../kernel/list-query'
import { anyRole, partnerRoles } from '../kernel/partner-roles'
import { mergePreview } from '../kernel/merge-preview'
import { idParam, route } from '../kernel/route'
import {
  amount,
  bankCard,
  code,
  chosenWord,
  day,
  emptied,
  id,
  invoiceKind,
  landline,
  personName,
  rate,
  text255,
  addressed,
  addressedId,
  text,
  taxNo,
  mobileOrNone,
} from '../kernel/scalars'

/** What the roles of a partner are called, by their bits. That of a sister organisation is set by the system only. */
export const roleLabels = {
  [partnerRoles.customer]: '客户',
  [partnerRoles.supplier]: '供应商',
  [partnerRoles.manufacturer]: '生产厂家',
  [partnerRoles.insurer]: '保险公司',
  [partnerRoles.logistics]: '物流公司',
} as const
export const sisterRole = { [partnerRoles.sister]: '兄弟企业' } as const
export const partnerLevels = ['A', 'B', 'C', 'D'] as const
export const partnerKindLabels = { person: '个人', unit: '单位' } as const
export const priceLevelLabels = {
  retail: '零售价',
  wholesale1: '批发价1',
  wholesale2: '批发价2',
  wholesale3: '批发价3',
} as const
export const creditPolicyLabels = { block: '超额禁止', warn: '超额提醒', none: '不控制' } as const

/** Buttons of customers (客户) and of all other partners (供应商与往来单位), business/access 5. */
export const customerButtons = {
  view: pageId('customer'),
  add: button('customer', 'add'),
  update: button('customer', 'update'),
  remove: button('customer', 'delete'),
  export: button('customer', 'export'),
  import: button('customer', 'import'),
  merge: button('customer', 'merge'),
  transfer: button('customer', 'transfer_owner'),
}
export const partnerButtons = {
  view: pageId('partner'),
  add: button('partner', 'add'),
  update: button('partner', 'update'),
  remove: button('partner', 'delete'),
  credit: button('partner', 'credit'),
}

const optionalText = (length: number) => text(length).default('')
const typedRoles = anyRole & ~partnerRoles.sister
const blank = z.literal('')
const mobileField = mobileOrNone
const telField = z.union([blank, landline], '请输入正确的电话号码!').default('')

/** Code of GB/T 2260, or '' when it is not known. */
const regionCode = emptied(z.string().regex(/^(\d{6})?$/, '请选择地区'))

const partnerContact = z.object({
  name: personName,
  mobile: mobileField,
  tel: telField,
  title: optionalText(30),
  isDefault: z.boolean().default(false),
})
const partnerAddress = z.object({
  receiver: text(40).min(1, '请输入收货人'),
  mobile: mobileField,
  regionCode,
  address: text255.min(1, '请输入地址'),
  isDefault: z.boolean().default(false),
})

/** Terms of credit, per org for the limit (business/customers 2.3). */
export const creditTerms = z.object({
  /** Yuan, 2 decimals; 0 is no credit, null no limit. */
  creditLimit: amount.nullable(),
  creditDays: z.number({ error: '请输入账期天数' }).int().min(0, '账期不能小于0').max(3650, '账期最多3650天'),
  creditPolicy: oneOf(creditPolicyLabels),
})
export type CreditTerms = z.output<typeof creditTerms>

/** What a user types about a partner (business/customers 2.1). */
export const partnerFields = z.object({
  code: code(20).default(''),
  name: text(100).min(1, '请输入名称'),
  kind: oneOf(partnerKindLabels).default('person'),
  cusFlag: z.number().int().min(1, '请至少选择一个角色').max(typedRoles, '角色不正确').default(partnerRoles.customer),
  level: z.enum(partnerLevels).default('C'),
  /** A word of the dictionary, as is the source. */
  category: chosenWord('请选择类别').default('散客'),
  mobile: mobileField,
  tel: telField,
  regionCode,
  address: text255.default(''),
  priceLevel: oneOf(priceLevelLabels).default('retail'),
  /** 1 is no discount, 0.95 is 95折. */
  discountRate: rate.default('1'),
  settlementMethodId: id.nullable().default(null),
  taxNo: taxNo.default(''),
  invoiceTitle: optionalText(100),
  bankName: optionalText(60),
  bankAccount: z.union([blank, bankCard], '请输入正确的银行卡号!').default(''),
  defaultInvoiceKind: invoiceKind.default('none'),
  salespersonId: id.nullable().default(null),
  buyerId: id.nullable().default(null),
  source: emptied(text(30)),
  birthday: day.nullable().default(null),
  gender: emptied(z.enum(['', '男', '女'])),
  isBlacklisted: z.boolean().default(false),
  remark: text255.default(''),
})

const mobileOfPerson = (partner: { kind: string; mobile: string }) => partner.kind !== 'person' || partner.mobile !== ''

/** A partner with all tabs, as the editor sends it. Credit is left out by who may not change it. */
const partnerInput = partnerFields
  .extend({
    id: id.optional(),
    version: z.number().int().optional(),
    contacts: z.array(partnerContact).max(50, '最多50个联系人').default([]),
    addresses: z.array(partnerAddress).max(50, '最多50个地址').default([]),
    credit: creditTerms.optional(),
  })
  .refine(mobileOfPerson, { path: ['mobile'], message: '个人客户请填写手机号' })
export type PartnerInput = z.output<typeof partnerInput>

/** A list row. Credit and balances, in yuan with 2 decimals, are absent without the field permission (business/access 8). */
const partnerRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  cusFlag: z.number().int(),
  level: z.string(),
  category: z.string(),
  mobile: z.string(),
  tel: z.string(),
  contactName: z.string().nullable(),
  /** Cars in use. */
  vehicleCount: z.number().int(),
  /** Names from the province down, as they were when the region was chosen. */
  region: z.string(),
  address: z.string(),
  priceLevel: z.string(),
  discountRate: z.string(),
  settlementMethodName: z.string().nullable(),
  creditDays: z.number().int(),
  creditLimit: z.string().nullable().optional(),
  receivable: z.string().optional(),
  advanceIn: z.string().optional(),
  payable: z.string().optional(),
  advanceOut: z.string().optional(),
  /** Day of the last document with this org. */
  lastOn: z.string().nullable(),
  salespersonName: z.string().nullable(),
  buyerName: z.string().nullable(),
  source: z.string(),
  isBlacklisted: z.boolean(),
  isSystem: z.boolean(),
  isActive: z.boolean(),
  taxNo: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  remark: z.string(),
  version: z.number().int(),
})
export type PartnerRow = z.output<typeof partnerRow>

const partnerView = partnerFields.extend({
  id,
  version: z.number().int(),
  cusFlag: z.number().int(),
  isActive: z.boolean(),
  isSystem: z.boolean(),
  /** A document names the partner: its code stands. */
  isUsed: z.boolean(),
  creditDays: z.number().int(),
  creditPolicy: z.string(),
  creditLimit: z.string().nullable().optional(),
  contacts: z.array(partnerContact),
  addresses: z.array(partnerAddress),
})
export type PartnerView = z.output<typeof partnerView>

const filters = z.object({
  /** Sum of role bits; partners with any of them. */
  role: addressed(z.number().min(1).max(anyRole)).default(partnerRoles.customer),
  q: z.string().trim().max(60).optional(),
  category: z.string().max(20).optional(),
  level: z.string().max(4).describe('客户等级，A 至 D').optional(),
  kind: oneOf(partnerKindLabels)
    .describe(`类型：${labelled(partnerKindLabels)}`)
    .optional(),
  source: z.string().max(20).describe('客户来源').optional(),
  /** A region with all below it. */
  regionCode: z
    .string()
    .regex(/^\d{6}$/, '请选择地区')
    .optional(),
  salespersonId: addressedId.optional(),
  /** Owes us, or we owe, as far as the caller may see either. */
  owing: flag.optional(),
  /** No document for at least so many days. */
  quietDays: addressed(z.number().min(1).max(3650)).optional(),
  active: flag.optional(),
  ids: idList.optional(),
})
const path = '/api/web/partner'
const done = z.object({ id })
const view = [customerButtons.view, partnerButtons.view]

/** 客户管理 and the supplier view of the same list (business/customers 1, 2). */
export const partnerRoutes = {
  list: route({
    method: 'GET',
    path,
    access: view,
    summary: '往来单位列表',
    query: filters.extend(paging.shape),
    data: pageOf(partnerRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: view,
    summary: '往来单位合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: view,
    summary: '往来单位详情',
    params: idParam,
    data: partnerView,
  }),
  save: route({
    method: 'POST',
    path,
    access: [customerButtons.add, customerButtons.update, partnerButtons.add, partnerButtons.update],
    summary: '保存往来单位',
    body: partnerInput,
    data: z.object({ id, code: z.string(), version: z.number().int() }),
  }),
  credit: route({
    method: 'POST',
    path: `${path}/:id/credit`,
    access: partnerButtons.credit,
    summary: '改信用额度',
    params: idParam,
    body: creditTerms.extend({ version: z.number().int() }),
    data: done,
  }),
  enable: route({
    method: 'POST',
    path: `${path}/:id/enable`,
    access: [customerButtons.update, partnerButtons.update],
    summary: '启用或停用往来单位',
    params: idParam,
    body: z.object({ isActive: z.boolean(), version: z.number().int() }),
    data: done,
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/:id`,
    access: [customerButtons.remove, partnerButtons.remove],
    summary: '删除往来单位',
    params: idParam,
    data: done,
  }),
  /** What `merge` of the two would do, or why it would be refused. Balances are told to who may see them, of his organisations. */
  mergePreview: route({
    method: 'GET',
    path: `${path}/:id/merge`,
    access: customerButtons.merge,
    summary: '合并客户：执行前预览',
    params: idParam,
    query: z.object({ sourceId: addressedId.describe('重复的往来单位的编号') }),
    data: mergePreview,
  }),
  /** Moves what is open, contacts, addresses and prices of `sourceId` to `id` and disables the source; its documents keep their names. */
  merge: route({
    method: 'POST',
    path: `${path}/:id/merge`,
    access: customerButtons.merge,
    summary: '合并客户',
    params: idParam,
    body: z.object({ sourceId: id }),
    data: done,
  }),
  transfer: route({
    method: 'POST',
    path: `${path}/transfer`,
    access: customerButtons.transfer,
    summary: '转业务员',
    body: z.object({ ids: z.array(id).min(1, '请选择客户').max(1000), salespersonId: id.nullable() }),
    data: z.object({ count: z.number().int() }),
  }),
  export: route({
    method: 'POST',
    path: `${path}/export`,
    access: customerButtons.export,
    summary: '导出客户',
    body: exportBody(filters),
    data: z.object({ jobId: id }),
  }),
}
