import type { AccountFilters, AccountSide, AgeingRow } from '@chepu/contract/finance/accounts'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/calendar'
import type { CallerTx } from '../../kernel/db'
import { isOverdueOn } from '../../kernel/overdue'
import { advanceOf, orderBy, pageOf, partnerConditions, partnerJoins } from './figures'
import { seesBalance } from './open-items'

const figures = ['total', 'notDue', 'days30', 'days60', 'days90', 'days180', 'over180', 'credits', 'overdue', 'advance']
const columns = [
  'total',
  'not_due',
  'days_30',
  'days_60',
  'days_90',
  'days_180',
  'over_180',
  'credits',
  'overdue',
  'advance',
]

/**
 * 账龄 of 应收账款 or 应付账款: what is open now by days past its due date. 未到期, the buckets and 待冲减 add up to 合计, the buckets
 * alone to 逾期. Who has nothing but an advance has a row too, as in 汇总.
 */
export async function accountAgeing(tx: CallerTx, side: AccountSide, filters: AccountFilters & Paging) {
  const shown = seesBalance(tx.caller, side)
  const order = orderBy(filters.sort, shown ? ['partnerName', ...figures] : ['partnerName'], 'partner_code')
  const rows = await tx.select<AgeingRow>(sql<AgeingRow>`${selectAgeing(tx, side, filters)}
    order by ${order} limit ${filters.rows + 1} offset ${(filters.page - 1) * filters.rows}`)
  return pageOf(rows, filters.rows)
}

/** Row count and sums over all partners. */
export async function accountAgeingTotals(tx: CallerTx, side: AccountSide, filters: AccountFilters): Promise<Totals> {
  const sums = seesBalance(tx.caller, side)
    ? sql`, ${sql.join(columns.map((name) => sql.raw(`coalesce(sum(${name}), 0.00) as ${name}`)))}`
    : sql``
  const [row] = await tx.select<Record<string, string> & { count: number }>(
    sql`select count(*) as count ${sums} from (${selectAgeing(tx, side, filters)}) s`,
  )
  const { count = 0, ...rest } = row ?? {}
  return { count: count as number, sums: rest as Record<string, string> }
}

// An item to be paid and a credit of the same amount are both open, though their sum is nothing.
const isOpen = sql`not_due <> 0 or overdue <> 0 or credits <> 0`

/** What is open in the org on one side now: the totals of 账龄, which the home page shows too. */
export async function openFigures(tx: CallerTx, side: AccountSide): Promise<OpenFigures> {
  const [row] = await tx.select<OpenFigures>(
    sql<OpenFigures>`select coalesce(sum(total), 0.00) as open, coalesce(sum(overdue), 0.00) as overdue, count(*) filter (where ${isOpen}) as partners,
        count(*) filter (where overdue > 0) as overdue_partners from (${selectAgeing(tx, side, {})}) s`,
  )
  return row ?? { open: '0.00', overdue: '0.00', partners: 0, overduePartners: 0 }
}

/** Yuan with 2 decimals, and how many partners they are of. */
interface OpenFigures {
  open: string
  overdue: string
  partners: number
  overduePartners: number
}

/** SELECT of the rows, without order and limit; exports stream the same statement. */
export function selectAgeing(tx: CallerTx, side: AccountSide, filters: AccountFilters): RawBuilder<AgeingRow> {
  const shown = seesBalance(tx.caller, side)
  const amounts = shown ? sql`, ${sql.join(columns.map((name) => sql.raw(`f.${name}`)))}` : sql``
  const overdue = shown && filters.overdue ? sql`and f.overdue > 0` : sql``
  return sql<AgeingRow>`
    select p.id as partner_id, p.code as partner_code, p.name as partner_name, keeper.name as salesperson_name ${amounts}
    from (${buckets(tx, side)}) f
    join partner p on p.group_id = ${tx.groupId} and p.id = f.partner_id
    ${partnerJoins(tx, side)}
    where ${partnerConditions(tx, side, filters)} ${overdue}`
}

function buckets(tx: CallerTx, side: AccountSide): RawBuilder<unknown> {
  const today = shanghaiDay()
  const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(i.balance) filter (where ${condition}), 0.00)`
  const overdue = sql`${sql.raw(isOverdueOn)} ${today}::date`
  const sum = (low: number, high?: number) =>
    high === undefined
      ? sumOf(sql`${overdue} and ${today}::date - i.due_on >= ${low}::int`)
      : sumOf(sql`${overdue} and ${today}::date - i.due_on between ${low}::int and ${high}::int`)
  return sql`
    select i.partner_id, sum(i.balance) as total,
      ${sumOf(sql`i.balance > 0 and i.due_on >= ${today}::date`)} as not_due,
      ${sum(1, 30)} as days_30, ${sum(31, 60)} as days_60, ${sum(61, 90)} as days_90, ${sum(91, 180)} as days_180, ${sum(181)} as over_180,
      ${sumOf(sql`i.balance < 0`)} as credits, ${sumOf(overdue)} as overdue, sum(i.advance) as advance
    from (
      select partner_id, balance, due_on, 0.00 as advance from open_item
      where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId} and side = ${side} and balance <> 0
      union all
      select partner_id, 0.00, null, balance from partner_balance
      where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId} and account = ${advanceOf(side)} and balance <> 0
    ) i
    group by i.partner_id`
}
