import { type AccountSide, advances } from '@chepu/contract/kernel/money-document'
import type { AccountFilters, AccountQueries } from '@chepu/contract/finance/accounts'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { mobileColumn } from '../../kernel/caller/mobile'
import { isOverdueOn } from '../../kernel/query/overdue'
import { figuresOf, isBill, isEntry, partnerConditions, partnerFields, partnerJoins } from './figures'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import type { QuerySource } from '../../kernel/query/query'

const figures = [
  'opening',
  'increased',
  'returned',
  'settled',
  'discounted',
  'adjusted',
  'closing',
  'advance',
  'overdue',
] as const

/** 汇总 of 应收账款 or 应付账款: one row a partner; opening + changes = closing on every row (business/finance 1.2). */
export const accountSummary = (side: AccountSide): QuerySource<AccountQueries['summary']> => ({
  select: (tx) => ({
    ...partnerFields,
    cusFlag: sql`p.cus_flag`,
    mobile: mobileColumn(tx.caller, 'p.mobile'),
    ...figuresOf(figures),
  }),
  from(tx, filters) {
    const overdue = seesBalance(tx.caller, side) && filters.overdue ? sql`and f.overdue > 0` : sql``
    const empty = filters.withZero ? sql`` : sql`and (${sql.raw(figures.map((name) => `f.${name} <> 0`).join(' or '))})`
    return sql`from (${ledgerFigures(tx, side, filters)}) f
      join partner p on p.group_id = ${tx.groupId} and p.id = f.partner_id
      ${partnerJoins(tx, side)}
      where ${partnerConditions(tx, side, filters)} ${overdue} ${empty}`
  },
  order: sql`partner_code`,
})

/** Each partner's ledger by column. What is taken back comes off the column that it stood in: 红冲 and 反审核 are no business. */
function ledgerFigures(tx: CallerTx, side: AccountSide, filters: AccountFilters): RawBuilder<unknown> {
  const from = filters.from ?? '0001-01-01'
  const to = filters.to ?? shanghaiDay()
  const within = sql`l.account = ${side} and l.biz_date >= ${from}`
  // What goes over from one partner to another is no business either.
  const adjustment = sql`l.doc_kind in ('balance_adjustment', 'partner_merge')`
  const merged = sql`l.doc_kind = 'partner_merge'`
  const bill = isBill(tx)
  const sum = (condition: RawBuilder<unknown>) => sql`coalesce(sum(l.amount) filter (where ${condition}), 0.00)`
  return sql`
    select l.partner_id,
      ${sum(sql`l.account = ${side} and l.biz_date < ${from}`)} as opening,
      ${sum(sql`${within} and not ${adjustment} and ${bill}`)} as increased,
      -${sum(sql`${within} and not ${adjustment} and ${isEntry} and not ${bill}`)} as returned,
      -${sum(sql`${within} and not ${isEntry} and l.kind <> 'discount' and not (${merged})`)} as settled,
      -${sum(sql`${within} and l.kind = 'discount'`)} as discounted,
      ${sum(sql`${within} and ${adjustment} and (${isEntry} or ${merged})`)} as adjusted,
      ${sum(sql`l.account = ${side}`)} as closing,
      ${sum(sql`l.account = ${advances[side]}`)} as advance,
      (select coalesce(sum(i.balance), 0.00) from open_item i where i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId}
        and i.side = ${side} and i.partner_id = l.partner_id and ${sql.raw(isOverdueOn)} ${shanghaiDay()}) as overdue
    from partner_ledger l
    where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.account in (${side}, ${advances[side]})
      and l.biz_date <= ${to} ${filters.partnerId ? sql`and l.partner_id = ${filters.partnerId}` : sql``}
    group by l.partner_id`
}
