import type { balanceOverview, OverviewRow } from '@chepu/contract/finance/books'
import { lastDayOfMonth, monthText } from '@chepu/contract/kernel/calendar'
import { add, type Decimal, equals, isZero, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import type { z } from 'zod'
import { refuse } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import type { CallerTx } from '../../kernel/db/tx'
import { assertSeesAll, bookEntries, earnedKinds } from './entries'
import { taxOwed } from '../tax/owed'
import { type Books, isClosed, readBooks, type Settings } from './settings'

interface Item {
  key: string
  title: string
  part: OverviewRow['part']
  events: readonly string[]
  /** Shown where it is nothing, too. */
  always?: true
}

const items: readonly Item[] = [
  { key: 'cash', title: '库存现金', part: 'assets', events: ['account_cash'], always: true },
  { key: 'bank', title: '银行存款', part: 'assets', events: ['account_bank'], always: true },
  { key: 'wechat', title: '微信', part: 'assets', events: ['account_wechat'] },
  { key: 'alipay', title: '支付宝', part: 'assets', events: ['account_alipay'] },
  { key: 'pos', title: '刷卡', part: 'assets', events: ['account_pos'] },
  { key: 'other', title: '其他账户', part: 'assets', events: ['account_other'] },
  { key: 'ar', title: '应收账款', part: 'assets', events: ['ar'], always: true },
  { key: 'adv_out', title: '预付账款', part: 'assets', events: ['adv_out'], always: true },
  { key: 'stock', title: '库存', part: 'assets', events: ['stock'], always: true },
  { key: 'stock_transit', title: '调拨在途', part: 'assets', events: ['stock_transit'] },
  { key: 'wip', title: '在修', part: 'assets', events: ['wip'] },
  { key: 'ap', title: '应付账款', part: 'liabilities', events: ['ap'], always: true },
  { key: 'adv_in', title: '预收账款', part: 'liabilities', events: ['adv_in'], always: true },
  { key: 'card_money', title: '会员卡储值', part: 'liabilities', events: ['card_money'] },
  { key: 'card_package', title: '会员卡套餐', part: 'liabilities', events: ['card_package'] },
  { key: 'tax', title: '应交税费', part: 'liabilities', events: ['tax_in', 'tax_out', 'tax_small'], always: true },
  { key: 'opening', title: '期初权益', part: 'equity', events: ['opening'], always: true },
]

/**
 * The books of the caller's organisation, of whose month 资产负债概览 can be had.
 * @throws Failure forbidden where he may not see some figure, refusal where the month is open
 */
export async function closedBooks(tx: CallerTx, month: number): Promise<Books> {
  assertSeesAll(tx)
  const books = await readBooks(tx)
  if (!isClosed(books, month)) refuse(`${monthText(month)} 还没有结账，结账后才能看资产负债概览`)
  return books
}

/**
 * 资产负债概览 of the caller's organisation at the end of a closed month: by the vouchers up to then, and by what the closing kept (business/books 7).
 * @throws Failure refusal where the month is open
 */
export async function overviewOf(tx: CallerTx, month: number): Promise<z.output<typeof balanceOverview.data>> {
  tx.takeTime()
  const ownBooks = await closedBooks(tx, month)
  const entries = await tx.select<{ event: string; amount: Decimal }>(
    sql`select e.event, sum(e.amount) as amount from (${bookEntries(tx, { from: ownBooks.opening, to: month, opening: ownBooks.opening })}) e group by e.event`,
  )
  const kept = await keptAt(tx, month)
  const owed = await taxOwed(tx, { first: ownBooks.opening, last: month })
  const rows: OverviewRow[] = items.flatMap(({ key, title, part, events, always }) => {
    const left = sumOf(
      entries.filter(({ event }) => events.includes(event)),
      ({ amount }) => amount,
    )
    const vouchers = money(part === 'assets' ? left : neg(left))
    const books = own(kept, key) ?? null
    if (!always && isZero(vouchers) && isZero(books ?? '0')) return []
    const row = { key, title, part, accounts: accountsOf(ownBooks, events), vouchers, books, isPart: false }
    return key === 'tax' ? [row, ...partsOfTax(vouchers, owed)] : [row]
  })
  const isProfit = new Set(ownBooks.events.filter((each) => each.isProfit).map(({ key }) => key))
  const profit = neg(
    sumOf(
      entries.filter(({ event }) => isProfit.has(event)),
      ({ amount }) => amount,
    ),
  )
  rows.push({
    key: 'profit',
    title: '累计损益',
    part: 'equity',
    accounts: ['5'],
    vouchers: money(profit),
    books: kept['profit'] ?? '0.00',
    isPart: false,
  })
  const sumOfPart = (part: OverviewRow['part']) =>
    money(
      sumOf(
        rows.filter((row) => row.part === part && !row.isPart),
        ({ vouchers }) => vouchers,
      ),
    )
  const sums = { assets: sumOfPart('assets'), liabilities: sumOfPart('liabilities'), equity: sumOfPart('equity') }
  return {
    orgName: ownBooks.name,
    month,
    rows,
    sums,
    differences: rows.filter(({ vouchers, books }) => books !== null && !equals(vouchers, books)).length,
    gap: money(sub(sums.assets, add(sums.liabilities, sums.equity))),
  }
}

/** What the tax in the vouchers is made of: 应交增值税 as 税金管理 tells it, and what is not certified or confirmed yet (business/books 7). */
const partsOfTax = (vouchers: Decimal, owed: Decimal): OverviewRow[] =>
  [
    { key: 'tax_owed', title: '其中：应交增值税', vouchers: owed },
    { key: 'tax_waiting', title: '其中：待认证进项税、待确认销项税等', vouchers: money(sub(vouchers, owed)) },
  ].map((row) => ({ ...row, part: 'liabilities', accounts: [], books: null, isPart: true }))

const accountsOf = ({ events: all }: Settings, events: readonly string[]): string[] => [
  ...new Set(all.filter(({ key }) => events.includes(key)).map(({ code }) => code)),
]

/**
 * What the books say at the end of a closed month: what its closing kept, of cards beside it what other organisations have written on ours; work in progress
 * and profit by their ledgers. In yuan by row; tax and what the shop began with stand in no book.
 */
async function keptAt(tx: CallerTx, month: number): Promise<Record<string, Decimal>> {
  const rows = await tx.query<{ key: string; amount: Decimal }>({
    text: `select key, sum(amount) as amount from (
        select case w.kind when 'transit' then 'stock_transit' else 'stock' end as key, s.value as amount
        from stock_period s join warehouse w on w.group_id = s.group_id and w.id = s.warehouse_id where s.group_id = $1 and s.org_id = $2 and s.month = $3
        union all
        select lower(account), balance from partner_period where group_id = $1 and org_id = $2 and month = $3
        union all
        select a.kind, s.balance from account_period s join store_account a on a.group_id = s.group_id and a.id = s.store_account_id
        where s.group_id = $1 and s.org_id = $2 and s.month = $3
        union all
        select 'card_money', s.principal from card_period s join card c on c.group_id = s.group_id and c.id = s.card_id
        where s.group_id = $1 and s.org_id = $2 and s.month = $3 and c.org_id = $2
        union all
        select 'card_money', l.principal from card_ledger l join card c on c.group_id = l.group_id and c.id = l.card_id
        where l.group_id = $1 and l.org_id <> $2 and c.org_id = $2 and l.biz_date <= $4::date
        union all
        select 'card_package', s.value from card_item_period s join card_item i on i.group_id = s.group_id and i.id = s.card_item_id
        where s.group_id = $1 and s.org_id = $2 and s.month = $3 and i.org_id = $2
        union all
        select 'card_package', l.value from card_item_ledger l join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
        where l.group_id = $1 and l.org_id <> $2 and i.org_id = $2 and l.biz_date <= $4::date
        union all
        select 'wip', value from wip_ledger where group_id = $1 and org_id = $2 and biz_date <= $4::date
        union all
        select 'profit', case when kind = any ($5::text[]) then amount else -amount end from pnl_ledger
        where group_id = $1 and org_id = $2 and biz_date <= $4::date
        union all
        select key, 0.00 from unnest($6::text[]) as key
      ) kept group by key`,
    values: [tx.groupId, tx.caller.orgId, month, lastDayOfMonth(month), earnedKinds, inBooks],
  })
  return Object.fromEntries(rows.map(({ key, amount }) => [key, amount]))
}

/** Rows that stand in a book besides the vouchers. */
const inBooks = items.map(({ key }) => key).filter((key) => key !== 'tax' && key !== 'opening')
