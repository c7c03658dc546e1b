import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { dateRange, idList } from '../kernel/list-query'
import { defineQuery, type QueryRow } from '../kernel/query'
import { maxLinesBody, route } from '../kernel/route'
import { addressedId, amount, day, id, signedAmount, text255 } from '../kernel/scalars'
import { bankFields } from './bank-layouts'

const access = pageId('bank')

/** Buttons of 银行对账 (business/access 5). */
export const bankButtons = {
  import: button('bank', 'import'),
  match: button('bank', 'match'),
  unmatch: button('bank', 'unmatch'),
  export: button('bank', 'export'),
}

/** Kinds of accounts of which somebody outside keeps a statement. */
export const bankKinds = ['bank', 'wechat', 'alipay', 'pos', 'other'] as const

/** How a match was found. */
export const matchWays = { trade_no: '流水号', amount: '金额日期', batch: '按日汇总', manual: '手工' } as const
export type MatchWay = keyof typeof matchWays

export const lineStates = { open: '未勾对', matched: '已勾对', ignored: '已忽略', before: '起始日前' } as const
export const entryStates = { open: '未勾对', matched: '已勾对' } as const

const path = '/api/web/bank'

/** Accounts that are reconciled, with what waits on either side. */
export const bankAccounts = route({
  method: 'GET',
  path: `${path}/accounts`,
  access,
  summary: '对账账户',
  data: z.array(
    z.object({
      accountId: id,
      name: z.string(),
      kind: z.string(),
      isActive: z.boolean(),
      /** Since when it is reconciled; null before the first import. */
      startOn: z.string().nullable(),
      /** The last day that a statement tells of. */
      lastDay: z.string().nullable(),
      openLines: z.number().int(),
      openEntries: z.number().int(),
    }),
  ),
})

/** From which day on an account is reconciled: what moved before is taken as agreed, on both sides. */
export const setBankStart = route({
  method: 'POST',
  path: `${path}/start`,
  access: bankButtons.import,
  summary: '对账起始日',
  body: z.object({ accountId: id, startOn: day }),
  data: z.object({ accountId: id }),
})

const told = z.record(z.string().max(255), z.union([oneOf(bankFields), z.literal('')]))

/** What titles of the file mean that are not understood by themselves, as JSON: {"入账": "income", "网点": ""}. */
const columns = z
  .string()
  .max(20_000)
  .transform((text, context): z.output<typeof told> => {
    try {
      return told.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: 'columns 应为列名到字段的 JSON 对象' })
      return z.NEVER
    }
  })
  .optional()

const lineFigures = z.object({
  bizDate: z.string(),
  amount: z.string(),
  balance: z.string().nullable(),
  tradeNo: z.string(),
  orderNo: z.string(),
  counterparty: z.string(),
  summary: z.string(),
})
export type BankLineFigures = z.output<typeof lineFigures>

const imported = z.object({
  /** False while only checked, and when there are faults or columns missing. */
  imported: z.boolean(),
  /** Titles of the file with what they mean ('' is left out) and a sample. */
  titles: z.array(z.object({ title: z.string(), field: z.string(), sample: z.string() })),
  /** What has to be said before the file can be read; '' when nothing. */
  missing: z.string(),
  rows: z.number().int(),
  added: z.number().int(),
  /** Rows that had been imported before. */
  known: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  income: z.string(),
  expense: z.string(),
  /** The first rows as they are understood. */
  sample: z.array(lineFigures),
  faults: z.array(z.object({ row: z.number().int(), message: z.string() })),
  faultCount: z.number().int(),
  /** What was passed over, in words. */
  notes: z.array(z.string()),
})
export type BankImport = z.output<typeof imported>

const importQuery = z.object({ accountId: addressedId, columns })

export const checkStatement = route({
  method: 'POST',
  path: `${path}/check`,
  access: bankButtons.import,
  repeats: true,
  summary: '校验银行流水',
  query: importQuery,
  data: imported,
  upload: '要导入的文件',
})

/** Takes the rows of a statement that are not there yet, and remembers what its columns mean. */
export const importStatement = route({
  method: 'POST',
  path: `${path}/import`,
  access: bankButtons.import,
  summary: '导入银行流水',
  query: importQuery,
  data: imported,
  upload: '要导入的文件',
})

const lineFilters = dateRange.extend({
  accountId: addressedId,
  state: oneOf(lineStates).optional(),
  amount: signedAmount.optional(),
  q: z.string().trim().max(60).optional(),
  matchId: addressedId.optional(),
  ids: idList.optional(),
})

/** 银行流水 of one account, the latest first. */
export const bankLines = defineQuery({
  key: 'bank_lines',
  title: '银行流水',
  path: `${path}/lines`,
  access,
  mayExport: bankButtons.export,
  filters: lineFilters,
  columns: {
    bizDate: { title: '日期', kind: 'date', isName: true, isKey: true },
    income: { title: '收入', kind: 'money', nullable: true, isKey: true },
    expense: { title: '支出', kind: 'money', nullable: true, isKey: true },
    balance: { title: '余额', kind: 'money', nullable: true, total: false, field: 'account_balance' },
    counterparty: { title: '对方', width: 140, chars: 24 },
    summary: { title: '摘要', width: 160, sort: false, chars: 30 },
    tradeNo: { title: '流水号', width: 150, chars: 30 },
    state: { title: '状态', kind: 'code', labels: lineStates, width: 78, sort: false, isKey: true },
    way: { title: '方式', kind: 'code', labels: matchWays, width: 76, sort: false, nullable: true },
    ignoreReason: { title: '忽略原因', width: 120, sort: false },
  },
  beside: { id, amount: z.string(), matchId: id.nullable() },
})
export type BankLineRow = QueryRow<typeof bankLines>

/** 账面流水 of one account that is reconciled, the latest first. */
export const bankEntries = defineQuery({
  key: 'bank_entries',
  title: '账面流水',
  path: `${path}/entries`,
  access,
  mayExport: bankButtons.export,
  filters: dateRange.extend({
    accountId: addressedId,
    state: oneOf(entryStates).optional(),
    amount: signedAmount.optional(),
    q: z.string().trim().max(60).optional(),
    matchId: addressedId.optional(),
    ids: idList.optional(),
  }),
  columns: {
    bizDate: { title: '日期', kind: 'date', isKey: true },
    billNo: { title: '单号', width: 122, isName: true, isKey: true, nullable: true },
    income: { title: '收入', kind: 'money', nullable: true, isKey: true },
    expense: { title: '支出', kind: 'money', nullable: true, isKey: true },
    partnerName: { title: '单位', width: 140, nullable: true, chars: 24 },
    remark: { title: '摘要', width: 150, sort: false, chars: 30 },
    tradeNo: { title: '流水号', width: 150, sort: false, chars: 30 },
    state: { title: '状态', kind: 'code', labels: entryStates, width: 68, sort: false, isKey: true },
    way: { title: '方式', kind: 'code', labels: matchWays, width: 76, sort: false, nullable: true },
  },
  beside: { id, docKind: z.string(), docId: id, amount: z.string(), matchId: id.nullable() },
})
export type BankEntryRow = QueryRow<typeof bankEntries>

const proposedLine = lineFigures.omit({ balance: true }).extend({ id })
const proposedEntry = z.object({
  id,
  bizDate: z.string(),
  amount: z.string(),
  billNo: z.string().nullable(),
  tradeNo: z.string(),
  partnerName: z.string().nullable(),
})

/** 自动勾对: which rows belong together as far as it can be told; nothing is written until somebody confirms. */
export const proposeMatches = route({
  method: 'GET',
  path: `${path}/proposals`,
  access: bankButtons.match,
  summary: '自动勾对建议',
  query: z.object({ accountId: addressedId }),
  data: z.object({
    /** At most 2,000 of them at once. */
    proposals: z.array(
      z.object({ way: oneOf(matchWays), lines: z.array(proposedLine), entries: z.array(proposedEntry) }),
    ),
    count: z.number().int(),
    openLines: z.number().int(),
    openEntries: z.number().int(),
  }),
})
export type Proposal = z.output<typeof proposeMatches.data>['proposals'][number]

/** Proposals that are answered at once. */
export const mostProposals = 2_000

/** Groups that one call confirms; who confirms more sends them one part after the other. */
export const mostGroups = 150

/** 勾对: confirms groups of rows whose sums are equal; all of them or none. */
export const matchLines = route({
  method: 'POST',
  path: `${path}/match`,
  access: bankButtons.match,
  summary: '勾对',
  maxBody: maxLinesBody,
  body: z.object({
    accountId: id,
    groups: z
      .array(
        z.object({
          way: oneOf(matchWays),
          lineIds: z.array(id).max(500, '每组最多500笔银行流水'),
          entryIds: z.array(id).max(500, '每组最多500笔账面流水'),
        }),
      )
      .min(1, '请选择要勾对的流水')
      .max(mostGroups, `每次最多勾对${mostGroups}组`),
  }),
  data: z.object({ matched: z.number().int() }),
})

/** The account that moved the other way: of an open row of as much, within three days, where there is but one; null where nothing says it. */
export const lineCounterpart = route({
  method: 'GET',
  path: `${path}/counterpart`,
  access: bankButtons.match,
  summary: '流水的对方账户',
  query: z.object({ lineId: addressedId }),
  data: z.object({ accountId: id.nullable() }),
})

/** 补资金转账: a transfer between a row's account and another one of the house, posted on the row's day and matched with it, all at once. */
export const supplementTransfer = route({
  method: 'POST',
  path: `${path}/transfer`,
  access: bankButtons.match,
  summary: '补资金转账',
  body: z.object({
    lineId: id.meta({ title: '银行流水' }),
    accountId: id.meta({ title: '对方账户' }),
    /** What the bank or the channel took of what left, or on top of what came. */
    fee: amount.default('0').meta({ title: '手续费' }),
  }),
  data: z.object({ id, billNo: z.string() }),
})

/** 取消勾对: what was matched is open again on both sides. */
export const unmatchLines = route({
  method: 'POST',
  path: `${path}/unmatch`,
  access: bankButtons.unmatch,
  summary: '取消勾对',
  body: z.object({
    accountId: id,
    matchIds: z.array(id).min(1, '请选择要取消的勾对').max(500, '每次最多取消500组勾对'),
  }),
  data: z.object({ unmatched: z.number().int() }),
})

/** 忽略 with a reason, such as a movement between pots of the same account; without one it is open again. */
export const ignoreLines = route({
  method: 'POST',
  path: `${path}/ignore`,
  access: bankButtons.match,
  summary: '忽略银行流水',
  body: z.object({
    accountId: id,
    lineIds: z.array(id).min(1, '请选择银行流水').max(500, '每次最多500笔银行流水'),
    reason: text255,
  }),
  data: z.object({ ignored: z.number().int() }),
})

const outstanding = z.array(
  z.object({ bizDate: z.string(), amount: z.string(), billNo: z.string(), text: z.string(), reason: z.string() }),
)

/** 余额调节表 of an account at the end of a day (business/finance 4.3). Amounts in yuan, without signs. */
export const reconciliation = route({
  method: 'GET',
  path: `${path}/reconciliation`,
  access,
  summary: '银行存款余额调节表',
  query: z.object({
    accountId: addressedId,
    day,
    /** What the bank says where its file has no balances. */
    bankBalance: signedAmount.optional(),
  }),
  data: z.object({
    orgName: z.string(),
    accountName: z.string(),
    bankNo: z.string(),
    day: z.string(),
    startOn: z.string().nullable(),
    bankBalance: z.string(),
    /** Where the bank's balance comes from: typed, of the statement, or reckoned from the books and the statement's rows. */
    bankBalanceOf: z.enum(['typed', 'statement', 'reckoned']),
    bookBalance: z.string(),
    /** 企业已收银行未收, 企业已付银行未付; 银行已收企业未收, 银行已付企业未付. */
    bookIn: outstanding,
    bookOut: outstanding,
    bankIn: outstanding,
    bankOut: outstanding,
    sums: z.object({ bookIn: z.string(), bookOut: z.string(), bankIn: z.string(), bankOut: z.string() }),
    adjustedBank: z.string(),
    adjustedBook: z.string(),
    /** What is left between the two; 0.00 when the account agrees. */
    difference: z.string(),
  }),
})
export type Reconciliation = z.output<typeof reconciliation.data>
