import { writeOffPurposes } from '@chepu/contract/finance/write-off'
import { type AccountSide, advances } from '@chepu/contract/kernel/money-document'
import { type Statement, type StatementRow, statementTitle } from '@chepu/contract/finance/accounts'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { notFound, refuse } from '../../kernel/base/errors'
import type { SheetFrame } from '../../kernel/export/registry'
import { mobileColumn } from '../../kernel/caller/mobile'
import { allDocuments, kindNames } from '../../kernel/document/references'
import { isOverdueOn } from '../../kernel/query/overdue'
import { isBill, isEntry, isTakenBack } from './figures'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { accountScope } from './partner-scope'

export interface StatementQuery {
  partnerId: number
  from: string
  to: string
}

/** The account of one partner in the books of one organisation. */
interface Account {
  groupId: number
  orgId: number
  side: AccountSide
}

const accountOf = (tx: CallerTx, side: AccountSide): Account => ({ groupId: tx.groupId, orgId: tx.caller.orgId, side })

const maxRows = 5000

/** 对账单 of one partner: opening, what each document changed, closing; advances and what is overdue beside (business/finance 1.2). */
export async function accountStatement(tx: CallerTx, side: AccountSide, query: StatementQuery): Promise<Statement> {
  const partner = await partnerOf(tx, query)
  const rows = await tx.select<StatementRow>(
    sql<StatementRow>`${selectStatement(tx, side, query)} limit ${maxRows + 1}`,
  )
  if (rows.length > maxRows) refuse(`所选期间超过 ${maxRows} 行，请缩短期间`)
  const head = { orgName: tx.caller.org.name, partner, from: query.from, to: query.to, rows }
  return seesBalance(tx.caller, side) ? { ...head, ...(await standing(tx, accountOf(tx, side), query)) } : head
}

async function partnerOf(tx: CallerTx, { partnerId }: StatementQuery): Promise<Statement['partner']> {
  const [partner] = await tx.select<Statement['partner']>(sql`
    select p.id, p.code, p.name, ${mobileColumn(tx.caller, 'p.mobile')} as mobile, p.address from partner p
    where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${accountScope(tx.caller)}`)
  return partner ?? notFound('往来单位')
}

/** Whom a statement is for; its file is named after him. @throws Failure notFound outside the caller's data scope */
export const nameOfPartner = async (tx: CallerTx, query: StatementQuery): Promise<string> =>
  (await partnerOf(tx, query)).name

/**
 * What an exported statement says beside its lines: of whom and when it is, advances and what is overdue, the
 * balance that it opens with, and its sums.
 */
export async function statementFrame(tx: CallerTx, side: AccountSide, query: StatementQuery): Promise<SheetFrame> {
  const partner = await partnerOf(tx, query)
  const head = [
    `${tx.caller.org.name} ${statementTitle(side)}`,
    `单位：${partner.name}（${partner.code}）`,
    `期间：${query.from} 至 ${query.to}`,
  ]
  const before = { bizDate: query.from, summary: '期初余额' }
  if (!seesBalance(tx.caller, side)) return { head, before: [before] }
  const { opening, closing, advance, overdue } = await standing(tx, accountOf(tx, side), query)
  const [moved] = await tx.select<{ count: number; increase: string; decrease: string }>(
    sql`select count(*) as count, coalesce(sum(increase), 0.00) as increase, coalesce(sum(decrease), 0.00) as decrease
      from (${selectStatement(tx, side, query)}) s`,
  )
  const { count = 0, increase = '0.00', decrease = '0.00' } = moved ?? {}
  return {
    head: [...head, `${side === 'AR' ? '预收' : '预付'}余额：${advance}`, `逾期：${overdue}`],
    before: [{ ...before, balance: opening }],
    totals: { count, sums: { increase, decrease, balance: closing } },
  }
}

/** What a statement opens and closes with, what is overdue today, and what was paid ahead until its last day. */
export async function standing(tx: Tx, { groupId, orgId, side }: Account, query: StatementQuery) {
  const [row] = await tx.select<Record<'opening' | 'closing' | 'advance' | 'overdue', string>>(sql`
    select coalesce(sum(l.amount) filter (where l.account = ${side} and l.biz_date < ${query.from}), 0.00) as opening,
      coalesce(sum(l.amount) filter (where l.account = ${side}), 0.00) as closing,
      coalesce(sum(l.amount) filter (where l.account = ${advances[side]}), 0.00) as advance,
      (select coalesce(sum(i.balance), 0.00) from open_item i where i.group_id = ${groupId} and i.org_id = ${orgId}
        and i.side = ${side} and i.partner_id = ${query.partnerId} and ${sql.raw(isOverdueOn)} ${shanghaiDay()}) as overdue
    from partner_ledger l
    where l.group_id = ${groupId} and l.org_id = ${orgId} and l.partner_id = ${query.partnerId}
      and l.account in (${side}, ${advances[side]}) and l.biz_date <= ${query.to}`)
  return row as Record<'opening' | 'closing' | 'advance' | 'overdue', string>
}

const words: Record<AccountSide, Record<string, string>> = {
  AR: { money: '收款', advance: '预收冲应收', discount: '收款优惠' },
  AP: { money: '付款', advance: '预付冲应付', discount: '付款优惠' },
}
const common: Record<string, string> = {
  opposite: '对冲',
  bad_debt: '坏账核销',
  card_principal: '会员卡抵扣',
  card_gift: '会员卡赠金抵扣',
  adjust: '期初/调整',
  merged_in: '合并转入',
  merged_out: '合并转出',
}

// Of a document `m` that a bad debt comes back by.
const isOwedAgain = sql`coalesce(m.purpose, '') = 'bad_debt_back'`

/** What a line says that its document did: bills and returns are called by their document. */
const summaryOf = (side: AccountSide): RawBuilder<string> => sql`case
  when ${isOwedAgain} then ${writeOffPurposes.bad_debt_back}
  when m.purpose = 'transfer' then case when c.what in ('bill', 'return') then '应收转入' else '应收转出' end
  when m.purpose = 'refund' and c.what = 'money' then '退款'
  when c.what in ('bill', 'return') then ${kindNames(sql`c.doc_kind`)}
  else case c.what ${sql.join(
    Object.entries({ ...words[side], ...common }).map(([code, word]) => sql`when ${code} then ${word}`),
    sql` `,
  )} end end`

// What is taken back stands where the original stands, with the opposite sign (business/lists 2.4).
const isIncrease = sql`case when c.is_back and c.what <> 'adjust' then c.what = 'bill' or ${isOwedAgain} else c.amount > 0 end`

/** SELECT of the lines with their running balance, in order; exports stream the same statement. */
export const selectStatement = (tx: CallerTx, side: AccountSide, query: StatementQuery): RawBuilder<StatementRow> =>
  statementLines(accountOf(tx, side), query, { amounts: seesBalance(tx.caller, side), remarks: true })

/** The same of any account: with its amounts or without, with what the shop remarked or, for the partner's own eyes, without. */
export function statementLines(
  account: Account,
  query: StatementQuery,
  shown: { amounts: boolean; remarks: boolean },
): RawBuilder<StatementRow> {
  const { groupId, orgId, side } = account
  const amounts = shown.amounts
    ? sql`, case when ${isIncrease} then c.amount end as increase, case when not (${isIncrease}) then -c.amount end as decrease,
        o.opening + sum(c.amount) over (order by c.biz_date, c.seq) as balance`
    : sql``
  const remark = shown.remarks ? sql`|| coalesce('：' || nullif(m.remark, ''), '')` : sql``
  return sql<StatementRow>`
    select c.seq as line_id, c.biz_date, c.doc_kind, c.doc_id, d.bill_no,
      case when c.is_back then '红冲' else '' end || ${summaryOf(side)} ${remark} as summary ${amounts}
    from (${changes(account, query)}) c
    cross join (
      select coalesce(sum(l.amount), 0.00) as opening from partner_ledger l
      where l.group_id = ${groupId} and l.org_id = ${orgId} and l.partner_id = ${query.partnerId}
        and l.account = ${side} and l.biz_date < ${query.from}
    ) o
    left join money_slip m on m.group_id = ${groupId} and m.kind = c.doc_kind and m.id = c.doc_id
    left join ${allDocuments()} d on d.group_id = ${groupId} and d.kind = c.doc_kind and d.id = c.doc_id
    order by c.biz_date, c.seq`
}

/** What each document changed, by what it did; entries that were taken back on the same day leave no line. */
function changes(account: Account, query: StatementQuery): RawBuilder<unknown> {
  const { groupId, orgId, side } = account
  return sql`
    select biz_date, doc_kind, doc_id, what, bool_and(is_back) as is_back, min(id) as seq, sum(amount) as amount from (
      select l.*, ${isTakenBack(account)} as is_back, case
        when l.doc_kind = 'partner_merge' then case when ${isEntry} then 'merged_in' else 'merged_out' end
        when not ${isEntry} then l.kind
        when l.doc_kind = 'balance_adjustment' then 'adjust'
        when ${isBill(account)} then 'bill'
        else 'return' end as what
      from partner_ledger l
      where l.group_id = ${groupId} and l.org_id = ${orgId} and l.partner_id = ${query.partnerId}
        and l.account = ${side} and l.biz_date between ${query.from} and ${query.to}
    ) l group by biz_date, doc_kind, doc_id, what having sum(amount) <> 0`
}
