import { type AccountSide, advances } from '@chepu/contract/kernel/money-document'
import type { AccountFilters, AccountQueries } from '@chepu/contract/finance/accounts'
import { type RawBuilder, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { isOverdueOn } from '../../kernel/query/overdue'
import { figuresOf, partnerConditions, partnerFields, partnerJoins } from './figures'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import type { QuerySource } from '../../kernel/query/query'

const figures = [
  'total',
  'notDue',
  'days30',
  'days60',
  'days90',
  'days180',
  'over180',
  'credits',
  'overdue',
  'advance',
] as const

/**
 * 账龄 of 应收账款 or 应付账款: what is open now by days past its due date. 未到期, the buckets and 待冲减 add up to 合计, the buckets
 * alone to 逾期. Who has nothing but an advance has a row too, as in 汇总.
 */
export const accountAgeing = (side: AccountSide): QuerySource<AccountQueries['ageing']> => ({
  select: () => ({ ...partnerFields, ...figuresOf(figures) }),
  from: (tx, filters) => ageingOf(tx, side, filters),
  order: sql`partner_code`,
})

function ageingOf(tx: CallerTx, side: AccountSide, filters: AccountFilters): RawBuilder<unknown> {
  const overdue = seesBalance(tx.caller, side) && filters.overdue ? sql`and f.overdue > 0` : sql``
  return sql`from (${buckets(tx, side)}) f
    join partner p on p.group_id = ${tx.groupId} and p.id = f.partner_id
    ${partnerJoins(tx, side)}
    where ${partnerConditions(tx, side, filters)} ${overdue}`
}

// An item to be paid and a credit of the same amount are both open, though their sum is nothing.
const isOpen = sql`f.not_due <> 0 or f.overdue <> 0 or f.credits <> 0`

/** What is open in the org on one side now: the totals of 账龄, which the home page shows too. */
export async function openFigures(tx: CallerTx, side: AccountSide): Promise<OpenFigures> {
  const [row] = await tx.select<OpenFigures>(
    sql<OpenFigures>`select coalesce(sum(f.total), 0.00) as open, coalesce(sum(f.overdue), 0.00) as overdue,
        count(*) filter (where ${isOpen}) as partners, count(*) filter (where f.overdue > 0) as overdue_partners
      ${ageingOf(tx, side, {})}`,
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
      ${sumOf(sql`i.balance > 0 and (i.is_claim or i.due_on >= ${today}::date)`)} as not_due,
      ${sum(1, 30)} as days30, ${sum(31, 60)} as days60, ${sum(61, 90)} as days90, ${sum(91, 180)} as days180, ${sum(181)} as over180,
      ${sumOf(sql`i.balance < 0`)} as credits, ${sumOf(overdue)} as overdue, sum(i.advance) as advance
    from (
      select partner_id, balance, due_on, is_claim, 0.00 as advance from open_item
      where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId} and side = ${side} and not is_settled and original <> 0
      union all
      select partner_id, 0.00, null, false, balance from partner_balance
      where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId} and account = ${advances[side]} and balance <> 0
    ) i
    group by i.partner_id`
}
