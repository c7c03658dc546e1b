import type { AnyRoute } from '../packages/server/test/stage'
import {
  purchaseLines,
  purchasesByDocument,
  purchasesByPart,
  purchasesBySupplier,
} from '@chepu/contract/purchasing/purchase-query'
import { saleLines, salesByDocument, salesByPart } from '@chepu/contract/sales/sales-query'
import { bulkTrade, type Volume } from './bulk'
import { figure, note, percentile, rounded, section } from './report'
import { openStage, type Stage } from './stage'

const rounds = 40

// As busy in the one as in the other: 110 documents a day, of which one in ten is a receipt.
const volumes: [string, Volume][] = [
  ['200,000', { receipts: 2000, deliveries: 18_000, days: 180 }],
  ['2,000,000', { receipts: 20_000, deliveries: 180_000 }],
]
const month = { from: '2025-11-01', to: '2025-11-30' }
const year = { from: '2025-01-01', to: '2025-12-31' }

/** Queries of what was traded: the first page of a month with half a year and with five behind it, and a year's sums. */
export async function measureQueries(): Promise<void> {
  section('Queries: milliseconds from request to answer over HTTP, one client')
  const medians = new Map<string, number[]>()
  for (const [rows, volume] of volumes) {
    const stage = await openStage({ parts: 5000 })
    try {
      const partners = {
        suppliers: await partnersOf(stage, 'G', 2, 60),
        customers: await partnersOf(stage, 'K', 1, 400),
      }
      await bulkTrade(stage, { ...volume, partners })
      for (const [name, route] of pages) {
        const times = await timesOf(() => stage.client.call(route, { query: { ...month, page: 1, rows: 50 } }))
        figure('queries', `${name}, ${rows} ledger rows, p95`, percentile(times, 0.95), ' ms')
        medians.set(name, [...(medians.get(name) ?? []), percentile(times, 0.5)])
      }
      if (volume.days === undefined) await measureYear(stage)
    } finally {
      await stage.close()
    }
  }
  for (const [name, [few = 1, many = 0]] of medians) {
    figure('queries', `${name}, median with ten times the rows`, many / few, ' x')
    note('', `${rounded(few)} and ${rounded(many)} ms`)
  }
}

const pages: [string, AnyRoute][] = [
  ['purchases by supplier', purchasesBySupplier.list],
  ['purchases by document', purchasesByDocument.list],
  ['purchases, lines', purchaseLines.list],
  ['purchases by part', purchasesByPart.list],
  ['sales by document', salesByDocument.list],
  ['sales, lines', saleLines.list],
  ['sales by part', salesByPart.list],
]

/** A year's sums, while somebody else turns the pages of a list all the time. */
async function measureYear({ client }: Stage): Promise<void> {
  const waits: number[] = []
  const over = new AbortController()
  const others = (async () => {
    while (!over.signal.aborted)
      waits.push(await timeOf(() => client.call(salesByDocument.list, { query: { ...month, page: 1 } })))
  })()
  const sums: [string, AnyRoute][] = [
    ['purchases by part', purchasesByPart.totals],
    ['sales by part', salesByPart.totals],
  ]
  for (const [name, route] of sums) {
    const times: number[] = []
    for (let i = 0; i < 5; i += 1) times.push(await timeOf(() => client.call(route, { query: year })))
    figure('queries', `${name}, totals of a year, 2,000,000 ledger rows, median`, percentile(times, 0.5), ' ms')
  }
  over.abort()
  await others
  note('a list meanwhile, p95', `${rounded(percentile(waits, 0.95))} ms`)
}

/** Partners beside the shop's own. */
async function partnersOf({ owner, groupId }: Stage, letter: string, flag: number, count: number): Promise<number[]> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into partner (group_id, code, name, kind, cus_flag)
      select $1, $2 || 'B' || n, '往来单位' || $2 || n, 'unit', $3 from generate_series(1, $4::int) n returning id`,
    [groupId, letter, flag, count],
  )
  return rows.map(({ id }) => Number.parseInt(id, 10))
}

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await ask()
  return performance.now() - started
}

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < 10; i += 1) await ask()
  const times: number[] = []
  for (let i = 0; i < rounds; i += 1) times.push(await timeOf(ask))
  return times
}
