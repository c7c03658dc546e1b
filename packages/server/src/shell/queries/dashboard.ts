import { money, sumOf } from '@chepu/contract/kernel/decimal'
import type { ScopeArea } from '@chepu/contract/kernel/document'
import { pageOf } from '@chepu/contract/access/catalogue'
import type { Dashboard } from '@chepu/contract/shell/dashboard'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, shanghaiDay } from '../../kernel/calendar'
import { mayPress, sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { documentScope } from '../../kernel/scope'

const trendDays = 30

interface DayRow {
  day: string
  amount: string
}

/** Taxed amounts of posted documents by business day, from the partner ledger; returns count against. */
const billed = (tx: CallerTx, area: ScopeArea, account: 'AR' | 'AP', kinds: string[], from: string) =>
  byDay(tx, area, kinds, from, sql`partner_ledger`, sql`sum(l.amount)`, sql<SqlBool>`l.account = ${account}`)

/** Untaxed revenue and variance less discounts and cost of goods sold, from the profit ledger (DOMAIN 9, 毛利). */
const marginOf = (tx: CallerTx, kinds: string[], from: string) => {
  const sum = sql`sum(case when l.kind in ('revenue_part', 'stock_variance') then l.amount else -l.amount end)`
  const kind = sql<SqlBool>`l.kind in ('revenue_part', 'stock_variance', 'discount', 'cogs_part')`
  return byDay(tx, 'sales', kinds, from, sql`pnl_ledger`, sum, kind)
}

function byDay(
  tx: CallerTx,
  area: ScopeArea,
  kinds: string[],
  from: string,
  ledger: RawBuilder<unknown>,
  sum: RawBuilder<unknown>,
  condition: RawBuilder<SqlBool>,
): Promise<DayRow[]> {
  return tx.select(
    sql<DayRow>`select l.biz_date as day, ${sum} as amount from goods_document d
      join ${ledger} l on l.group_id = d.group_id and l.doc_kind = d.kind and l.doc_id = d.id
      where ${documentScope(tx.caller, area)} and d.org_id = ${tx.caller.orgId} and d.kind = any (${kinds}::text[])
        and d.biz_date >= ${from} and ${condition}
      group by l.biz_date`,
  )
}

/** Open items of one side in the caller's org, within his scope of finance. */
async function openOf(tx: CallerTx, side: 'AR' | 'AP', today: string) {
  const { caller } = tx
  const isNarrow = (caller.scopes.finance ?? 3) < 3
  const own = sql<SqlBool>`exists (select 1 from goods_document d
    where d.group_id = i.group_id and d.id = i.source_id and d.kind = i.source_kind and ${documentScope(caller, 'finance')})`
  const [row] = await tx.select(
    sql<{ open: string; overdue: string; partners: number }>`select coalesce(sum(i.balance), 0) as open,
        coalesce(sum(i.balance) filter (where i.due_on < ${today}), 0) as overdue,
        count(distinct i.partner_id) filter (where i.balance <> 0) as partners
      from open_item i where i.group_id = ${caller.groupId} and i.org_id = ${caller.orgId} and i.side = ${side}
        and i.balance <> 0 and ${isNarrow ? own : sql<SqlBool>`true`}`,
  )
  return { open: money(row?.open ?? '0'), overdue: money(row?.overdue ?? '0'), partners: row?.partners ?? 0 }
}

/** Parts on the shelf whose stock in the org is below or above their limits. */
async function warningsOf(tx: CallerTx) {
  const row = await tx.one<{ low: number; high: number }>({
    name: 'stock-warnings',
    text: `select count(*) filter (where coalesce(s.qty, 0) < p.min_stock) as low,
        count(*) filter (where s.qty > p.max_stock) as high
      from product p
      left join (select group_id, part_id, sum(qty) as qty from stock_cost where group_id = $1 and org_id = $2
        group by group_id, part_id) s on s.group_id = p.group_id and s.part_id = p.part_id
      where p.group_id = $1 and p.org_id = $2 and p.on_shelf and (p.min_stock is not null or p.max_stock is not null)`,
    values: [tx.groupId, tx.caller.orgId],
  })
  return { low: row?.low ?? 0, high: row?.high ?? 0 }
}

/** The home page (DOMAIN 2.0): every figure only for whom its page and its field are open. */
export async function dashboardOf(tx: CallerTx): Promise<Dashboard> {
  const { caller } = tx
  const today = shanghaiDay()
  const month = `${today.slice(0, 7)}-01`
  const first = addDays(today, 1 - trendDays)
  const from = first < month ? first : month
  const may = (group: string) => mayPress(caller, pageOf(group))
  const bought =
    may('goods_receipt') && sees(caller, 'purchase_price')
      ? await billed(tx, 'purchase', 'AP', ['goods_receipt', 'purchase_return'], from)
      : null
  const sold =
    may('sales_delivery') && sees(caller, 'doc_price')
      ? await billed(tx, 'sales', 'AR', ['sales_delivery', 'sales_return'], from)
      : null
  const earned =
    may('sales_delivery') && sees(caller, 'gross_profit')
      ? await marginOf(tx, ['sales_delivery', 'sales_return'], from)
      : null
  const dayAndMonth = (rows: DayRow[]) => ({ today: amountOn(rows, today), month: amountSince(rows, month) })
  const days = Array.from({ length: trendDays }, (_, i) => addDays(first, i))
  return {
    day: today,
    ...(bought && { purchases: dayAndMonth(bought) }),
    ...(sold && { sales: dayAndMonth(sold) }),
    ...(earned && { margin: dayAndMonth(earned) }),
    ...(may('receivable') && sees(caller, 'ar_balance') && { receivables: await openOf(tx, 'AR', today) }),
    ...(may('payable') && { payables: await openOf(tx, 'AP', today) }),
    ...(may('stock') && { stockWarnings: await warningsOf(tx) }),
    trend: days.map((day) => ({
      day,
      ...(bought && { purchases: amountOn(bought, day) }),
      ...(sold && { sales: amountOn(sold, day) }),
      ...(earned && { margin: amountOn(earned, day) }),
    })),
  }
}

const amountOn = (rows: readonly DayRow[], day: string) => money(rows.find((row) => row.day === day)?.amount ?? '0')
const amountSince = (rows: readonly DayRow[], day: string) =>
  money(
    sumOf(
      rows.filter((row) => row.day >= day),
      (row) => row.amount,
    ),
  )
