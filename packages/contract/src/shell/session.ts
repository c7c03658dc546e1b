import { z } from 'zod'
import { fieldKeys } from '../kernel/fields'
import { toldConfig } from '../kernel/org-config'
import { provider } from '../kernel/providers'
import { idParam, route } from '../kernel/route'
import { everyWarehouseFlag } from '../kernel/warehouse-flags'
import { userName, smsCode } from '../kernel/scalars'
import { signInPaths } from './sign-in-paths'

// The names of this file are the wire names of business/frame 3 and 7, which other clients of the service know.

/** An organisation that the user may choose. */
const orgChoice = z.object({
  orgid: z.number(),
  orgname: z.string(),
  forgid: z.number(),
  is_default: z.union([z.literal(0), z.literal(1)]),
})
export type OrgChoice = z.output<typeof orgChoice>

/** Profile and settings of the current organisation, as shell, print and settlement use it. */
export const orgInfo = z.object({
  orgid: z.number(),
  orgname: z.string(),
  forgid: z.number(),
  code: z.string(),
  short_name: z.string(),
  org_type: z.string(),
  taxpayer_kind: z.string(),
  address: z.string(),
  tel: z.string(),
  manager: z.string(),
  business_hours: z.string(),
  /** 省市区 in one text. */
  region: z.string(),
  store_type: z.string(),
  /** The legal entity behind it; '' without one. Tax number and bank are '' for who makes neither invoices nor prints. */
  company: z.object({
    name: z.string(),
    tax_no: z.string(),
    address_tel: z.string(),
    bank_name: z.string(),
    bank_account: z.string(),
  }),
  /** Tax rate that new parts start with. */
  default_tax_rate_id: z.number().nullable(),
  /** Rate that work and fees start with where no item of service gives one. */
  labour_tax_rate: z.string(),
  start_month: z.number(),
  closed_month: z.number().nullable(),
  /** Without what people earn by for who does not see that. */
  config: toldConfig,
})
export type OrgInfo = z.output<typeof orgInfo>

const credential = z.string().trim().max(64)

/**
 * What every way of signing in answers at step one (business/frame 4.1). 0: signed in. 1: signed in on another device; no token, the
 * client asks and goes on with `login_code` (/api/web/code/login) or repeats with force. 2: signed in, the organisation is
 * to be chosen. 3: the outside identity belongs to nobody yet; `bind_ticket` binds it on /bind.
 */
export const stepOne = z.object({
  status: z
    .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
    .describe(
      '0 已登录；1 账号已在别处登录，没有令牌，用 login_code 继续或以 force 重来；2 已登录，须选择企业；3 外部身份尚未绑定账号',
    ),
  access_token: z.string().optional().describe('令牌，此后放在请求头 token 中'),
  realname: z.string().optional(),
  userid: z.number().optional(),
  message: z.string().optional().describe('要强制登录时，先问用户的话'),
  login_code: z.string().optional().describe('五分钟内可用一次，只限本浏览器'),
  bind_ticket: z.string().optional().describe('绑定账号的凭证，十五分钟内有效'),
})
export type StepOne = z.output<typeof stepOne>

export const force = z
  .union([z.boolean(), z.literal(0), z.literal(1)])
  .optional()
  .describe('true 使同一账号在别处的登录失效')

/** Step one by password. A refusal that names the field `captcha` asks for the picture's characters with the next try. */
export const pwdLogin = route({
  method: 'POST',
  path: signInPaths.password,
  access: 'public',
  summary: '登录第一步：用户名和密码',
  body: z.object({
    username: credential.min(1, '请输入用户名'),
    password: z.string().min(1, '请输入密码').max(64),
    client_id: z.string().max(64).optional(),
    client_secret: z.string().max(128).optional(),
    force,
    /** Asked for after three failures of the account or the address. */
    captcha_id: z.string().max(64).optional(),
    captcha: z.string().trim().max(8).optional(),
  }),
  data: stepOne,
})

/** What the client keeps of the signed-in user (business/frame 3.1). */
const userInfo = z.object({
  token: z.string(),
  name: z.string(),
  userid: z.number(),
  orgname: z.string(),
  orgid: z.number(),
  forgid: z.number(),
  empid: z.number().nullable(),
  avatar: z.string(),
  introduction: z.string(),
  /** Never empty (business/frame 6). */
  roles: z.array(z.string()).min(1),
  whids: z.array(z.number()),
  orgList: z.array(orgChoice),
  orgInfo,
  /** True when the person proved himself here, by password or a code to his mobile; false when a provider vouched for him. */
  loginSelf: z.boolean(),
  /** A one-time password must be changed at once. */
  user: z.object({ username: z.string(), mobile: z.string(), must_change_password: z.boolean() }),
})
export type UserInfo = z.output<typeof userInfo>

/** Step two: the access token for the user info; `next` 'exit' ends the session instead and answers nothing. */
export const userLogin = route({
  method: 'POST',
  path: signInPaths.stepTwo,
  access: 'public',
  summary: '登录第二步：换取用户信息；next=exit 退出登录',
  query: z.object({ next: z.literal('exit').optional() }),
  body: z.object({ access_token: z.string().max(200).optional(), next: z.literal('exit').optional() }).optional(),
  data: userInfo.nullable(),
})

export const orgChoices = route({
  method: 'GET',
  path: '/api/web/user/choose_org',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '可选择的企业',
  data: z.object({ orgid: z.number().nullable(), orgList: z.array(orgChoice) }),
})

export const chooseOrg = route({
  method: 'POST',
  path: '/api/web/user/choose_org',
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  repeats: true,
  summary: '选择企业',
  body: z.object({
    orgid: z.number({ error: '请选择组织信息！' }).int().positive(),
    /** 1 makes it the user's default (记住企业). */
    default_orgid: z.union([z.literal(0), z.literal(1)]).default(0),
  }),
  data: z.object({ orgid: z.number() }),
})

export const passwordInfo = route({
  method: 'GET',
  path: '/api/web/user/change_pwd',
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  summary: '密码修改：用户、员工和企业信息',
  data: z.object({
    user: z.object({ userid: z.number(), username: z.string(), name: z.string(), mobile: z.string() }),
    emp: z.object({ empid: z.number(), emp_no: z.string(), name: z.string() }).nullable(),
    org: z.object({ orgid: z.number(), orgname: z.string() }).nullable(),
    /** Outside providers by which he may sign in, and since when. */
    identities: z.array(z.object({ provider, boundAt: z.string() })),
  }),
})

/**
 * Ends all other sessions of the user (business/frame 2.2). Who signed in another way and has forgotten his password proves himself
 * by the code sent to his own mobile instead (/api/common/sms/send).
 */
export const changePassword = route({
  method: 'POST',
  path: '/api/web/user/change_pwd',
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  repeats: true,
  summary: '修改密码',
  body: z
    .object({
      old_password: z.string().min(1, '请输入旧密码').max(64).optional(),
      code: smsCode.optional(),
      new_password: userName,
      confirm: userName,
    })
    .refine((body) => body.old_password !== undefined || body.code !== undefined, {
      path: ['old_password'],
      message: '请输入旧密码',
    })
    .refine((body) => body.new_password === body.confirm, { path: ['confirm'], message: '两次输入的新密码不一致' })
    .refine((body) => body.new_password !== body.old_password, {
      path: ['new_password'],
      message: '新密码不能与旧密码相同',
    }),
  data: z.object({}),
})

/** A live sign-in of the user, in whatever browser. The id opens nothing. */
const ownSession = z.object({
  id: z.number(),
  /** As the browser named itself at the sign-in; '' when it did not. */
  userAgent: z.string(),
  /** Address at the sign-in. */
  ip: z.string(),
  signedInAt: z.string(),
  /** To the minute. */
  lastUsedAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

const sessionPath = '/api/web/user/session'

/** The present session first, then the last used. */
export const ownSessions = route({
  method: 'GET',
  path: sessionPath,
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  summary: '本人的登录设备',
  data: z.object({ rows: z.array(ownSession) }),
})

/** Ends one of them; the present one ends by signing out. */
export const endOwnSession = route({
  method: 'POST',
  path: `${sessionPath}/:id/end`,
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  repeats: true,
  summary: '结束本人的一处登录',
  params: idParam,
  data: z.object({}),
})

export const endOtherSessions = route({
  method: 'POST',
  path: `${sessionPath}/end_others`,
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  repeats: true,
  summary: '结束本人的其他登录',
  data: z.object({ ended: z.number() }),
})

/** Route data of a menu item (business/frame 3.2): the client builds menu, routes and tabs from it. */
export interface MenuItem {
  jsondata: {
    path: string
    name: string
    hidden: boolean
    /** Screen key, or Layout / Empty for groups. */
    component: string
    meta: {
      title: string
      icon?: string
      noCache?: boolean
      affix?: boolean
      breadcrumb?: boolean
      type?: string
      roles?: string[]
    }
  }
  children: MenuItem[]
}

const menuData = z.object({
  path: z.string(),
  name: z.string(),
  hidden: z.boolean(),
  component: z.string(),
  meta: z.object({
    title: z.string(),
    icon: z.string().optional(),
    noCache: z.boolean().optional(),
    affix: z.boolean().optional(),
    breadcrumb: z.boolean().optional(),
    type: z.string().optional(),
    roles: z.array(z.string()).optional(),
  }),
})
const menuItem: z.ZodType<MenuItem> = z
  .lazy(() => z.object({ jsondata: menuData, children: z.array(menuItem) }))
  .meta({ id: 'MenuItem' })

export const menuTree = route({
  method: 'GET',
  path: '/api/web/menu/tree',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '用户的菜单树',
  data: z.array(menuItem),
})

/** Buttons of one group of the catalogue (business/access 5) that the user holds. */
const permissionGroup = z.object({
  name: z.string(),
  button_id: z.number(),
  children: z.array(z.object({ name: z.string(), button_id: z.number() })),
})

export const userPermission = route({
  method: 'GET',
  path: '/api/web/user_permission',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '用户的按钮权限和可见字段',
  data: z.object({
    userpermission: z.array(permissionGroup),
    userUniqueIdAll: z.array(z.number()),
    fields: z.array(z.enum(fieldKeys)),
    /** Areas in which the user's data reaches further than the organisation he works in. */
    wide_areas: z.array(z.string()),
    /** What the user may do in warehouses of the organisation, by their ids (business/access 6). */
    warehouse_flags: z.record(z.string(), z.array(z.enum(everyWarehouseFlag))),
    /** Keeps the installation itself. */
    is_platform: z.boolean(),
  }),
})
export type UserPermission = z.output<typeof userPermission.data>

export const freshKey = route({
  method: 'GET',
  path: '/api/web/uuid',
  access: 'signedIn',
  beforeOwnPassword: true,
  summary: '新的幂等键',
  data: z.object({ uuid: z.string() }),
})

/** RSA public key of the device header, PEM (SubjectPublicKeyInfo, 2048 bits); OAEP with SHA-256. */
export const publicKey = route({
  method: 'GET',
  path: signInPaths.deviceKey,
  access: 'public',
  summary: '设备信息加密公钥',
  data: z.object({ publicKey: z.string() }),
})

/** Device payload of the X-Device-Info header (business/frame 3.4). */
export interface DeviceInfo {
  /** Origin of the page. */
  r: string
  /** Device id: query parameter `did`, else made once and kept by the browser. */
  di: string
  /** Random number, so that equal payloads never encrypt alike. */
  rn: string
  /** Name of the open tab. */
  tn: string
  /** Number of open tabs. */
  ttn: string
  /** Milliseconds since 1970. */
  tm: string
  /** Client name. */
  cn: string
}
