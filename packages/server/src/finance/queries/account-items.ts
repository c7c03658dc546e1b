import type { AccountSide } from '@chepu/contract/kernel/money-document'
import type { AccountQueries, ItemFilters } from '@chepu/contract/finance/accounts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { isOverdueOn } from '../../kernel/query/overdue'
import { allOf, startingWith } from '../../kernel/caller/scope'
import { partnerConditions, partnerJoins } from './figures'
import { isDisputed } from '../statement/dispute'
import { itemFields } from './open-items'
import type { QuerySource } from '../../kernel/query/query'

/** 明细 of 应收账款 or 应付账款: one row an open item; its 未结 adds up to the account (I20). */
export const accountItems = (side: AccountSide): QuerySource<AccountQueries['items']> => ({
  select: () => ({ ...itemFields(), isDisputed }),
  from: (tx, filters) => sql`from open_item i
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    ${partnerJoins(tx, side)}
    where ${where(tx, side, filters)} and ${partnerConditions(tx, side, filters)}`,
  order: sql`due_on, id`,
})

function where(tx: CallerTx, side: AccountSide, filters: ItemFilters): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`i.group_id = ${tx.groupId} and i.org_id = ${tx.caller.orgId} and i.side = ${side} and i.original <> 0`,
  ]
  if (!filters.withSettled) conditions.push(sql<SqlBool>`i.balance <> 0`)
  if (filters.from) conditions.push(sql<SqlBool>`i.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`i.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`i.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.sourceKind) conditions.push(sql<SqlBool>`i.source_kind = ${filters.sourceKind}`)
  if (filters.overdue) conditions.push(sql<SqlBool>`${sql.raw(isOverdueOn)} ${shanghaiDay()}`)
  return allOf(conditions)
}
