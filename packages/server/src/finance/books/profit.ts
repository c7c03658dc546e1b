import { profitRows } from '@chepu/contract/finance/book-accounts'
import type { ProfitRow, profitStatement } from '@chepu/contract/finance/books'
import { monthAfter } from '@chepu/contract/kernel/calendar'
import { add, type Decimal, money, neg, sumOf } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { CallerTx } from '../../kernel/db/tx'
import { assertSeesAll, bookEntries } from './entries'
import { isClosed, readBooks } from './settings'
import { eventAccounts } from './vouchers'

interface Sums {
  code: string
  /** Earned is positive. */
  month: Decimal
  year: Decimal
  /** Whether some of it stands in the month of the opening balances. */
  isOpening: boolean
}

/** 利润表 of a month of the caller's organisation and of its year so far: sums of the lines of the vouchers (business/books 6). */
export async function profitOf(tx: CallerTx, month: number): Promise<z.output<typeof profitStatement.data>> {
  assertSeesAll(tx)
  const books = await readBooks(tx)
  const { opening } = books
  const from = Math.max(Math.floor(month / 100) * 100 + 1, opening)
  const sums = await tx.select<Sums>(sql`
    select a.code, coalesce(-sum(e.amount) filter (where e.month = ${month}), 0.00) as month, coalesce(-sum(e.amount), 0.00) as year,
      bool_or(e.month = ${opening}) as is_opening
    from (${bookEntries(tx, { from, to: month, opening })}) e join ${eventAccounts(books)} as a (event, code) on a.event = e.event
    where a.code like '5%' group by a.code`)
  const rows: ProfitRow[] = []
  let profit = { month: '0.00', year: '0.00' }
  for (const { key, title, accounts, earns } of profitRows) {
    if (!accounts) rows.push({ key, title, accounts: [], ...profit })
    else {
      const isOf = ({ code }: { code: string }) => accounts.some((beginning) => code.startsWith(beginning))
      if (!books.accounts.some(isOf)) continue
      const own = sums.filter(isOf)
      const earned = { month: sumOf(own, (each) => each.month), year: sumOf(own, (each) => each.year) }
      profit = { month: money(add(profit.month, earned.month)), year: money(add(profit.year, earned.year)) }
      const shown = (amount: Decimal) => money(earns ? amount : neg(amount))
      rows.push({ key, title, accounts: [...accounts], month: shown(earned.month), year: shown(earned.year) })
    }
  }
  // The month of the opening balances has no trade, as a rule.
  const isBefore = from === opening && month > opening && !sums.some(({ isOpening }) => isOpening)
  const yearFrom = isBefore ? monthAfter(opening) : from
  return { orgName: books.name, month, isClosed: isClosed(books, month), yearFrom, rows }
}
