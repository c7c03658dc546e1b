import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { bulkTrade, type Volume } from './bulk'
import { figure, note, percentile, rounded, section } from './report'
import { openStage, type Stage } from './stage'

const rounds = 60

const volumes: [string, Volume][] = [
  ['200,000', { receipts: 20_000, deliveries: 0 }],
  ['2,000,000', { receipts: 20_000, deliveries: 180_000 }],
]

/** First pages with little and with much behind them; what a counter waits for should not grow with the years. */
export async function measureLists(): Promise<void> {
  section('Lists: milliseconds from request to answer over HTTP, one client')
  const medians = new Map<string, number[]>()
  for (const [rows, volume] of volumes) {
    const stage = await openStage({ parts: 5000 })
    try {
      const started = performance.now()
      await bulkTrade(stage, volume)
      note(`${rows} ledger rows generated`, `${rounded((performance.now() - started) / 1000)} s`)
      for (const [name, ask] of pages(stage)) {
        const times = await timesOf(ask)
        const p95 = percentile(times, 0.95)
        const title = `${name}, ${rows} ledger rows, p95`
        if (name.endsWith('totals')) note(title, `${rounded(p95)} ms`)
        else figure('lists', title, p95, ' ms')
        medians.set(name, [...(medians.get(name) ?? []), percentile(times, 0.5)])
      }
    } finally {
      await stage.close()
    }
  }
  for (const [name, [few = 1, many = 0]] of medians) {
    const ratio = `${rounded(few)} and ${rounded(many)} ms`
    if (name.endsWith('totals')) note(`${name}, medians`, ratio)
    else {
      figure('lists', `${name}, median with ten times the rows`, many / few, ' x')
      note('', ratio)
    }
  }
}

const pages = ({ client }: Stage): [string, () => Promise<unknown>][] => [
  ['stock inquiry', () => client.call(stockInquiry.warehouse.list, { query: { page: 1, rows: 50 } })],
  ['stock inquiry totals', () => client.call(stockInquiry.warehouse.totals, { query: {} })],
  ['20,000 receipts', () => client.call(goodsReceipt.routes.list, { query: { page: 1, rows: 50 } })],
  ['20,000 receipts totals', () => client.call(goodsReceipt.routes.totals, { query: {} })],
]

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < 10; i += 1) await ask()
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return times
}
