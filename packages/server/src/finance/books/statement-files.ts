// 利润表 and 资产负债概览 as files of the download centre (business/books 6, 7).
import { overviewLines, type profitExport } from '@chepu/contract/finance/books'
import { monthText } from '@chepu/contract/kernel/calendar'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { money, text } from '../../kernel/export/columns'
import { enqueueExport } from '../../kernel/export/enqueue'
import { registerExport } from '../../kernel/export/registry'
import type { BodyOf } from '../../kernel/http/bind'
import { assertSeesAll } from './entries'
import { closedBooks, overviewOf } from './overview'
import { profitOf } from './profit'

/** They name the sources for good: jobs that wait are known by them. */
const sources = { profit: 'book_profit', balance: 'book_balance' }

type Asked = BodyOf<typeof profitExport>

const monthOf = (filters: Record<string, unknown>): number => (filters as Asked['filters']).month
const subject = (_tx: CallerTx, filters: Record<string, unknown>) => Promise.resolve(monthText(monthOf(filters)))

/** SELECT of lines that were reckoned: texts and figures in yuan by name, in their order. */
function selectLines<Line extends object>(
  lines: readonly Line[],
  names: { texts: readonly (keyof Line & string)[]; figures: readonly (keyof Line & string)[] },
): RawBuilder<Record<string, unknown>> {
  const list = ['no', ...names.texts, ...names.figures].map((name) => sql.ref(name))
  const of = (name: keyof Line, type: string) => sql`${lines.map((line) => line[name])}::${sql.raw(type)}`
  const values = [
    sql`${lines.map((_, i) => i)}::int[]`,
    ...names.texts.map((name) => of(name, 'text[]')),
    ...names.figures.map((name) => of(name, 'numeric[]')),
  ]
  return sql`select * from unnest(${sql.join(values)}) as line (${sql.join(list)}) order by no`
}

/** Makes both statements exportable. */
export function registerStatements(): void {
  registerExport(sources.profit, {
    title: '利润表',
    columns: () => [text('title', '项目', 30), money('month', '本月金额'), money('year', '本年累计')],
    async rows(tx, filters) {
      const { rows } = await profitOf(tx, monthOf(filters))
      return selectLines(rows, { texts: ['title'], figures: ['month', 'year'] })
    },
    async frame(tx, filters) {
      const { orgName, month, yearFrom, isClosed } = await profitOf(tx, monthOf(filters))
      const year = `本年累计自 ${monthText(yearFrom)} 起`
      return {
        head: [`${orgName} 利润表`, `期间：${monthText(month)}${isClosed ? '' : '（未结账）'}`, year, '单位：元'],
      }
    },
    subject,
  })
  registerExport(sources.balance, {
    title: '资产负债概览',
    columns: () => [
      text('part', '类别', 8),
      text('title', '项目', 20),
      money('vouchers', '凭证余额'),
      money('books', '账面余额'),
      money('difference', '差额'),
    ],
    async rows(tx, filters) {
      const lines = overviewLines(await overviewOf(tx, monthOf(filters)))
      return selectLines(lines, { texts: ['part', 'title'], figures: ['vouchers', 'books', 'difference'] })
    },
    async frame(tx, filters) {
      const { name } = await closedBooks(tx, monthOf(filters))
      return { head: [`${name} 资产负债概览`, `${monthText(monthOf(filters))} 月末`, '单位：元'] }
    },
    subject,
  })
}

/** Queues the file of 利润表. @throws Failure forbidden where he may not see some figure */
export function exportProfit(tx: CallerTx, asked: Asked) {
  assertSeesAll(tx)
  return enqueueExport(tx, sources.profit, asked)
}

/** Queues the file of 资产负债概览. @throws Failure forbidden as above, refusal where the month is open */
export async function exportBalance(tx: CallerTx, asked: Asked) {
  await closedBooks(tx, asked.filters.month)
  return enqueueExport(tx, sources.balance, asked)
}
