import { z } from 'zod'
import { labelled, oneOf } from '../kernel/labelled'
import { button, pageOf as pageId } from '../access/catalogue'
import { dateRange, flag, pageOf, pages, paging, totals } from '../kernel/list-query'
import { savedRow } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { bankCard, day, id, rate, signedAmount, text255, addressedId, text } from '../kernel/scalars'

export const accountKinds = {
  cash: '现金',
  bank: '银行',
  wechat: '微信',
  alipay: '支付宝',
  pos: '刷卡',
  other: '其他',
} as const
const accountKind = oneOf(accountKinds).describe(`账户类型：${labelled(accountKinds)}`)

/** Buttons of 门店账户 (business/access 5). */
export const accountButtons = {
  view: pageId('store_account'),
  add: button('store_account', 'add'),
  update: button('store_account', 'update'),
  disable: button('store_account', 'disable'),
  balance: button('store_account', 'see_balance'),
}

/**
 * A store account. Pickers read the first fields; bank details and settings are there for holders of the page, amounts in
 * yuan for those who may see account balances (business/access 8).
 */
const storeAccount = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: accountKind,
  isDefaultIn: z.boolean(),
  isDefaultOut: z.boolean(),
  feeRate: z.string(),
  isActive: z.boolean(),
  version: z.number().int(),
  balance: z.string().optional(),
  openingBalance: z.string().optional(),
  openingOn: z.string().optional(),
  bankName: z.string().optional(),
  bankNo: z.string().optional(),
  allowOverdraft: z.boolean().optional(),
})
export type StoreAccount = z.output<typeof storeAccount>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  kind: accountKind.optional(),
  active: flag.optional(),
})

const saveBody = z
  .object({
    id: id.optional(),
    version: z.number().int().optional(),
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{1,10}$/, '编码应为1-10位字母或数字'),
    name: text(60).min(1, '请输入名称'),
    kind: accountKind.default('cash'),
    bankName: text(60).default(''),
    bankNo: text(40).default(''),
    /** Share that the provider keeps of card and wallet payments. */
    feeRate: rate.default('0'),
    isDefaultIn: z.boolean().default(false),
    isDefaultOut: z.boolean().default(false),
    allowOverdraft: z.boolean().default(false),
  })
  .superRefine(({ kind, bankName, bankNo }, context) => {
    if (kind !== 'bank') return
    if (bankName === '') context.addIssue({ code: 'custom', path: ['bankName'], message: '请输入开户行' })
    const issue = bankCard.safeParse(bankNo).error?.issues[0]
    if (issue) context.addIssue({ code: 'custom', path: ['bankNo'], message: issue.message })
  })

const path = '/api/web/org/account'
const done = z.object({ id })

/** One movement on a store account with the balance after it. */
const accountMovement = z.object({
  id,
  bizDate: z.string(),
  docKind: z.string(),
  docId: id,
  /** Null for what no document moved, such as a corrected opening balance. */
  billNo: z.string().nullable(),
  partnerName: z.string().nullable(),
  /** One of both, the other is null. What takes a movement back is negative in the same column. */
  income: z.string().nullable(),
  expense: z.string().nullable(),
  balance: z.string(),
  remark: z.string(),
  postedAt: z.string(),
})
export type AccountMovement = z.output<typeof accountMovement>

const movementFilters = dateRange.extend({ accountId: addressedId })

/** 门店账户 of the current organisation (business/access 3.11, business/basics 7.1, business/finance 4). business/frame 9.3 asks for the list with page=1, rows=1000. */
export const accountRoutes = {
  list: route({
    method: 'GET',
    path,
    access: 'signedIn',
    summary: '门店账户',
    query: filters.extend(paging.shape),
    data: pageOf(storeAccount),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: accountButtons.view,
    summary: '门店账户合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path,
    access: [accountButtons.add, accountButtons.update],
    summary: '保存门店账户',
    body: saveBody,
    data: savedRow,
  }),
  enable: route({
    method: 'POST',
    path: `${path}/:id/enable`,
    access: accountButtons.disable,
    summary: '启用或停用门店账户',
    params: idParam,
    body: z.object({ isActive: z.boolean(), version: z.number().int() }),
    data: done,
  }),
}

/**
 * 期初: the balance an account began with. Before its first movement it is written as such; later the difference is
 * entered as a movement of today, since the ledger is never changed.
 */
export const setOpening = route({
  method: 'POST',
  path: `${path}/:id/opening`,
  access: accountButtons.update,
  summary: '门店账户期初',
  params: idParam,
  body: z.object({
    version: z.number().int(),
    openingBalance: signedAmount,
    openingOn: day,
    /** Why, when it corrects an account that has moved already. */
    reason: text255.default(''),
  }),
  data: z.object({ id, isCorrection: z.boolean() }),
})

/** 流水 of one account, newest first. */
export const accountMovements = {
  list: route({
    method: 'GET',
    path: `${path}/movements`,
    access: accountButtons.balance,
    summary: '门店账户流水',
    query: movementFilters.extend(pages.shape),
    data: pageOf(accountMovement),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/movements/totals`,
    access: accountButtons.balance,
    summary: '门店账户流水合计',
    query: movementFilters,
    data: totals,
  }),
}
