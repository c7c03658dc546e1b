import type { SettleFilters, SettleQueries } from '@chepu/contract/finance/settle-queries'
import type { AccountSide } from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { allOf, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { isOverdueOn } from '../../kernel/query/overdue'
import type { QuerySource } from '../../kernel/query/query'
import { partnerConditions, partnerJoins } from '../queries/figures'
import { invoiceStateOf } from '../invoice/bills'
import { itemFields, itemScope } from '../queries/open-items'
import { isDisputed } from '../statement/dispute'

/** The open items of one tab on one account (business/settle-tabs 2): of all tabs together they are the account (I20). */
export const settleItems = (side: AccountSide): QuerySource<SettleQueries['items']> => ({
  select() {
    const { side: _side, ...fields } = itemFields()
    return {
      ...fields,
      overdue: sql`case when ${sql.raw(isOverdueOn)} ${shanghaiDay()}::date then i.balance else 0.00 end`,
      salespersonName: sql`keeper.name`,
      isDisputed,
      invoiceState: invoiceStateOf,
      isUnconfirmed: sql`i.is_unconfirmed`,
      isClaim: sql`i.is_claim`,
    }
  },
  from: (tx, filters) => {
    const { from, where } = openItemRows(tx, side, filters)
    return sql`from ${from} where ${where}`
  },
  order: sql`due_on, id`,
})

/** Items `i` of partners `p` within the caller's sight, those that a slip of his is offered (business/access 7), as the tabs and whoever agrees with them count them. Outer joins: where only figures are asked for, nobody reads the partners. */
export const openItemRows = (tx: CallerTx, side: AccountSide, filters: SettleFilters) => ({
  from: sql`open_item i
    left join partner p on p.group_id = i.group_id and p.id = i.partner_id
    ${partnerJoins(tx, side)}`,
  where: sql<SqlBool>`${where(tx, side, filters)} and ${partnerConditions(tx, side, filters, itemScope(tx.caller))}`,
})

const states: Record<NonNullable<SettleFilters['settled']>, RawBuilder<SqlBool>> = {
  open: sql<SqlBool>`not i.is_settled`,
  settled: sql<SqlBool>`i.is_settled`,
}

function where(tx: CallerTx, side: AccountSide, filters: SettleFilters): RawBuilder<SqlBool> {
  const { from, to, billNo, dueFrom, dueTo } = filters
  const conditions = [
    sql<SqlBool>`i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.tab = ${filters.tab} and i.side = ${side}
      and i.original <> 0`,
  ]
  if (filters.settled) conditions.push(states[filters.settled])
  if (from) conditions.push(sql<SqlBool>`i.biz_date >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`i.biz_date <= ${to}`)
  if (dueFrom) conditions.push(sql<SqlBool>`i.due_on >= ${dueFrom}`)
  if (dueTo) conditions.push(sql<SqlBool>`i.due_on <= ${dueTo}`)
  if (billNo) conditions.push(sql<SqlBool>`i.bill_no like ${startingWith(billNo.toUpperCase())}`)
  if (filters.overdue) conditions.push(sql<SqlBool>`${sql.raw(isOverdueOn)} ${shanghaiDay()}`)
  return allOf(conditions)
}
