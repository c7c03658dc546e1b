import type { Reconciliation, reconciliation } from '@chepu/contract/finance/bank'
import { add, compare, type Decimal, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import { forbidden, invalid } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { bankAccount, type BankAccount, liveEntries } from './account'
import { bankDayFault } from './day'

type Open = Reconciliation['bookIn'][number]

/**
 * 余额调节表 at the end of a day (business/finance 4.3): what the bank and the books say, each with what the other has already. A match that reaches beyond
 * the day holds nothing together on it.
 * @throws Failure forbidden without the right to see balances, not_found, invalid of a day that has not come
 */
export async function reconcile(tx: CallerTx, query: QueryOf<typeof reconciliation>): Promise<Reconciliation> {
  if (!sees(tx.caller, 'account_balance')) forbidden('您没有查看账户余额的权限')
  const { day } = query
  const fault = bankDayFault(day)
  if (fault !== '') invalid([{ path: 'day', message: `日期${fault}` }])
  const account = await bankAccount(tx, query.accountId)
  const [entries, lines, bookBalance] = await Promise.all([
    openEntriesAt(tx, account, day),
    openLinesAt(tx, account, day),
    bookBalanceAt(tx, account, day),
  ])
  const bank = await bankBalanceAt(tx, account, { day, typed: query.bankBalance, bookBalance, entries, lines })
  const sides = { ...halves('book', entries), ...halves('bank', lines) } as Record<Side, Open[]>
  const sums = Object.fromEntries(
    Object.entries(sides).map(([side, rows]) => [side, money(sumOf(rows, ({ amount }) => amount))]),
  ) as Record<Side, Decimal>
  const adjustedBank = money(sub(add(bank.balance, sums.bookIn), sums.bookOut))
  const adjustedBook = money(sub(add(bookBalance, sums.bankIn), sums.bankOut))
  return {
    orgName: tx.caller.org.name,
    accountName: account.name,
    bankNo: account.bankNo,
    day,
    startOn: account.startOn,
    bankBalance: bank.balance,
    bankBalanceOf: bank.of,
    bookBalance,
    ...sides,
    sums,
    adjustedBank,
    adjustedBook,
    difference: money(sub(adjustedBank, adjustedBook)),
  }
}

type Side = 'bookIn' | 'bookOut' | 'bankIn' | 'bankOut'

/** Rows of one side by their direction, without signs. */
const halves = (side: 'book' | 'bank', rows: readonly Open[]): Partial<Record<Side, Open[]>> => ({
  [`${side}In`]: rows.filter(({ amount }) => compare(amount, '0') > 0),
  [`${side}Out`]: rows
    .filter(({ amount }) => compare(amount, '0') < 0)
    .map((row) => ({ ...row, amount: money(neg(row.amount)) })),
})

/** Matches that hold nothing on a day: something of them is later. */
const reachesBeyond = (
  day: string,
) => sql`(exists (select 1 from bank_line x where x.group_id = m.group_id and x.match_id = m.id and x.biz_date > ${day})
    or exists (select 1 from bank_match_entry y join account_ledger z on z.group_id = y.group_id and z.id = y.entry_id
      where y.group_id = m.group_id and y.match_id = m.id and z.biz_date > ${day}))`

const openEntriesAt = (tx: CallerTx, account: BankAccount, day: string): Promise<Open[]> =>
  account.startOn === null
    ? Promise.resolve([])
    : tx.select<Open>(sql`
    select l.biz_date::text as biz_date, l.amount, coalesce(d.bill_no, '') as bill_no,
      concat_ws(' ', p.name, nullif(l.remark, '')) as text, '' as reason
    from account_ledger l
    left join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join bank_match_entry e on e.group_id = l.group_id and e.entry_id = l.id
    left join bank_match m on m.group_id = e.group_id and m.id = e.match_id
    where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.store_account_id = ${account.id} and l.biz_date <= ${day}
      and (${reachesBeyond(day)} or m.id is null and ${liveEntries(tx, { accountId: account.id, from: account.startOn, to: day })})
    order by l.biz_date, l.id`)

const openLinesAt = (tx: CallerTx, account: BankAccount, day: string): Promise<Open[]> =>
  tx.select<Open>(sql`
    select n.biz_date::text as biz_date, n.amount, n.trade_no as bill_no, concat_ws(' ', nullif(n.counterparty, ''), nullif(n.summary, '')) as text,
      n.ignore_reason as reason
    from bank_line n left join bank_match m on m.group_id = n.group_id and m.id = n.match_id
    where n.group_id = ${tx.groupId} and n.store_account_id = ${account.id} and n.biz_date <= ${day}
      and (${reachesBeyond(day)} or m.id is null and n.biz_date >= ${account.startOn}) order by n.biz_date, n.id`)

async function bookBalanceAt(tx: CallerTx, account: BankAccount, day: string): Promise<Decimal> {
  const row = await tx.one<{ balance: Decimal }>({
    name: 'book-balance-at',
    text: `select a.opening_balance + coalesce((select sum(l.amount) from account_ledger l where l.group_id = a.group_id and l.org_id = a.org_id
        and l.store_account_id = a.id and l.biz_date <= $3), 0.00) as balance
      from store_account a where a.group_id = $1 and a.id = $2`,
    values: [tx.groupId, account.id, day],
  })
  return money(row?.balance ?? '0')
}

/**
 * What the bank says: as it was typed, as the last row of its statement has it, or else what it must be if the books agreed with it when the reconciliation
 * began.
 */
async function bankBalanceAt(
  tx: CallerTx,
  account: BankAccount,
  at: {
    day: string
    typed: Decimal | undefined
    bookBalance: Decimal
    entries: readonly Open[]
    lines: readonly Open[]
  },
): Promise<{ balance: Decimal; of: Reconciliation['bankBalanceOf'] }> {
  if (at.typed !== undefined) return { balance: money(at.typed), of: 'typed' }
  const last = await tx.one<{ balance: Decimal | null }>({
    name: 'bank-balance-at',
    text: `select balance from bank_line where group_id = $1 and store_account_id = $2 and biz_date <= $3
      order by biz_date desc, statement_id desc, line_no desc limit 1`,
    values: [tx.groupId, account.id, at.day],
  })
  if (last?.balance != null) return { balance: money(last.balance), of: 'statement' }
  const open = (rows: readonly Open[]) => sumOf(rows, ({ amount }) => amount)
  return { balance: money(add(sub(at.bookBalance, open(at.entries)), open(at.lines))), of: 'reckoned' }
}
