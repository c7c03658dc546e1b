import { balanceOverview, profitStatement } from '@chepu/contract/finance/books'
import { periodRoutes } from '@chepu/contract/finance/period-close'
import { lastDayOfMonth, monthBefore } from '@chepu/contract/kernel/calendar'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { shanghaiDay } from '../packages/server/src/kernel/base/calendar'
import { ownCompany } from '../packages/server/test/finance'
import { periodOf } from '../packages/server/src/kernel/ledgers/types'
import { repeat } from './measure'
import { figure, note, percentile, section } from './report'
import { openStage, type Stage } from './stage'

const rows = 200_000
const linesEach = 500
const clients = 2

/** A month of many movements is closed while others post on: what they wait, and how long the closing takes. */
export async function measureClosing(): Promise<void> {
  section(`Closing: ${rows} rows of the ledger`)
  const stage = await openStage({ parts: linesEach })
  try {
    const month = monthBefore(periodOf(shanghaiDay()))
    await stage.owner.query('update org set start_month = $2 where group_id = $1', [stage.groupId, month])
    await ownCompany(stage)
    await repeat({ clients, count: rows / linesEach }, () => receive(stage, lastDayOfMonth(month), linesEach))
    await stage.owner.query('analyze')
    await stage.client.call(periodRoutes.close, { body: { month: monthBefore(month), remark: '启用' } })
    const post = () => receive(stage, shanghaiDay(), 3)
    await repeat({ clients, count: 50 }, post)
    const before = await repeat({ clients, count: 200 }, post)
    const { during, seconds } = await closing(stage, month, post)
    figure('closing', '200,000 rows, closed', seconds, ' s')
    figure('closing', 'others while it closes: p95 by p95 before', percentile(during, 0.95) / percentile(before, 0.95))
    note(
      'p95 before, while it closes',
      `${percentile(before, 0.95).toFixed(1)} ms, ${percentile(during, 0.95).toFixed(1)} ms`,
    )
    for (const [name, route] of Object.entries({ 利润表: profitStatement, 资产负债概览: balanceOverview })) {
      const asked = await repeat({ clients: 1, count: 5 }, () => stage.client.call(route, { query: { month } }))
      figure('closing', `${name} of it`, Math.min(...asked), ' ms')
    }
  } finally {
    await stage.close()
  }
}

/** Closes the month; what each posting of others took meanwhile, in milliseconds. */
async function closing(stage: Stage, month: number, post: () => Promise<unknown>) {
  const over = new AbortController()
  const during: number[] = []
  const other = async () => {
    while (!over.signal.aborted) during.push(...(await repeat({ clients: 1, count: 1 }, post)))
  }
  const others = Array.from({ length: clients }, other)
  const started = performance.now()
  await stage.client.call(periodRoutes.close, { body: { month, remark: '结账' } })
  const seconds = (performance.now() - started) / 1000
  over.abort()
  await Promise.all(others)
  return { during, seconds }
}

const receive = ({ client, shop, parts }: Stage, bizDate: string, count: number) =>
  client.call(goodsReceipt.routes.save, {
    body: {
      header: { bizDate, partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: parts.slice(0, count).map((partId) => ({ partId, qty: '1', price: '10' })),
      action: { name: 'approve' },
    },
  })
