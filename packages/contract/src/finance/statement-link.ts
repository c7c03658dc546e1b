import { z } from 'zod'
import { button } from '../access/catalogue'
import { linkAnswer, linkView } from '../kernel/customer-link'
import { oneOf } from '../kernel/labelled'
import { dateRange } from '../kernel/list-query'
import type { AccountSide } from '../kernel/money-document'
import { defineQuery } from '../kernel/query'
import { idParam, route } from '../kernel/route'
import { addressedId, day, id, text } from '../kernel/scalars'

/** The purpose of links by which a partner reads the statement of his account, and confirms or disputes its lines (business/finance 9). */
export const statementPurpose = 'statement'

/** Lines of a statement that somebody can be asked to go through. */
export const mostStatementLines = 1000

/** Days that a statement may be of; others are slips of the pen. */
const [firstDay, lastDay] = ['2000-01-01', '2099-12-31']

/** What became of a statement that a partner was asked to confirm. */
export const sentStates = {
  waiting: '待确认',
  over: '链接已失效',
  confirmed: '已确认',
  disputed: '有异议',
  resolved: '异议已处理',
} as const

const line = z.object({
  lineId: id,
  bizDate: z.string(),
  billNo: z.string(),
  summary: z.string(),
  /** With its sign: what was added to the account is positive. */
  amount: z.string(),
  balance: z.string(),
  /** What was answered to an objection of his; '' before and without one. */
  reply: z.string(),
})

const content = z.object({
  version: z.number().int(),
  partnerName: z.string(),
  /** 应收 or 应付 of the shop. */
  side: z.enum(['AR', 'AP']),
  from: z.string(),
  to: z.string(),
  opening: z.string(),
  closing: z.string(),
  /** Money paid ahead, which nothing has been set off against yet. */
  advance: z.string(),
  lines: z.array(line),
})
export type StatementContent = z.output<typeof content>

export const statementLink = {
  view: linkView(statementPurpose, { summary: '往来单位查看对账单', content }),
  answer: linkAnswer(statementPurpose, { summary: '往来单位确认对账单' }),
}

const dispute = z.object({
  id,
  lineText: z.string(),
  reason: z.string(),
  raisedAt: z.string(),
  reply: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  resolverName: z.string().nullable(),
  docKind: z.string(),
  docId: id,
  version: z.number().int(),
})
export type StatementDispute = z.output<typeof dispute>

const sides = {
  AR: { group: 'receivable', title: '应收', field: 'ar_balance' },
  AP: { group: 'payable', title: '应付', field: 'purchase_price' },
} as const satisfies Record<AccountSide, object>

/** Statements of one side of the accounts that partners were asked to confirm, and what they said. */
function sentStatements(side: AccountSide) {
  const { group, title, field } = sides[side]
  const access = button(group, 'statement')
  const path = `/api/web/${group}/sent-statement`
  const sent = defineQuery({
    key: `${group}_sent`,
    title: `${title}对账记录`,
    path,
    access,
    mayExport: button(group, 'export'),
    filters: dateRange.extend({
      partnerId: addressedId.optional(),
      state: oneOf(sentStates).optional(),
    }),
    columns: {
      partnerName: { title: '单位名称', width: 160, fixed: 'left', isKey: true, chars: 24 },
      fromDay: { title: '期间起', kind: 'date', isKey: true },
      toDay: { title: '期间止', kind: 'date', isKey: true },
      closing: { title: '期末余额', kind: 'money', field, isKey: true, sort: false, total: false },
      /** As he read it when he answered, whatever the books say since. */
      readClosing: {
        title: '已确认余额',
        kind: 'money',
        field,
        isKey: true,
        sort: false,
        total: false,
        nullable: true,
        missing: '未答复',
      },
      state: { title: '状态', kind: 'code', labels: sentStates, width: 96, isKey: true, sort: false },
      openDisputes: { title: '待处理异议', kind: 'count', width: 92, sort: false },
      creatorName: { title: '发出人', width: 80, sort: false },
      createdAt: { title: '发出时间', kind: 'time' },
      openCount: { title: '打开次数', kind: 'count', width: 80, sort: false, total: false },
      answeredAt: { title: '答复时间', kind: 'time', nullable: true, missing: '未答复' },
    },
    beside: { id, partnerId: id },
  })
  return {
    sent,
    /** Notes that a partner is asked about these days; the same statement when he was asked before. */
    send: route({
      method: 'POST',
      path,
      access,
      summary: `${title}对账单发给往来单位`,
      body: z
        .object({ partnerId: addressedId, from: day, to: day })
        .refine(({ from, to }) => from >= firstDay && to <= lastDay, {
          path: ['from'],
          message: `期间应在 ${firstDay} 至 ${lastDay} 之间`,
        })
        .refine(({ from, to }) => from <= to, { path: ['to'], message: '期间止不能早于期间起' }),
      data: z.object({ id }),
    }),
    disputes: route({
      method: 'GET',
      path: `${path}/:id/dispute`,
      access,
      summary: `${title}对账异议`,
      params: idParam,
      data: z.object({ rows: z.array(dispute) }),
    }),
    resolve: route({
      method: 'POST',
      path: `/api/web/${group}/statement-dispute/:id/resolve`,
      access,
      summary: `处理${title}对账异议`,
      params: idParam,
      body: z.object({ version: z.number().int(), reply: text(120).min(1, '请填写处理结果') }),
      data: z.object({ id, version: z.number().int() }),
    }),
  }
}

export type SentStatements = ReturnType<typeof sentStatements>
export const statementCalls: Readonly<Record<AccountSide, SentStatements>> = {
  AR: sentStatements('AR'),
  AP: sentStatements('AP'),
}
