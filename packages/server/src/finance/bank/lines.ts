import type { bankEntries, bankLines } from '@chepu/contract/finance/bank'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { expense, income } from '../income'
import { bankAccount, liveEntries } from './account'

const lineState = sql`case when n.match_id is not null then 'matched' when n.ignore_reason <> '' then 'ignored'
  when n.biz_date < b.start_on then 'before' else 'open' end`

/** 银行流水 of one account of the caller's organisation, the latest first. */
export const lineList: QuerySource<typeof bankLines> = {
  select: () => ({
    id: sql`n.id`,
    bizDate: sql`n.biz_date`,
    amount: sql`n.amount`,
    income: sql`case when n.amount > 0 then n.amount end`,
    expense: sql`case when n.amount < 0 then -n.amount end`,
    balance: sql`n.balance`,
    counterparty: sql`n.counterparty`,
    summary: sql`n.summary`,
    tradeNo: sql`n.trade_no`,
    state: lineState,
    way: sql`m.way`,
    ignoreReason: sql`n.ignore_reason`,
    matchId: sql`n.match_id`,
  }),
  async from(tx, filters) {
    await bankAccount(tx, filters.accountId)
    const text = filters.q && containing(filters.q)
    const where: RawBuilder<SqlBool>[] = [
      sql`n.group_id = ${tx.groupId} and n.store_account_id = ${filters.accountId}`,
      ...rangeOf('n', filters),
      ...(filters.amount ? [sql<SqlBool>`n.amount = ${filters.amount}`] : []),
      ...(text
        ? [
            sql<SqlBool>`(n.counterparty like ${text} or n.summary like ${text} or n.trade_no like ${text} or n.order_no like ${text})`,
          ]
        : []),
      ...(filters.state ? [sql<SqlBool>`${lineState} = ${filters.state}`] : []),
      ...(filters.matchId ? [sql<SqlBool>`n.match_id = ${filters.matchId}`] : []),
      ...(filters.ids ? [sql<SqlBool>`n.id = any (${filters.ids})`] : []),
    ]
    return sql`from bank_line n left join bank_match m on m.group_id = n.group_id and m.id = n.match_id
      join bank_account b on b.group_id = n.group_id and b.store_account_id = n.store_account_id where ${allOf(where)}`
  },
  order: sql`biz_date desc, id desc`,
}

/** 账面流水 of one account since it is reconciled; what takes each other back is left out. */
export const entryList: QuerySource<typeof bankEntries> = {
  select: () => ({
    id: sql`l.id`,
    bizDate: sql`l.biz_date`,
    amount: sql`l.amount`,
    billNo: sql`d.bill_no`,
    docKind: sql`l.doc_kind`,
    docId: sql`l.doc_id`,
    income,
    expense,
    partnerName: sql`p.name`,
    remark: sql`coalesce(nullif(l.remark, ''), d.remark, '')`,
    tradeNo: sql`coalesce(t.trade_no, '')`,
    state: sql`case when e.match_id is null then 'open' else 'matched' end`,
    way: sql`m.way`,
    matchId: sql`e.match_id`,
  }),
  async from(tx, filters) {
    const account = await bankAccount(tx, filters.accountId)
    const text = filters.q && containing(filters.q)
    return sql`${entriesWithDocuments()} left join bank_match m on m.group_id = e.group_id and m.id = e.match_id
      where ${allOf([
        liveEntries(tx, { accountId: account.id, from: account.startOn }),
        ...rangeOf('l', filters),
        ...(filters.amount ? [sql<SqlBool>`l.amount = ${filters.amount}`] : []),
        ...(text
          ? [
              sql<SqlBool>`(d.bill_no like ${text} or p.name like ${text} or l.remark like ${text} or t.trade_no like ${text})`,
            ]
          : []),
        ...(filters.state ? [sql<SqlBool>`(e.match_id is null) = ${filters.state === 'open'}`] : []),
        ...(filters.matchId ? [sql<SqlBool>`e.match_id = ${filters.matchId}`] : []),
        ...(filters.ids ? [sql<SqlBool>`l.id = any (${filters.ids})`] : []),
      ])}`
  },
  order: sql`biz_date desc, id desc`,
}

const rangeOf = (alias: string, { from, to }: { from?: string | undefined; to?: string | undefined }) => [
  ...(from ? [sql<SqlBool>`${sql.ref(`${alias}.biz_date`)} >= ${from}`] : []),
  ...(to ? [sql<SqlBool>`${sql.ref(`${alias}.biz_date`)} <= ${to}`] : []),
]

/**
 * Movements `l` with their document `d`, its partner `p`, the way of paying `t` and what they are matched with, `e`. A document moves an account once for each
 * way of paying that names it, in their order.
 */
const entriesWithDocuments = (): RawBuilder<unknown> => sql`from account_ledger l
    left join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    left join bank_match_entry e on e.group_id = l.group_id and e.entry_id = l.id
    left join lateral (select y.trade_no from money_slip_tender y
      where y.group_id = l.group_id and y.slip_id = d.id and y.store_account_id = l.store_account_id
      order by y.line_no limit 1 offset (select count(*) from account_ledger b where b.group_id = l.group_id and b.doc_kind = l.doc_kind
        and b.doc_id = l.doc_id and b.store_account_id = l.store_account_id and b.id < l.id and (b.reversal_of is null) = (l.reversal_of is null)
        and not exists (select 1 from account_ledger r where r.group_id = b.group_id and r.reversal_of = b.id))) t on true`

/** Open rows of either side for matching; `only` those that are named. */
export async function openSides(tx: CallerTx, account: { id: number; startOn: string | null }) {
  const [lines, entries] = await Promise.all([
    tx.select<OpenLineRow>(sql`
      select n.id, n.biz_date::text as biz_date, n.amount, n.trade_no, n.order_no, n.counterparty, n.summary from bank_line n
      where n.group_id = ${tx.groupId} and n.store_account_id = ${account.id} and n.match_id is null and n.ignore_reason = ''
        and n.biz_date >= ${account.startOn}
      order by n.biz_date, n.id`),
    tx.select<OpenEntryRow>(sql`
      select l.id, l.biz_date::text as biz_date, l.amount, d.bill_no, coalesce(t.trade_no, '') as trade_no, p.name as partner_name
      ${entriesWithDocuments()}
      where ${liveEntries(tx, { accountId: account.id, from: account.startOn })} and e.entry_id is null order by l.biz_date, l.id`),
  ])
  return { lines, entries }
}

interface OpenLineRow {
  id: number
  bizDate: string
  amount: string
  tradeNo: string
  orderNo: string
  counterparty: string
  summary: string
}

interface OpenEntryRow {
  id: number
  bizDate: string
  amount: string
  billNo: string | null
  tradeNo: string
  partnerName: string | null
}
