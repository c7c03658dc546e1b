import { z } from 'zod'
import { fileTooLarge, megabyte } from '../kernel/file-limit'
import { labelled, oneOf } from '../kernel/labelled'
import { button, pageOf as pageId } from './catalogue'
import { creditCode } from '../kernel/credit-code'
import { pageOf, paging, totals } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { day, id, mobile, personName, smsCode, userName, text, text255 } from '../kernel/scalars'

// 企业注册 and 企业审核 (business/access 3.3).

/** Kinds of organisation that may be applied for (business/access 1). */
export const orgTypes = {
  parts_trade: '配件贸易',
  repair: '综合维修',
  fast_repair: '快修店',
  warranty_station: '三包服务站',
} as const
const orgType = oneOf(orgTypes, '请选择企业类型')

/** A picture of the business licence, 5 MB at most. */
export const licenceImage = { label: '营业执照图片', maxBytes: 5 * megabyte }
const licence = z
  .string()
  .max(Math.ceil(licenceImage.maxBytes / 3) * 4, fileTooLarge(licenceImage))
  .base64('营业执照图片无法读取')

/** First step: the applicant's own account, proved by a code to his mobile. The ticket is good for two hours. */
export const createUserInCentre = route({
  method: 'POST',
  path: '/api-base-user/webUser/userCenterCreateUser',
  access: 'public',
  summary: '企业注册第一步：创建管理员账号',
  body: z.object({ mobile, code: smsCode, username: userName, password: userName }),
  data: z.object({ ticket: z.string() }),
})

const company = {
  name: text(60).min(2, '请输入企业名称'),
  credit_code: creditCode,
  /** Code of a district. */
  region_code: z.string({ error: '请选择地区' }).regex(/^\d{6}$/, '请选择地区'),
  address: text(120).default(''),
  contact: personName,
  org_type: orgType,
}

/** What an applicant fills in; the shop of a member organisation needs no licence of its own. */
export const applicationForm = z.object({ ...company, licence: licence.min(1, '请上传营业执照') })
export const shopForm = z.object(company)

/**
 * Second step with a ticket, or a new shop asked for by a signed-in holder of button 373. Waits for 企业审核 then.
 */
export const registerOrg = route({
  method: 'POST',
  path: '/api/web/org/reg',
  access: 'public',
  summary: '企业注册第二步：提交企业资料；已登录时为申请新门店',
  body: z.object({ ...company, licence: licence.optional(), ticket: z.string().max(200).optional() }),
  // The picture travels as base64, with the company's data around it.
  maxBody: 7 * megabyte,
  data: z.object({ id, state: z.literal('pending') }),
})

export const registrationStates = { pending: '待审', approved: '通过', rejected: '驳回' } as const
const state = oneOf(registrationStates).describe(`审核状态：${labelled(registrationStates)}`)

/** Buttons of 企业审核 (business/access 5). */
export const approvalButtons = {
  view: pageId('org'),
  approve: button('org', 'approve'),
  ask: button('org', 'add'),
}

const registrationRow = z.object({
  id,
  appliedAt: z.string(),
  name: z.string(),
  creditCode: z.string(),
  contact: z.string(),
  mobile: z.string(),
  region: z.string(),
  address: z.string(),
  orgType: z.string(),
  /** Name of the organisation above; '' founds a group. */
  parent: z.string(),
  /** User name of the applicant; '' for a shop of a group. */
  username: z.string(),
  state,
  reason: z.string(),
  decidedAt: z.string().nullable(),
  hasLicence: z.boolean(),
})
export type RegistrationRow = z.output<typeof registrationRow>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  state: state.optional(),
  orgType: orgType.optional(),
  from: day.optional(),
  to: day.optional(),
})

/** New groups are seen and decided by the platform's keeper, shops of a group by its own holders of the buttons. */
export const approvalRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/org/approval',
    access: approvalButtons.view,
    summary: '企业审核列表',
    query: filters.extend(paging.shape),
    data: pageOf(registrationRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/org/approval/totals',
    access: approvalButtons.view,
    summary: '企业审核合计',
    query: filters,
    data: totals,
  }),
  licence: route({
    method: 'GET',
    path: '/api/web/org/approval/:id/licence',
    access: approvalButtons.view,
    summary: '营业执照图片',
    params: idParam,
    download: 'image',
  }),
  decide: route({
    method: 'POST',
    path: '/api/web/org/approval',
    access: approvalButtons.approve,
    forPeople: true,
    repeats: true,
    summary: '企业审核：通过或驳回',
    body: z
      .object({
        id,
        action: z.enum(['approve', 'reject']),
        reason: text255.default(''),
      })
      .refine((body) => body.action === 'approve' || body.reason !== '', {
        path: ['reason'],
        message: '请填写驳回原因',
      }),
    data: z.object({ id, state, orgid: id.nullable() }),
  }),
}
