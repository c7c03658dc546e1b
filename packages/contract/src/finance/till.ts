import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { add, type Decimal, isNegative, money, mul, sub } from '../kernel/decimal'
import { oneOf } from '../kernel/labelled'
import { dateRange, flag, orgReach } from '../kernel/list-query'
import { defineQuery, orgQueryColumn, type QueryRow } from '../kernel/query'
import { idParam, route } from '../kernel/route'
import { addressedId, day, id, signedAmount, text255 } from '../kernel/scalars'

/** The pages of money: who has one sees the hand-overs of others within his scope. */
export const tillOffice = [pageId('collection'), pageId('payment')]

/** Who may move cash hands over what he moved (ADR 0365). */
export const tillAccess = [
  ...tillOffice,
  button('repair_settlement', 'collect'),
  button('repair_refund', 'approve'),
  button('card_voucher', 'approve'),
  button('fund_transfer', 'approve'),
  button('other_money', 'approve'),
]
const access = tillAccess

/** Prefix of the numbers of hand-overs. */
export const tillPrefix = 'RJ'

export const tillStates = { sealed: '已交款', reopened: '已撤销' } as const

/** How a day waits: nobody has counted it, or its hand-over was taken back. */
export const openTillStates = { open: '未交款', reopened: '撤销待交' } as const

/** So many days back somebody is reminded of what he did not hand over. */
export const tillReminded = 31

/** Buttons of 日结交款: whoever may open a closed month again may open a cashier's day again. */
export const tillButtons = { reopen: button('period', 'reopen') }

/** Notes and coins that are counted, in yuan, the largest first. */
export const denominations = ['100', '50', '20', '10', '5', '1', '0.5', '0.1'] as const
export type Denomination = (typeof denominations)[number]

const pieces = z
  .number({ error: '请输入张数' })
  .int('张数应为整数')
  .min(0, '张数不能小于0')
  .max(99_999, '张数不能超过5位')
/** How many of which note or coin; what is not named is none. */
const counts = z.partialRecord(z.enum(denominations), pieces)
export type Counts = z.output<typeof counts>

/** What counted notes and coins are worth, in yuan with two decimals. */
export const countedCash = (counted: Counts): Decimal =>
  money(add('0', ...denominations.map((value) => mul(value, String(counted[value] ?? 0)))))

/**
 * What is declared of cash in yuan with two decimals: what was counted, less what the drawer gave to who paid more than he took (应补), for that is
 * in nobody's hand to be counted (business/finance 4.1).
 */
export const declaredCash = (counted: Counts, ledger: Decimal): Decimal =>
  money(add(countedCash(counted), isNegative(ledger) ? ledger : '0'))

/** What is too much (长款, positive) or missing (短款, negative) of what was declared, in yuan with two decimals. */
export const tillDifference = (declared: Decimal, ledger: Decimal): Decimal => money(sub(declared, ledger))

const accountRow = z.object({
  accountId: id,
  accountName: z.string(),
  accountKind: z.string(),
  /** Movements of the day. */
  count: z.number().int(),
  income: z.string(),
  expense: z.string(),
  /** Income less expense: what he has to hand over. */
  ledger: z.string(),
})

const handOver = z.object({
  id,
  billNo: z.string(),
  day: z.string(),
  state: oneOf(tillStates),
  version: z.number().int(),
  orgName: z.string(),
  userName: z.string(),
  remark: z.string(),
  sealedAt: z.string(),
  reopenerName: z.string().nullable(),
  reopenedAt: z.string().nullable(),
  reopenReason: z.string(),
  printCount: z.number().int(),
  accounts: z.array(
    accountRow.pick({ accountId: true, accountName: true, accountKind: true, ledger: true }).extend({
      declared: z.string(),
      difference: z.string(),
      denominations: counts.nullable(),
      /** The slip that took the difference into the books. */
      slip: z.object({ kind: z.string(), id, billNo: z.string() }).nullable(),
    }),
  ),
})
export type HandOver = z.output<typeof handOver>

const path = '/api/web/till'

/** The money of the caller's own day, by account, and whether he has handed it over (business/finance 4.1). */
export const tillDay = route({
  method: 'GET',
  path: `${path}/day`,
  access,
  summary: '我的日结',
  query: z.object({ day }),
  data: z.object({
    userName: z.string(),
    accounts: z.array(accountRow),
    sealed: z.object({ id, billNo: z.string(), sealedAt: z.string() }).nullable(),
    /** Earlier days of the last month on which he moved cash and which he has not handed over, the oldest first. */
    openDays: z.array(z.string()),
  }),
})
export type TillDay = z.output<typeof tillDay.data>

/** 交款: declares what there is on each account, posts the difference and closes the day (business/finance 4.1). */
export const sealTill = route({
  method: 'POST',
  path: `${path}/seal`,
  access,
  summary: '日结交款',
  body: z.object({
    day,
    remark: text255.default(''),
    accounts: z
      .array(
        z.object({
          accountId: id,
          /** What the caller was shown; refused when it is no longer so. */
          ledger: signedAmount,
          declared: signedAmount,
          /** Of cash alone, which is counted; `{}` where there is none. */
          denominations: counts.nullable().default(null).describe('各面额张数，现金账户必填'),
        }),
      )
      .max(100),
  }),
  data: z.object({ id, billNo: z.string() }),
})

/** One hand-over as its slip prints it. */
export const readTill = route({
  method: 'GET',
  path: `${path}/:id`,
  access,
  summary: '交款单',
  params: idParam,
  data: handOver,
})

/** 撤销交款: takes the posted differences back and opens the day again. */
export const reopenTill = route({
  method: 'POST',
  path: `${path}/:id/reopen`,
  access: tillButtons.reopen,
  summary: '撤销交款',
  params: idParam,
  body: z.object({ version: z.number().int(), reason: text255.min(1, '请填写原因') }),
  data: z.object({ id }),
})

/** 打印交款单: counts the print and answers what is printed. */
export const printTill = route({
  method: 'POST',
  path: `${path}/:id/print`,
  access,
  summary: '打印交款单',
  params: idParam,
  data: handOver,
})

/** 交款记录: who has handed over which day, with what was missing or too much. */
export const tillDays = defineQuery({
  key: 'till_days',
  title: '交款记录',
  path: `${path}/days`,
  access,
  mayExport: [button('collection', 'export'), button('payment', 'export')],
  filters: dateRange.extend({
    orgs: orgReach.optional(),
    userId: addressedId.optional(),
    state: oneOf(tillStates).optional(),
    /** Only those with a difference. */
    different: z.enum(['true']).optional(),
  }),
  columns: {
    billNo: { title: '交款单号', width: 122, isName: true, isKey: true, chars: 20 },
    orgName: orgQueryColumn,
    bizDate: { title: '日期', kind: 'date', isKey: true },
    userName: { title: '交款人', width: 84, isKey: true },
    ledger: { title: '应交', kind: 'money', isKey: true, chars: 14 },
    declared: { title: '实交', kind: 'money', isKey: true, chars: 14 },
    difference: { title: '差异', kind: 'money', isKey: true, chars: 12 },
    state: { title: '状态', kind: 'code', labels: tillStates, width: 72, isKey: true },
    sealedAt: { title: '交款时间', kind: 'time' },
    reopenerName: { title: '撤销人', width: 72, sort: false, nullable: true },
    reopenReason: { title: '撤销原因', width: 120, sort: false },
    remark: { title: '备注', width: 140, sort: false, chars: 30 },
  },
  beside: {
    id,
    version: z.number().int(),
    /** Whether one of its accounts has a difference, also where they make up for each other. */
    isDifferent: z.boolean(),
  },
})
export type TillRow = QueryRow<typeof tillDays>

/** 未交款: days on which somebody moved cash here and which he has not handed over. */
export const openTills = defineQuery({
  key: 'open_tills',
  title: '未交款的日结',
  path: `${path}/open`,
  access,
  mayExport: [button('collection', 'export'), button('payment', 'export')],
  filters: dateRange.extend({ own: flag.optional().describe('只看本人') }),
  columns: {
    bizDate: { title: '日期', kind: 'date', isKey: true, isName: true },
    userName: { title: '收款人', width: 100, isKey: true },
    state: { title: '状态', kind: 'code', labels: openTillStates, width: 84, sort: false, isKey: true },
    slips: { title: '笔数', kind: 'count', isKey: true, total: true },
    cash: { title: '现金应交', kind: 'money', width: 110, isKey: true, chars: 14 },
  },
  beside: { userId: id, isOwn: z.boolean() },
})
export type OpenTill = QueryRow<typeof openTills>
