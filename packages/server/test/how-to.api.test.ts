// The kind of the how-to, with a column that no kind of ours has: as the page says it, and over HTTP as any other.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { post, save, undo } from './desk'
import { exportFilePath } from './export-file'
import type { Client, Shop } from './shop'
import { shanghaiDay } from '../src/kernel/base/calendar'

// The kind is known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { openShop } = await import('./shop')
const { runSql } = await import('./database')
const { bindDocument } = await import('../src/kernel/goods/routes')
const { keepFilesIn } = await import('../src/kernel/base/file-folder')
const { runJob, takeJob } = await import('../src/kernel/export/run')
const { readRows } = await import('../src/kernel/spreadsheet/read')
const { lossReportKind: kind } = await import('./loss-report/traits')
const { routes } = kind.def

let shop: Shop
let owner: Client
let files: string
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'how-to-'))
  keepFilesIn(files)
  shop = await openShop({ bind: ({ bind }) => bindDocument(bind, kind) })
  await runSql(shop.ownerUrl, 'alter table goods_document add column witness text')
  owner = await shop.signIn('owner')
  await post(owner, otherIn.routes, body('10', '', { price: '12.5', reason: '盘盈外其他' }) as never)
  for (const witness of ['王五', '赵六', '王七']) await save(owner, routes, body('1', witness))
})
afterAll(async () => {
  await shop.close()
  await rm(files, { recursive: true, force: true })
  vi.resetModules()
})

const body = (qty: string, witness: string, { price = '0', reason = '碰撞变形' } = {}) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason, ...(witness && { witness }) },
  lines: [{ partId: shop.parts.filter, qty, price }],
})
/** Who saw the losses that the list shows. */
const witnesses = async (query: Record<string, string>) =>
  (await owner.call(routes.list, { query })).rows.map((row) => row.witness)

it('stands in the how-to as it is here', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/how-to/add-a-document.md'), 'utf8')
  for (const name of ['definition', 'traits', 'posting']) {
    const source = await readFile(join(import.meta.dirname, `loss-report/${name}.ts`), 'utf8')
    expect(page.includes(source.slice(source.indexOf('/** '))), name).toBe(true)
  }
})

it('takes goods out at cost, as a loss, and gives them back by 反审核', async () => {
  const posted = await post(owner, routes, body('4', '赵六'))
  expect(posted.state).toBe('done')
  expect(await shop.books.pool(shop.parts.filter)).toBe('6.0000 / 75.00')
  expect(await shop.books.pnl('loss_report', posted.id)).toEqual({ stock_loss: '50.00' })
  await undo(owner, routes, posted)
  expect(await shop.books.pool(shop.parts.filter)).toBe('10.0000 / 125.00')
  expect((await owner.call(routes.read, { params: { id: posted.id } })).header).toMatchObject({ witness: '赵六' })
})

it('lists who saw the loss, sorts by the name and filters by a part of it; totals follow', async () => {
  const first = { billNo: '', reason: '碰撞', witness: '王' }
  expect((await witnesses(first)).toSorted()).toEqual(['王七', '王五'].toSorted())
  expect(await witnesses({ ...first, sort: 'witness' })).toEqual(
    (await witnesses({ ...first, sort: '-witness' })).toReversed(),
  )
  expect(await owner.call(routes.totals, { query: { witness: '王' } })).toMatchObject({ count: 2 })
})

it('is not asked of kinds that do not have it', async () => {
  expect(await owner.ask(otherOut.routes.list, { query: { witness: '王' } as never })).toMatchObject({ status: 400 })
})

it('exports the name under the title of its field', async () => {
  const columns = ['billNo', 'witness']
  const { jobId } = await owner.call(routes.export, { body: { filters: { witness: '王七' }, columns } })
  const job = await takeJob(shop.db, shop.groupId)
  if (job?.id !== jobId) throw new Error('another export waits')
  await runJob(
    shop.db,
    shop.groupId,
    job,
    () => false,
    (error) => console.error(error),
  )
  const file = await fetch(`${shop.origin}/api-main${exportFilePath(jobId)}`, { headers: { token: owner.token } })
  const { rows } = await readRows(new Uint8Array(await file.arrayBuffer()))
  expect(rows.slice(0, 2)).toEqual([
    ['单号', '见证人'],
    [expect.stringMatching(/^BS/), '王七'],
  ])
})

it('prints the name', async () => {
  const { id } = await save(owner, routes, body('1', '赵六'))
  const printed = await owner.call(routes.print, { params: { id } })
  expect(printed).toMatchObject({ printCount: 1, header: { witness: '赵六', reason: '碰撞变形' } })
})
