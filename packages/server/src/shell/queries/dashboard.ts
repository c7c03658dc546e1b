import { pageOf } from '@chepu/contract/access/catalogue'
import { add, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { Dashboard } from '@chepu/contract/shell/dashboard'
import { accountTotals, listAccounts, openFigures } from '../../finance/public'
import { seesBalance } from '../../kernel/caller/balance-visibility'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { mayPress, sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { kindNamed } from '../../kernel/goods/registry'
import { documentDays } from '../../kernel/goods/list'
import { homeTasks } from '../../kernel/document/home-tasks'
import { carsToday, type SettledDay, settledDays } from '../../repair/public'
import { stockTotals } from '../../warehouse/public'

const trendDays = 30

/** Sums by business day of one kind, and of the kind by which goods come back. */
interface Trade {
  there: DayRow[]
  back: DayRow[]
}
type DayRow = Awaited<ReturnType<typeof documentDays>>[number]
type Figure = 'totalTaxed' | 'grossProfit'

async function tradeOf(tx: CallerTx, kind: string, returnKind: string, from: string): Promise<Trade> {
  const daysOf = async (name: string) => {
    const found = kindNamed(name)
    return found ? documentDays(tx, found, { from }) : []
  }
  return { there: await daysOf(kind), back: await daysOf(returnKind) }
}

const amountOf = (rows: readonly DayRow[], figure: Figure, from: string, to: string) =>
  sumOf(
    rows.filter(({ day }) => day >= from && day <= to),
    (row) => row[figure] ?? '0',
  )
const netOf = ({ there, back }: Trade, figure: Figure, from: string, to: string) =>
  money(sub(amountOf(there, figure, from, to), amountOf(back, figure, from, to)))

/** True when a warehouse whose costs the caller may not see has part in the figure: the rest would be taken for the whole. */
const isHidden = ({ there, back }: Trade, figure: Figure) => [...there, ...back].some((row) => row[figure] === null)

/** Parts whose stock is beyond their limits, as 库存查询 lists them. */
async function warningsOf(tx: CallerTx) {
  const low = await stockTotals(tx, 'part', { limit: 'low' })
  const high = await stockTotals(tx, 'part', { limit: 'high' })
  return { low: low.count, high: high.count }
}

/** Money on the accounts in use, as 门店账户 lists them. */
async function accountsOf(tx: CallerTx) {
  const { rows } = await listAccounts(tx, { active: true, page: 1, rows: 100 })
  const { sums } = await accountTotals(tx, { active: true })
  const shown = rows.map(({ id, name, balance }) => ({ id, name, balance: balance ?? '0.00' }))
  return { total: sums['balance'] ?? '0.00', rows: shown }
}

/** The home page (business/frame 2.8): every figure only for whom its page and its field are open. */
export async function dashboardOf(tx: CallerTx): Promise<Dashboard> {
  const { caller } = tx
  const today = shanghaiDay()
  const month = `${today.slice(0, 7)}-01`
  const first = addDays(today, 1 - trendDays)
  const from = first < month ? first : month
  const may = (group: string) => mayPress(caller, pageOf(group))
  const bought = may('goods_receipt') ? await tradeOf(tx, 'goods_receipt', 'purchase_return', from) : null
  const sold = may('sales_delivery') ? await tradeOf(tx, 'sales_delivery', 'sales_return', from) : null
  const settled = may('repair_settlement') ? await settledDays(tx, from) : []
  const cars = may('work_order') && (await carsToday(tx))
  const mends = may('repair_settlement') && (Boolean(cars) || settled.length > 0)
  const purchases = bought && sees(caller, 'purchase_price') && spanOf(bought, 'totalTaxed')
  const sales = sold && sees(caller, 'doc_price') && spanOf(sold, 'totalTaxed')
  const margin = sold && sees(caller, 'gross_profit') && !isHidden(sold, 'grossProfit') && spanOf(sold, 'grossProfit')
  const output =
    mends && sees(caller, 'doc_price') && repairSpan(settled, ({ output: done, returned: back }) => sub(done, back))
  const revenue = output && repairSpan(settled, (row) => row.revenue)
  const profit = mends && repairSpan(settled, (row) => row.profit ?? '0')
  const dayAndMonth = (figureOf: Span) => ({ today: figureOf(today, today), month: figureOf(month, today) })
  const returned = ({ back }: Trade) => ({ returned: money(amountOf(back, 'totalTaxed', month, today)) })
  const ofRepair = (span: Span | false) => span && { repair: dayAndMonth(span) }
  const allSales = sales && together(sales, revenue)
  const allMargin = margin && together(margin, profit)
  const days = Array.from({ length: trendDays }, (_, i) => addDays(first, i))
  return {
    day: today,
    ...(cars && { cars }),
    ...(output && {
      output: { ...dayAndMonth(output), returned: repairSpan(settled, (row) => row.returned)(month, today) },
    }),
    ...(purchases && { purchases: { ...dayAndMonth(purchases), ...returned(bought) } }),
    ...(allSales && { sales: { ...dayAndMonth(allSales), ...returned(sold), ...ofRepair(revenue) } }),
    ...(allMargin && { margin: { ...dayAndMonth(allMargin), ...ofRepair(profit) } }),
    ...(may('receivable') && seesBalance(caller, 'AR') && { receivables: await openFigures(tx, 'AR') }),
    ...(may('payable') && seesBalance(caller, 'AP') && { payables: await openFigures(tx, 'AP') }),
    ...(may('stock') && { stockWarnings: await warningsOf(tx) }),
    ...(may('store_account') && sees(caller, 'account_balance') && { accounts: await accountsOf(tx) }),
    tasks: await homeTasks(tx),
    trend: days.map((day) => ({
      day,
      ...(purchases && { purchases: purchases(day, day) }),
      ...(allSales && { sales: allSales(day, day) }),
      ...(allMargin && { margin: allMargin(day, day) }),
      ...(output && { output: output(day, day) }),
    })),
  }
}

/** A figure of any span of days, yuan. */
type Span = (from: string, to: string) => string

const spanOf =
  (trade: Trade, figure: Figure): Span =>
  (from, to) =>
    netOf(trade, figure, from, to)

const repairSpan =
  (rows: readonly SettledDay[], figureOf: (row: SettledDay) => string): Span =>
  (from, to) =>
    money(
      sumOf(
        rows.filter(({ day }) => day >= from && day <= to),
        figureOf,
      ),
    )

/** What trade and, where cars are repaired, repairs bring. */
const together =
  (trade: Span, repair: Span | false): Span =>
  (from, to) =>
    repair ? money(add(trade(from, to), repair(from, to))) : trade(from, to)
