import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { closingCheck } from '../kernel/closing-check'
import { route } from '../kernel/route'
import { addressed, id, remarkLength, text, text255 } from '../kernel/scalars'

/** Rights of 月结 (business/access 5). */
export const periodButtons = {
  view: pageId('period'),
  close: button('period', 'close'),
  reopen: button('period', 'reopen'),
}

/** A month as YYYYMM. The one before the first month of business stands for all that came before it. */
export const wholeMonth = z
  .number({ error: '请选择月份' })
  .int('请选择月份')
  .refine((month) => month >= 199901 && month <= 209912 && month % 100 >= 1 && month % 100 <= 12, '请选择月份')

/** One closing of a month; a month that was reopened has several. */
const closing = z.object({
  id,
  closedAt: z.string(),
  closedBy: z.string().nullable(),
  remark: z.string(),
  reopenedAt: z.string().nullable(),
  reopenedBy: z.string().nullable(),
  reason: z.string(),
  /** What was found and answered for when it was closed. */
  checks: z.array(closingCheck.pick({ key: true, title: true, count: true })),
})
export type Closing = z.output<typeof closing>

const periodRow = z.object({
  month: z.number().int(),
  /** The opening balances, which stand before the first month. */
  isOpening: z.boolean(),
  isClosed: z.boolean(),
  /** What the caller may do with it now. */
  mayClose: z.boolean(),
  mayReopen: z.boolean(),
  /** The last one first. */
  closings: z.array(closing),
})
export type PeriodRow = z.output<typeof periodRow>

/** One step of setting a shop up (business/closing 5). */
const openingStep = z.object({
  key: z.string(),
  title: z.string(),
  /** What is there, and what still waits to be posted. */
  done: z.number().int(),
  waiting: z.number().int(),
  need: z.enum(['needed', 'advised', 'optional']).describe('必需的没有就不能启用；建议的不影响启用；可选的有则录'),
  hint: z.string(),
  screen: z.string(),
  params: z.record(z.string(), z.string()),
  /** The kind of file that brings it in, if any. */
  importType: z.string().nullable(),
})
export type OpeningStep = z.output<typeof openingStep>

const path = '/api/web/period'
const done = z.object({ month: z.number().int(), closedMonth: z.number().int().nullable() })

/** 月结 of the organisation that one works in (business/closing 1). */
export const periodRoutes = {
  list: route({
    method: 'GET',
    path,
    access: periodButtons.view,
    summary: '月结：各期间及结账状态',
    data: z.object({
      orgName: z.string(),
      startMonth: z.number().int(),
      /** The last closed month; null while the shop is being set up. */
      closedMonth: z.number().int().nullable(),
      /** The newest first. */
      rows: z.array(periodRow),
    }),
  }),
  checks: route({
    method: 'GET',
    path: `${path}/:month/checks`,
    access: periodButtons.view,
    summary: '月结检查',
    params: z.object({ month: addressed(wholeMonth) }),
    data: z.object({ month: z.number().int(), checkedAt: z.string(), checks: z.array(closingCheck) }),
  }),
  opening: route({
    method: 'GET',
    path: `${path}/opening`,
    access: periodButtons.view,
    summary: '期初启用：各步骤',
    data: z.object({
      /** The month that 启用 closes, and its last day, on which opening balances are dated. */
      month: z.number().int(),
      openingOn: z.string(),
      isClosed: z.boolean(),
      mayClose: z.boolean(),
      steps: z.array(openingStep),
    }),
  }),
  close: route({
    method: 'POST',
    path: `${path}/close`,
    access: periodButtons.close,
    summary: '结账',
    body: z.object({
      month: wholeMonth,
      /** The answer to what was found and does not refuse the closing. */
      remark: text255.default(''),
    }),
    data: done,
  }),
  reopen: route({
    method: 'POST',
    path: `${path}/reopen`,
    access: periodButtons.reopen,
    summary: '反结账',
    body: z.object({ month: wholeMonth, reason: text(remarkLength).min(1, '请填写反结账原因') }),
    data: done,
  }),
}
