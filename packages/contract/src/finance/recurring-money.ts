import { z } from 'zod'
import { wholeMonth } from './period-close'
import { button, pageOf } from '../access/catalogue'
import { moneyDirections } from '../basics/words'
import { labelled, oneOf } from '../kernel/labelled'
import { enableRoute, savedRow } from '../kernel/master-calls'
import { reference } from '../kernel/references'
import { defineQuery, type QueryRow } from '../kernel/query'
import { idParam, route } from '../kernel/route'
import { addressed, amount, id, text } from '../kernel/scalars'
import { otherMoneyPurposes } from './other-money'

const group = 'other_money'
const path = '/api/web/recurring-money'

/** Rights of 固定收支 are those of 其他收支. */
export const recurringButton = button(group, 'add')

/** What of a month is made, or why not (business/money-slips 2.1). */
export const recurringStates = {
  due: '待生成',
  coming: '未到日期',
  made: '已生成',
  skipped: '已跳过',
  closed: '已结账',
  outside: '不在期间',
  off: '停用',
} as const

/** A month as YYYYMM. */
const month = wholeMonth.meta({ title: '月份' })

/** 固定收支 of one month, or of all until this one (business/money-slips 2). */
export const recurringMoney = defineQuery({
  key: 'recurring_money',
  title: '固定收支',
  path,
  access: pageOf(group),
  mayExport: pageOf(group),
  filters: z.object({
    month: addressed(wholeMonth).optional().describe('月份，YYYYMM；不填为截至本月的所有月份'),
    status: oneOf(recurringStates)
      .optional()
      .describe(`本月状态：${labelled(recurringStates)}`),
    direction: oneOf(moneyDirections)
      .optional()
      .describe(`收支：${labelled(moneyDirections)}`),
  }),
  columns: {
    summary: { title: '摘要', width: 150, isKey: true, chars: 24 },
    status: { title: '状态', kind: 'code', labels: recurringStates, width: 80, isKey: true },
    dueOn: { title: '应记日期', kind: 'date', isKey: true },
    direction: { title: '收支', kind: 'code', labels: moneyDirections, width: 56 },
    categoryName: { title: '类别', width: 90, isKey: true },
    amount: { title: '金额', kind: 'money', isKey: true, total: false },
    purpose: { title: '结算', kind: 'code', labels: otherMoneyPurposes, width: 56 },
    placeName: { title: '账户/往来单位', width: 130, isKey: true, sort: false, chars: 20 },
    billNo: { title: '单据', width: 130, nullable: true, isKey: true, sort: false },
    departmentName: { title: '部门', width: 90, nullable: true, sort: false },
    day: { title: '每月几日', kind: 'count', width: 74, total: false },
    span: { title: '起止月份', width: 140, sort: false, chars: 18 },
  },
  beside: {
    key: z.string(),
    id,
    version: z.number().int(),
    isActive: z.boolean(),
    month: z.number().int(),
    slipId: id.nullable(),
    slipKind: z.string().nullable(),
    fromMonth: z.number().int(),
    toMonth: z.number().int().nullable(),
    categoryId: id,
    storeAccountId: id.nullable(),
    partnerId: id.nullable(),
    partnerName: z.string().nullable(),
    departmentId: id.nullable(),
  },
})
export type RecurringRow = QueryRow<typeof recurringMoney>

/** Drafts at most that one call makes. */
export const mostRecurring = 100

export const recurringRoutes = {
  save: route({
    method: 'POST',
    path,
    access: recurringButton,
    summary: '保存固定收支',
    body: z
      .object({
        id: id.optional(),
        version: z.number().int().optional(),
        summary: text(60).min(1, '请输入摘要'),
        direction: oneOf(moneyDirections),
        categoryId: id.meta({ title: '类别' }),
        purpose: oneOf(otherMoneyPurposes).default('cash'),
        amount,
        storeAccountId: id.nullable().default(null).meta({ title: '账户' }),
        partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
        departmentId: reference('department').nullable().default(null).meta({ title: '部门' }),
        day: z.number({ error: '请输入1-31' }).int('请输入1-31').min(1, '请输入1-31').max(31, '请输入1-31'),
        fromMonth: month,
        toMonth: month.nullable().default(null),
      })
      .superRefine((typed, context) => {
        const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
        if (typed.purpose === 'cash' && typed.storeAccountId === null) fault('storeAccountId', '现结请选择账户')
        if (typed.purpose === 'owed' && typed.partnerId === null) fault('partnerId', '挂账请选择往来单位')
        if (typed.toMonth !== null && typed.toMonth < typed.fromMonth) fault('toMonth', '截止月份不能早于起始月份')
      }),
    data: savedRow,
  }),
  enable: enableRoute(path, recurringButton, '固定收支'),
  make: route({
    method: 'POST',
    path: `${path}/make`,
    access: recurringButton,
    summary: '生成固定收支的单据',
    body: z.object({
      /** Of which months; everything that is still to be made where nothing is said. */
      months: z.array(z.object({ id, month })).min(1).max(mostRecurring, `一次最多生成${mostRecurring}张`).optional(),
    }),
    data: z.object({
      made: z.array(z.object({ id, month: z.number().int(), slipId: id, slipKind: z.string(), billNo: z.string() })),
    }),
  }),
  skip: route({
    method: 'POST',
    path: `${path}/:id/skip`,
    access: recurringButton,
    summary: '固定收支跳过一个月，或撤销跳过',
    params: idParam,
    body: z.object({ month, isSkipped: z.boolean() }),
    data: z.object({ id }),
  }),
}
