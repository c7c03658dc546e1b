import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { money, sub } from '../kernel/decimal'
import { exportRoute } from '../kernel/export-route'
import { labelled, oneOf } from '../kernel/labelled'
import { defineQuery, type QueryRow } from '../kernel/query'
import { maxLinesBody, route } from '../kernel/route'
import { addressed, addressedId, id } from '../kernel/scalars'
import { bookAccount } from './book-accounts'
import { wholeMonth } from './period-close'

const access = pageId('books')

/** Buttons of 账簿凭证 (business/access 5). */
export const bookButtons = {
  export: button('books', 'export'),
  settings: button('books', 'settings'),
}

const path = '/api/web/books'
const month = addressed(wholeMonth)

/** Whether a line was exported, is still to be, or changes what was. */
export const voucherStates = { open: '未导出', exported: '已导出', correction: '待更正' } as const

/** Months of the books, and what of each was exported. */
export const bookMonths = route({
  method: 'GET',
  path: `${path}/months`,
  access,
  summary: '账簿凭证：各期间',
  data: z.object({
    orgName: z.string(),
    /** The newest first. */
    rows: z.array(
      z.object({
        month: z.number().int(),
        /** The opening balances, which stand before the first month. */
        isOpening: z.boolean(),
        isClosed: z.boolean(),
      }),
    ),
  }),
})

/**
 * 序时簿: the lines of the vouchers of a month, by number; also those of several months (from `from`). Columns and order of a sheet are
 * those that other programs import (business/books 5).
 */
export const voucherLines = defineQuery({
  key: 'book_vouchers',
  title: '凭证',
  path: `${path}/vouchers`,
  access,
  mayExport: bookButtons.export,
  filters: z.object({
    month: month.describe('期间，YYYYMM'),
    from: month.optional().describe('起始期间，YYYYMM'),
    account: z
      .string()
      .regex(/^\d{1,12}(,\d{1,12}){0,19}$/, '科目编码为数字，多个用逗号隔开')
      .optional()
      .describe('科目编码的开头，多个用逗号隔开'),
    state: oneOf(voucherStates).optional(),
    q: z.string().trim().max(60).optional(),
    exportId: addressedId.optional().describe('导出记录编号'),
  }),
  columns: {
    bizDate: { title: '日期', kind: 'date', isKey: true },
    word: { title: '凭证字', width: 60, hidden: true, sort: false },
    no: { title: '凭证号', kind: 'count', width: 64, isKey: true, total: false },
    summary: { title: '摘要', width: 178, sort: false, chars: 30, isKey: true },
    accountCode: { title: '科目编码', width: 88, isKey: true },
    accountName: { title: '科目名称', width: 196, sort: false, chars: 30, isKey: true, isName: true },
    debit: { title: '借方金额', kind: 'money', nullable: true, isKey: true },
    credit: { title: '贷方金额', kind: 'money', nullable: true, isKey: true },
    counterpartyCode: { title: '往来单位编码', width: 110, nullable: true, hidden: true },
    counterparty: { title: '往来单位', width: 130, nullable: true, chars: 24, isKey: true },
    departmentName: { title: '部门', width: 90, nullable: true, hidden: true, sort: false },
    makerName: { title: '制单人', width: 80, nullable: true, sort: false, hidden: true },
    billNo: { title: '单据号', width: 122, isKey: true },
    state: { title: '状态', kind: 'code', labels: voucherStates, width: 68, sort: false, isKey: true },
  },
  beside: { key: z.string(), docKind: z.string(), docId: id, month: z.number().int() },
})
export type VoucherLine = QueryRow<typeof voucherLines>

/** Kinds of files that other programs import. */
export const voucherFormats = { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' } as const
const format = oneOf(voucherFormats).default('xlsx').describe(labelled(voucherFormats))

/** 导出凭证: what of a closed month was not exported, or has changed since, is marked as exported; its file comes later. */
export const exportVouchers = route({
  method: 'POST',
  path: `${path}/exports`,
  access: bookButtons.export,
  summary: '导出凭证',
  body: z.object({ month: wholeMonth, format }),
  data: z.object({ jobId: id, vouchers: z.number().int(), corrections: z.number().int() }),
})

/** What was exported of a month, the latest first. */
export const voucherExports = route({
  method: 'GET',
  path: `${path}/exports`,
  access,
  summary: '凭证导出记录',
  query: z.object({ month }),
  data: z.array(
    z.object({
      id,
      exportedAt: z.string(),
      exportedBy: z.string(),
      vouchers: z.number().int(),
      corrections: z.number().int(),
      firstNo: z.number().int(),
      lastNo: z.number().int(),
      debit: z.string(),
    }),
  ),
})

/** The file of an export once more, as it was. */
export const exportAgain = route({
  method: 'POST',
  path: `${path}/exports/:id`,
  access: bookButtons.export,
  summary: '重新导出凭证',
  params: z.object({ id: addressedId }),
  body: z.object({ format }),
  data: z.object({ jobId: id }),
})

const statementRow = z.object({
  key: z.string(),
  title: z.string(),
  /** Beginnings of the codes that the row sums; none of one that is reckoned of others. */
  accounts: z.array(z.string()),
  month: z.string(),
  year: z.string(),
})
export type ProfitRow = z.output<typeof statementRow>

/** Rows of 利润表 that stand before those under them: the first of income, and what is reckoned of others. */
export const isChiefRow = ({ key, accounts }: Pick<ProfitRow, 'key' | 'accounts'>): boolean =>
  accounts.length === 0 || key === 'revenue'

/** 利润表 of a month and of its year so far, in yuan (business/books 6). */
export const profitStatement = route({
  method: 'GET',
  path: `${path}/profit`,
  access,
  summary: '利润表',
  query: z.object({ month }),
  data: z.object({
    orgName: z.string(),
    month: z.number().int(),
    isClosed: z.boolean(),
    /** The first month of business of the year; the month of the opening balances where that has profit or loss. */
    yearFrom: z.number().int(),
    rows: z.array(statementRow),
  }),
})
export type Profit = z.output<typeof profitStatement.data>

/** 利润表 as a file (business/books 6). */
export const profitExport = exportRoute({
  path: `${path}/profit/export`,
  access: bookButtons.export,
  summary: '导出利润表',
  filters: z.object({ month }),
})

/** The sides of 资产负债概览. */
export const overviewParts = { assets: '资产', liabilities: '负债', equity: '权益' } as const

const overviewRow = z.object({
  key: z.string(),
  title: z.string(),
  part: oneOf(overviewParts),
  /** Codes of the accounts that it is booked on; none of a part. */
  accounts: z.array(z.string()),
  /** By the vouchers up to the end of the month, and by what the closing kept; null where no book beside the vouchers has it. */
  vouchers: z.string(),
  books: z.string().nullable(),
  /** Tells what is in the row before it, and is not summed again. */
  isPart: z.boolean(),
})
export type OverviewRow = z.output<typeof overviewRow>

/** 资产负债概览 at the end of a closed month, in yuan (business/books 7). */
export const balanceOverview = route({
  method: 'GET',
  path: `${path}/balance`,
  access,
  summary: '资产负债概览',
  query: z.object({ month }),
  data: z.object({
    orgName: z.string(),
    month: z.number().int(),
    rows: z.array(overviewRow),
    sums: z.object({ assets: z.string(), liabilities: z.string(), equity: z.string() }),
    /** Rows whose vouchers are not what the books say, and what the two sides differ by. */
    differences: z.number().int(),
    gap: z.string(),
  }),
})
export type BalanceOverview = z.output<typeof balanceOverview.data>

/** 资产负债概览 as a file (business/books 7). */
export const balanceExport = exportRoute({
  path: `${path}/balance/export`,
  access: bookButtons.export,
  summary: '导出资产负债概览',
  filters: z.object({ month }),
})

/** What vouchers say of a row more than the books, in yuan; null where no book has it (business/books 7). */
export const differenceOf = ({ vouchers, books }: Pick<OverviewRow, 'vouchers' | 'books'>): string | null =>
  books === null ? null : money(sub(vouchers, books))

/** The lines of 资产负债概览 on paper and in a file, side by side under each other, each with its sum behind it. */
export const overviewLines = ({ rows, sums }: Pick<BalanceOverview, 'rows' | 'sums'>) =>
  Object.entries(overviewParts).flatMap(([part, title]) => [
    ...rows
      .filter((row) => row.part === part)
      .map((row) => ({
        part: title,
        title: row.title,
        vouchers: row.vouchers,
        books: row.books,
        difference: differenceOf(row),
      })),
    { part: '', title: `${title}合计`, vouchers: sums[part as keyof typeof sums], books: null, difference: null },
  ])

const eventRow = z.object({
  key: z.string(),
  title: z.string(),
  code: z.string(),
  /** What it is booked on by default. */
  standard: z.string(),
  isProfit: z.boolean(),
})

const mapping = z.record(z.string().max(60), z.string().max(12))

/** 科目设置: the accounts, and on which of them what happens is booked. */
export const bookSettings = route({
  method: 'GET',
  path: `${path}/settings`,
  access,
  summary: '科目设置',
  data: z.object({
    /** 0 as long as nobody has changed anything. */
    version: z.number().int(),
    accounts: z.array(bookAccount),
    events: z.array(eventRow),
  }),
})
export type BookSettings = z.output<typeof bookSettings.data>

/** Saves accounts and mapping as a whole, for all organisations of the group. */
export const saveBookSettings = route({
  method: 'POST',
  path: `${path}/settings`,
  access: bookButtons.settings,
  summary: '保存科目设置',
  maxBody: maxLinesBody,
  body: z.object({
    version: z.number().int(),
    accounts: z.array(bookAccount).min(1, '请保留科目').max(500, '最多500个科目'),
    /** Code by event; what is not named keeps its default. */
    mapping,
  }),
  data: z.object({ version: z.number().int() }),
})

/** 恢复默认 of accounts and mapping. */
export const resetBookSettings = route({
  method: 'POST',
  path: `${path}/settings/reset`,
  access: bookButtons.settings,
  summary: '科目恢复默认',
  body: z.object({ version: z.number().int() }),
  data: z.object({ version: z.number().int() }),
})
