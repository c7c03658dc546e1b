import type { AccountSide, ItemFilters } from '@chepu/contract/finance/accounts'
import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/calendar'
import type { CallerTx } from '../../kernel/db'
import { isOverdueOn } from '../../kernel/overdue'
import { allOf, startingWith } from '../../kernel/scope'
import { orderBy, pageOf, partnerConditions, partnerJoins } from './figures'
import { itemColumns, seesBalance } from './open-items'

/** 明细 of 应收账款 or 应付账款: one row an open item; its 未结 adds up to the account (I20). */
export async function accountItems(tx: CallerTx, side: AccountSide, filters: ItemFilters & Paging) {
  const amounts = seesBalance(tx.caller, side) ? ['original', 'balance'] : []
  const order = orderBy(filters.sort, ['billNo', 'bizDate', 'dueOn', 'partnerName', ...amounts], 'due_on, id')
  const rows = await tx.select<OpenItemRow>(sql<OpenItemRow>`${selectItems(tx, side, filters)}
    order by ${order} limit ${filters.rows + 1} offset ${(filters.page - 1) * filters.rows}`)
  return pageOf(rows, filters.rows)
}

/** Row count and sums over all items. */
export async function accountItemTotals(tx: CallerTx, side: AccountSide, filters: ItemFilters): Promise<Totals> {
  const sums = seesBalance(tx.caller, side)
    ? sql`, coalesce(sum(original), 0.00) as original, coalesce(sum(settled), 0.00) as settled,
        coalesce(sum(discounted), 0.00) as discounted, coalesce(sum(balance), 0.00) as balance`
    : sql``
  const [row] = await tx.select<Record<string, string> & { count: number }>(
    sql`select count(*) as count ${sums} from (${selectItems(tx, side, filters)}) s`,
  )
  const { count = 0, ...rest } = row ?? {}
  return { count: count as number, sums: rest as Record<string, string> }
}

/** SELECT of the rows, without order and limit; exports stream the same statement. */
export function selectItems(tx: CallerTx, side: AccountSide, filters: ItemFilters): RawBuilder<OpenItemRow> {
  return sql<OpenItemRow>`
    select ${itemColumns(tx.caller, side)} from open_item i
    join partner p on p.group_id = i.group_id and p.id = i.partner_id
    ${partnerJoins(tx, side)}
    where ${where(tx, side, filters)} and ${partnerConditions(tx, side, filters)}`
}

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
