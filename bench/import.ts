import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportResult, imports } from '@chepu/contract/imports/import'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { writeWorkbook } from '../packages/server/src/kernel/spreadsheet/write'
import { peakMb, residentMb } from './processes'
import { figure, note, percentile, rounded, section } from './report'
import { openStage, type Stage } from './stage'

const rows = 20_000

/** A large file of parts, and how long others wait meanwhile. */
export async function measureImport(): Promise<void> {
  section(`Import: ${rows} parts from a workbook`)
  const stage = await openStage({ parts: 500 })
  const folder = await mkdtemp(join(tmpdir(), 'chepu-import-'))
  try {
    const file = await workbook(join(folder, 'parts.xlsx'))
    const idle = await residentMb(stage.serverPid)
    let isDone = false
    const others = waitOfOthers(stage, () => isDone)
    const started = performance.now()
    const { result, peak } = await peakMb(stage.serverPid, () => upload(stage, file))
    isDone = true
    figure('import', '20,000 parts', (performance.now() - started) / 1000, ' s')
    note(`added ${result.added}, faults ${result.faultCount}`, `${rounded(idle)} MB idle, ${rounded(peak)} MB at most`)
    const waits = await others
    note(
      'a stock page of somebody else meanwhile, p95 and longest',
      `${rounded(percentile(waits, 0.95))} and ${rounded(percentile(waits, 1))} ms`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
    await stage.close()
  }
}

const titles = ['编码', '名称', '品牌', '分类', '单位', '规格', 'OE号', '条码']

async function workbook(path: string): Promise<Buffer> {
  const columns = titles.map((title) => ({ title, kind: 'text' as const }))
  const lines = Array.from({ length: rows }, (_, i) => {
    const no = String(i + 1).padStart(6, '0')
    return [`IM-${no}`, `机油滤清器 ${no}`, '博世', '机滤', '个', '76*65mm', `90915-${no};04152-${no}`, `69${no}1234`]
  })
  await writeWorkbook(path, { sheet: '配件', columns }, lines)
  return readFile(path)
}

async function upload({ origin, client }: Stage, file: Buffer): Promise<ImportResult> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'parts.xlsx')
  const response = await fetch(`${origin}${imports.part.run.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, token: client.token, version: '2.0' },
    body: form,
  })
  const answer = (await response.json()) as { code: number; msg: string; data: ImportResult }
  if (answer.code !== 0 || !answer.data.imported)
    throw new Error(`${answer.msg} ${JSON.stringify(answer.data?.faults.slice(0, 3))}`)
  return answer.data
}

async function waitOfOthers({ client }: Stage, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = []
  while (!isOver()) {
    const started = performance.now()
    await client.call(stockInquiry.warehouse.list, { query: { page: 1, rows: 50 } })
    waits.push(performance.now() - started)
  }
  return waits
}
