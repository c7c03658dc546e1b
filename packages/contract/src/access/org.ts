import { z } from 'zod'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, savedRow } from '../kernel/master-calls'
import { orgConfig } from '../kernel/org-config'
import { idParam, route } from '../kernel/route'
import { id, landline, mobile, text255, addressed, addressedId, text, userName, personName } from '../kernel/scalars'
import { button, pageOf as pageId } from './catalogue'
import { oneOf } from '../kernel/labelled'

/** Buttons of 企业与门店 (business/access 5). */
export const orgButtons = {
  view: pageId('org'),
  add: button('org', 'add'),
  update: button('org', 'update'),
  disable: button('org', 'disable'),
  abdicate: button('org', 'abdicate'),
  config: button('org', 'config'),
}

export const taxpayerKinds = { general: '一般纳税人', small: '小规模纳税人' } as const
export const taxpayerKind = oneOf(taxpayerKinds)
export const orgStatuses = { active: '启用', disabled: '停用', pending: '待审核', rejected: '已驳回' } as const

const degrees = (most: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,6})?$/, message)
    .refine((value) => Math.abs(Number.parseInt(value, 10)) <= most, message)
    .nullable()
    .default(null)

/** What a user types about an organisation (business/access 2.1, 3.5). */
const orgFields = z.object({
  name: text(60).min(2, '名称应为2-60个字符'),
  shortName: text(20).default(''),
  /** Part of every bill number (business/documents 2); fixed once documents exist. */
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{2,4}$/, '编码应为2-4位字母或数字')
    .transform((code) => code.toUpperCase()),
  orgType: z.string({ error: '请选择企业类型' }).min(1, '请选择企业类型').max(40),
  storeTypeId: id.nullable().default(null),
  companyId: id.nullable().default(null),
  /** Code of GB/T 2260, or '' when it is not known. */
  regionCode: z
    .string()
    .regex(/^(\d{6})?$/, '地区代码不正确')
    .nullish()
    .transform((code) => code ?? ''),
  address: text255.default(''),
  /** Degrees with at most 6 decimals. */
  longitude: degrees(180, '经度应在-180到180之间，最多6位小数'),
  latitude: degrees(90, '纬度应在-90到90之间，最多6位小数'),
  tel: z.union([z.literal(''), landline, mobile], '请输入正确的电话号码!').default(''),
  businessHours: z
    .string()
    .trim()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-4]):[0-5]\d)?$/, '营业时间格式应为08:00-18:30')
    .default(''),
  bayCount: z
    .number({ error: '请输入工位数' })
    .int('请输入整数')
    .min(0, '工位数不能小于0')
    .max(999, '工位数不能大于999')
    .default(0),
  manager: text(20).default(''),
  parentId: id.nullable().default(null),
  taxpayerKind: taxpayerKind.default('general'),
  defaultTaxRateId: id.nullable().default(null),
  /** YYYYMM of the first month of business. */
  startMonth: z
    .number({ error: '请选择启用月' })
    .int('请选择启用月')
    .refine((month) => month >= 200001 && month <= 209912 && month % 100 >= 1 && month % 100 <= 12, '请选择启用月'),
  remark: text255.default(''),
})
export type OrgFields = z.output<typeof orgFields>

/** A change of an organisation that exists; `confirmTax` agrees to another 税务类型 although documents exist. */
export const orgChange = orgFields.extend({
  id,
  version: z.number().int(),
  confirmTax: z.boolean().default(false),
})

const orgRow = z.object({
  id,
  parentId: id.nullable(),
  parentName: z.string().nullable(),
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  orgType: z.string(),
  orgTypeName: z.string(),
  storeTypeId: id.nullable(),
  storeTypeName: z.string().nullable(),
  companyId: id.nullable(),
  companyName: z.string().nullable(),
  regionCode: z.string(),
  /** 省市区 in one text. */
  regionName: z.string(),
  address: z.string(),
  longitude: z.string().nullable(),
  latitude: z.string().nullable(),
  tel: z.string(),
  businessHours: z.string(),
  bayCount: z.number().int(),
  manager: z.string(),
  taxpayerKind,
  defaultTaxRateId: id.nullable(),
  startMonth: z.number().int(),
  closedMonth: z.number().int().nullable(),
  status: oneOf(orgStatuses),
  isActive: z.boolean(),
  adminUserId: id.nullable(),
  adminName: z.string().nullable(),
  userCount: z.number().int(),
  /** With documents, code and 启用月 are fixed. */
  hasDocuments: z.boolean(),
  isCurrent: z.boolean(),
  /** 修改, 停用, 管理员移交 and 参数设置 as far as the caller may do them here: he holds them in it, or in one above it. */
  buttons: z.array(z.number()),
  remark: z.string(),
  version: z.number().int(),
})
export type OrgRow = z.output<typeof orgRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  /** This organisation and all below it. */
  below: addressedId.optional(),
  orgType: z.string().max(40).optional(),
  storeTypeId: addressedId.optional(),
  active: flag.optional(),
})

const orgNode = orgRow.pick({ id: true, parentId: true, code: true, name: true, orgType: true, isActive: true })
export type OrgNode = z.output<typeof orgNode>

const member = z.object({ userId: id, username: z.string(), realName: z.string(), isAdmin: z.boolean() })
const answer = z.object({ id })

/**
 * 企业管理 (business/access 2.1, 3.2): the organisations that the caller works in and all below them; others do not exist for him.
 */
export const orgRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/org',
    access: orgButtons.view,
    summary: '企业列表',
    query: filters.extend(paging.shape),
    data: pageOf(orgRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/org/totals',
    access: orgButtons.view,
    summary: '企业合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: '/api/web/org/:id',
    access: orgButtons.view,
    summary: '企业资料与参数',
    params: idParam,
    data: orgRow.extend({ config: orgConfig }),
  }),
  /** Codes, names and places in the tree, for choices (business/frame 9.3: 1000 rows). */
  nodes: route({
    method: 'GET',
    path: '/api/web/org/list',
    access: 'signedIn',
    summary: '企业树',
    query: z.object({
      page: addressed(z.number().min(1)).default(1),
      rows: addressed(z.number().min(1).max(1000)).default(1000),
    }),
    data: z.object({ groupName: z.string(), rows: z.array(orgNode) }),
  }),
  update: route({
    method: 'POST',
    path: '/api/web/org/update',
    access: orgButtons.update,
    summary: '修改企业',
    body: orgChange,
    data: savedRow,
  }),
  enable: enableRoute('/api/web/org', orgButtons.disable, '企业'),
  config: route({
    method: 'POST',
    path: '/api/web/org/config',
    access: orgButtons.config,
    summary: '企业参数',
    body: z.object({ orgid: id, version: z.number().int(), config: orgConfig }),
    data: answer,
  }),
  /** Who may become administrator, the present one marked. */
  members: route({
    method: 'GET',
    path: '/api/web/org/:id/members',
    access: orgButtons.abdicate,
    summary: '企业成员',
    params: idParam,
    data: z.object({ rows: z.array(member) }),
  }),
  abdicate: route({
    method: 'POST',
    path: '/api/web/org/abdication',
    access: orgButtons.abdicate,
    forPeople: true,
    summary: '管理员移交',
    body: z.object({ orgid: id, userid: z.number({ error: '请选择新的管理员' }).int().positive() }),
    data: answer,
  }),
}

/** A login made together with a shop: its administrator. The password is shown once. */
export const newAccount = z.object({ username: z.string(), password: z.string() })

/** 门店管理 (business/access 3.5). A shop is made complete, see business/ledgers 8. */
export const shopRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/adm/shop',
    access: orgButtons.view,
    summary: '门店列表',
    query: filters.extend(paging.shape),
    data: pageOf(orgRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/adm/shop/totals',
    access: orgButtons.view,
    summary: '门店合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path: '/api/web/adm/shop',
    access: [orgButtons.add, orgButtons.update],
    forPeople: true,
    shownOnce: 'account',
    summary: '保存门店',
    body: orgFields.extend({
      id: id.optional(),
      version: z.number().int().optional(),
      confirmTax: z.boolean().default(false),
      /** 复制自: takes the settings of this organisation, for a new shop. */
      copyConfigFrom: id.nullable().default(null),
      /** Copies the roles that belong to that organisation alone as well. */
      copyRoles: z.boolean().default(false),
      /** 保存并开通账号: the shop's administrator as a new login. */
      account: z
        .object({
          username: userName,
          realName: personName,
          mobile: z.union([z.literal(''), mobile], '请输入正确的手机号').default(''),
        })
        .nullable()
        .default(null),
    }),
    data: z.object({ id, version: z.number().int(), account: newAccount.nullable() }),
  }),
}
