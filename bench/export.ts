import { setTimeout as pause } from 'node:timers/promises'
import { readExport } from '@chepu/contract/kernel/export-job'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { bulkDocuments } from './bulk'
import { peakMb, residentMb } from './processes'
import { figure, note, rounded, section } from './report'
import { openStage, type Stage } from './stage'

const rows = 100_000

/** The memory of the program while it writes a large list to a workbook. */
export async function measureExport(): Promise<void> {
  section(`Export: ${rows} receipts to a workbook, all columns`)
  const stage = await openStage({ parts: 10 })
  try {
    await bulkDocuments(stage, 'goods_receipt', rows)
    await stage.owner.query('vacuum analyze')
    // The first export loads what every later one finds ready.
    await exported(stage, { to: '2021-01-31' })
    const idle = await residentMb(stage.serverPid)
    const started = performance.now()
    const { result: job, peak } = await peakMb(stage.serverPid, () => exported(stage, {}))
    const seconds = (performance.now() - started) / 1000
    figure('export', '100,000 rows, peak memory over idle', peak - idle, ' MB')
    note(
      `${job.rowCount} rows, ${rounded((job.fileSize ?? 0) / 1024 / 1024)} MB`,
      `${rounded(seconds)} s; ${rounded(idle)} MB idle, ${rounded(peak)} MB at most`,
    )
  } finally {
    await stage.close()
  }
}

async function exported({ client }: Stage, filters: { to?: string }) {
  const { jobId } = await client.call(goodsReceipt.routes.export, { body: { filters, columns: [] } })
  for (;;) {
    const job = await client.call(readExport, { params: { id: jobId } })
    if (job.state === 'done') return job
    if (job.state === 'failed') throw new Error(job.error)
    await pause(50)
  }
}
