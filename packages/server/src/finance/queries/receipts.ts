import type { dailySheet, ReceiptFilters, receiptRoutes } from '@chepu/contract/finance/receipts'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { allOf, containing, officeScope, startingWith, within } from '../../kernel/caller/scope'
import { expense, income } from '../income'
import { fundTransferTraits } from '../fund-transfer/traits'
import { otherExpenseTraits, otherIncomeTraits } from '../other-money/traits'
import { collectionTraits, paymentTraits } from '../slip/traits'
import { allDocuments } from '../../kernel/document/references'
import type { QuerySource } from '../../kernel/query/query'

/** 收付单据: every movement of money on the store accounts, newest first (business/finance 7.2). */
export const receipts: QuerySource<typeof receiptRoutes> = {
  select: (_tx, filters) => ({
    id: sql`l.id`,
    orgName: sql`org.name`,
    kind: sql`d.kind`,
    docId: sql`d.id`,
    billNo: sql`d.bill_no`,
    bizDate: sql`l.biz_date`,
    purpose: purposeWords,
    isRed: sql`d.is_red`,
    partnerId: sql`d.partner_id`,
    partnerName: sql`p.name`,
    accountId: sql`a.id`,
    accountName: sql`a.name`,
    income,
    expense,
    // Rows of several accounts have no running balance in common.
    balance: filters.accountId ? sql`l.balance_after` : sql`null::numeric`,
    summary,
    handlerName: sql`h.name`,
    posterName: sql`u.real_name`,
  }),
  from: (tx, filters) => sql`from account_ledger l
    join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
    join store_account a on a.group_id = l.group_id and a.id = l.store_account_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    join org on org.group_id = d.group_id and org.id = d.org_id
    left join ${allDocuments()} source on source.group_id = d.group_id and source.kind = d.source_kind and source.id = d.source_id
    left join employee h on h.group_id = d.group_id and h.id = d.handler_id
    left join app_user u on u.group_id = d.group_id and u.id = coalesce(d.poster_id, d.creator_id)
    where ${where(tx, filters)}`,
  // The balance of an account follows the order in which its movements were posted, whatever their day.
  order: ({ accountId }) => (accountId ? sql`id desc` : sql`biz_date desc, id desc`),
}

/** So many settled documents are named in the summary of a movement. */
const namedDocuments = 3

const settledNumbers = sql`(select string_agg(n.bill_no, '、' order by n.line_no) filter (where n.place <= ${namedDocuments}::int)
    || case when count(*) > ${namedDocuments}::int then '等' || count(*) || '张' else '' end
  from (select i.bill_no, s.line_no, row_number() over (order by s.line_no) as place from money_slip_item s
    join open_item i on i.group_id = s.group_id and i.id = s.open_item_id
    where s.group_id = d.group_id and s.slip_id = d.id) n)`
const summary = sql`concat_ws('；', nullif(d.remark, ''), '核销 ' || ${settledNumbers}, '订单 ' || source.bill_no)`

const purposeWords = sql`case ${sql.join(
  [collectionTraits, paymentTraits, fundTransferTraits, otherIncomeTraits, otherExpenseTraits].flatMap(
    ({ def, purposes }) =>
      Object.entries(purposes).map(
        ([code, word]) => sql`when d.kind = ${def.kind} and d.purpose = ${code} then ${word}`,
      ),
  ),
  sql` `,
)} else d.purpose end`

function where(tx: CallerTx, filters: ReceiptFilters): RawBuilder<SqlBool> {
  const conditions = [
    officeScope(tx.caller, 'finance'),
    within(tx.caller, filters.orgs),
    sql<SqlBool>`l.group_id = ${tx.groupId} and l.org_id = d.org_id`,
  ]
  if (filters.from) conditions.push(sql<SqlBool>`l.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`l.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.partnerId) conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId}`)
  if (filters.accountId) conditions.push(sql<SqlBool>`l.store_account_id = ${filters.accountId}`)
  if (filters.kind) conditions.push(sql<SqlBool>`d.kind = any (${filters.kind.split(',')})`)
  if (filters.remark) conditions.push(sql<SqlBool>`d.remark like ${containing(filters.remark)}`)
  return allOf(conditions)
}

/** 日结交款表: one day's money by cashier and account; a document taken back the same day leaves nothing (business/finance 4). */
export async function dayOf(
  tx: CallerTx,
  query: { day: string; userId?: number | undefined },
): Promise<DataOf<typeof dailySheet>> {
  const rows = await tx.select<DataOf<typeof dailySheet>['rows'][number]>(sql`
    select m.user_id, u.real_name as user_name, a.id as account_id, a.name as account_name, a.kind as account_kind, count(*) as count,
      sum(m.income) as income, sum(m.expense) as expense, sum(m.income - m.expense) as net
    from (${movesOf(tx, query)}) m
    join store_account a on a.group_id = ${tx.groupId} and a.id = m.store_account_id
    join app_user u on u.group_id = ${tx.groupId} and u.id = m.user_id
    group by m.user_id, u.real_name, a.id, a.code, a.name, a.kind order by u.real_name, m.user_id, a.code`)
  return { orgName: tx.caller.org.name, rows, accounts: await accountsOf(tx, query.day) }
}

const movesOf = (tx: CallerTx, query: { day: string; userId?: number | undefined }) => sql`
  select coalesce(d.poster_id, d.creator_id) as user_id, l.store_account_id, l.doc_id,
    coalesce(sum(${income}), 0.00) as income, coalesce(sum(${expense}), 0.00) as expense
  from account_ledger l join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
  where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.biz_date = ${query.day} and ${officeScope(tx.caller, 'finance')}
    ${query.userId ? sql`and coalesce(d.poster_id, d.creator_id) = ${query.userId}` : sql``}
  group by coalesce(d.poster_id, d.creator_id), l.store_account_id, l.doc_id having sum(l.amount) <> 0`

async function accountsOf(tx: CallerTx, day: string) {
  const balances = sees(tx.caller, 'account_balance')
    ? sql`, a.opening_balance + coalesce(m.before, 0.00) as opening, a.opening_balance + coalesce(m.before, 0.00) + coalesce(m.net, 0.00) as closing`
    : sql``
  return tx.select<DataOf<typeof dailySheet>['accounts'][number]>(sql`
    select a.id as account_id, a.name as account_name, coalesce(m.income, 0.00) as income, coalesce(m.expense, 0.00) as expense ${balances}
    from store_account a
    left join (
      select store_account_id, sum(amount) filter (where biz_date < ${day}) as before,
        sum(amount) filter (where biz_date = ${day}) as net,
        sum(${income}) filter (where biz_date = ${day}) as income, sum(${expense}) filter (where biz_date = ${day}) as expense
      from account_ledger l where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.biz_date <= ${day}
      group by store_account_id
    ) m on m.store_account_id = a.id
    where a.group_id = ${tx.groupId} and a.org_id = ${tx.caller.orgId} and (a.is_active or m.net is not null) order by a.code, a.id`)
}
