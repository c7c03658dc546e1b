// An export from its request to its end, and to whom it belongs.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadRoutes } from '@chepu/contract/finance/download-center'
import { receiptRoutes } from '@chepu/contract/finance/receipts'
import { readExport } from '@chepu/contract/kernel/export-job'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { download, exportEnded as ended, exportFilePath } from '../../../test/export-file'
import { newPartner } from '../../../test/finance'
import { openBranch } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { startSilentStore } from '../../../test/silent-store'
import { shanghaiDay } from '../../kernel/base/calendar'
import { takeJob } from '../../kernel/export/run'
import { startExports } from '../../kernel/export/worker'
import { bucketStore } from '../../kernel/base/file-bucket'
import { keepFilesIn } from '../../kernel/base/file-folder'
import { keepFilesWith } from '../../kernel/base/file-store'
import { readRows } from '../../kernel/spreadsheet/read'

const receipts = goodsReceipt.routes

let shop: Shop
let owner: Client
let folder: string
let worker: ReturnType<typeof startExports> | undefined
const report = (error: unknown) => console.error(error)
const work = (heard = report) => {
  worker = startExports(shop.db, heard, { everyMs: 50 })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  for (const qty of ['1', '2', '3']) {
    await owner.call(receipts.save, {
      body: {
        header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId, remark: '=1+1' },
        lines: [{ partId: shop.parts.filter, qty, price: '12.5' }],
      },
    })
  }
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const ask = (client: Client, columns: string[] = []) =>
  client.call(receipts.export, { body: { filters: { partnerId: shop.supplierId }, columns } })

async function sheet(client: Client, id: number) {
  const response = await download(client, id)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { bytes, rows: (await readRows(bytes)).rows, headers: response.headers }
}

describe('导出', () => {
  it('leaves out what the role may not see when the file is made', async () => {
    const keeper = await shop.signIn('warehouse_keeper')
    const { jobId } = await ask(owner)
    // The owner's rights shrink between the request and the run.
    const [before] = await shop.sql('select user_id from export_job where group_id = $1 and id = $2', jobId)
    const other = await shop.signIn('warehouse_keeper')
    await shop.sql(
      `update export_job set user_id = (select ur.user_id from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id
        where ur.group_id = $1 and r.code = 'warehouse_keeper' order by ur.user_id desc limit 1) where group_id = $1 and id = $2`,
      jobId,
    )
    expect(before).toBeDefined()
    work()
    expect((await ended(other, jobId)).state).toBe('done')
    const { rows } = await sheet(other, jobId)
    // The header, three rows and the two sums below.
    expect(rows).toHaveLength(6)
    expect(rows[0]).toContain('数量合计')
    expect(rows[0]).not.toContain('价税合计')
    expect(rows[0]).not.toContain('成本金额')
    expect((await download(keeper, jobId)).status).toBe(404)
  })

  it('belongs to its owner alone', async () => {
    work()
    const { jobId } = await ask(owner)
    await ended(owner, jobId)
    const other = await shop.signIn('owner')
    expect((await download(other, jobId)).status).toBe(404)
    expect((await other.ask(readExport, { params: { id: jobId } })).status).toBe(404)
    expect((await other.ask(downloadRoutes.remove, { params: { id: jobId } })).status).toBe(404)
    expect((await other.ask(downloadRoutes.retry, { params: { id: jobId } })).status).toBe(404)
    expect((await other.call(downloadRoutes.list)).rows).toEqual([])
    expect((await fetch(`${shop.origin}${exportFilePath(jobId)}`)).status).toBe(401)
    const [row] = (await owner.call(downloadRoutes.list)).rows
    expect(row).toMatchObject({
      id: jobId,
      title: '采购入库单',
      summary: '往来单位 测试供应商',
      state: 'done',
      rowCount: 3,
    })
  })

  it('names no partner and no account whom the user does not see', async () => {
    const { orgId } = await openBranch(shop)
    const there = await shop.signIn('cashier_accountant', orgId)
    const hidden = await newPartner(shop, '总店客户')
    await shop.sql(
      'insert into partner_org (group_id, org_id, partner_id) values ($1, $3, $2) returning partner_id',
      hidden,
      shop.orgId,
    )
    const asked = async (client: Client) => {
      const filters = { partnerId: hidden, accountId: shop.cashId }
      await client.call(receiptRoutes.export, { body: { filters, columns: [] } as never })
      return (await client.call(downloadRoutes.list)).rows[0]?.summary
    }
    expect(await asked(there)).toBe('全部')
    expect(await asked(await shop.signIn('owner'))).toMatch(/^往来单位 总店客户，账户 .+$/)
  })

  it('rings no bell for a file that its owner has fetched, and for each that waits in 下载中心', async () => {
    const user = await shop.signIn('owner')
    work()
    /** Events in the bell, the newest first: true is one that has not been read. */
    const rung = async () => (await user.call(readBell)).news.map((row) => [row.message, row.status === 0])
    const fetched = await ask(user)
    await ended(user, fetched.jobId)
    const done = '采购入库单导出完成，共 3 行'
    expect(await rung()).toEqual([[done, true]])
    expect((await download(user, fetched.jobId)).status).toBe(200)
    expect(await rung()).toEqual([[done, false]])
    const { jobId } = await ask(user)
    await ended(user, jobId)
    expect((await download(user, fetched.jobId)).status).toBe(200)
    expect(await rung()).toEqual([
      [done, true],
      [done, false],
    ])
    // A file that is made anew after its days is told of anew.
    expect((await download(user, jobId)).status).toBe(200)
    await shop.sql(`update export_job set state = 'expired' where group_id = $1 and id = $2`, jobId)
    await user.call(downloadRoutes.retry, { params: { id: jobId } })
    await ended(user, jobId)
    expect(await rung()).toEqual([
      [done, true],
      [done, false],
      [done, false],
    ])
  })

  it('takes at most three of a user at once, also when they are asked for together', async () => {
    const busy = await shop.signIn('owner')
    const body = { filters: {}, columns: [] }
    const answers = await Promise.all(Array.from({ length: 6 }, () => busy.ask(receipts.export, { body })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 400, 400, 400])
    expect(answers.find((answer) => answer.status === 400)?.msg).toBe('最多同时进行3个导出任务，请稍候')
    work()
    for (const { data, status } of answers) if (status === 200) await ended(busy, data.jobId)
    await worker?.stop()
    const { jobId } = await busy.call(receipts.export, { body })
    await busy.call(downloadRoutes.remove, { params: { id: jobId } })
  })

  it('is taken up again after its process died, and given up when that repeats', async () => {
    const user = await shop.signIn('owner')
    const { jobId } = await ask(user)
    expect((await takeJob(shop.db, shop.groupId))?.id).toBe(jobId)
    expect((await user.call(readExport, { params: { id: jobId } })).state).toBe('running')
    work()
    expect(await ended(user, jobId)).toMatchObject({ state: 'done', rowCount: 3 })
    await worker?.stop()
    const again = await ask(user)
    for (let i = 0; i < 3; i += 1) expect((await takeJob(shop.db, shop.groupId))?.id).toBe(again.jobId)
    work()
    expect(await ended(user, again.jobId)).toMatchObject({ state: 'failed', error: '导出多次中断，请缩小范围后重试' })
  })

  it('is done once by two servers', async () => {
    const user = await shop.signIn('owner')
    const jobs = [await ask(user), await ask(user), await ask(user)]
    work()
    const second = startExports(shop.db, report, { everyMs: 50 })
    for (const { jobId } of jobs) expect(await ended(user, jobId)).toMatchObject({ state: 'done', rowCount: 3 })
    await second.stop()
  })

  it('says why it failed and can be tried again', async () => {
    const user = await shop.signIn('owner')
    const { jobId } = await ask(user)
    await shop.sql(`update export_job set source_key = 'gone' where group_id = $1 and id = $2`, jobId)
    work()
    expect(await ended(user, jobId)).toMatchObject({ state: 'failed', error: '该内容已不支持导出' })
    expect((await download(user, jobId)).status).toBe(400)
    await shop.sql(`update export_job set source_key = 'goods_receipt' where group_id = $1 and id = $2`, jobId)
    await user.call(downloadRoutes.retry, { params: { id: jobId } })
    expect(await ended(user, jobId)).toMatchObject({ state: 'done', error: '' })
    expect((await user.ask(downloadRoutes.retry, { params: { id: jobId } })).msg).toBe('只有失败或过期的导出可以重试')
  })

  it('says that the disk is full to its user, and the cause to who runs the installation', async () => {
    const user = await shop.signIn('owner')
    const { jobId } = await ask(user)
    // The file is written beside its place first.
    await symlink('/dev/full', join(folder, String(shop.groupId), 'export', `${jobId}.part`))
    const reports: unknown[] = []
    work((error) => void reports.push(error))
    const full = '服务器磁盘空间不足，请联系管理员'
    expect(await ended(user, jobId)).toMatchObject({ state: 'failed', error: full })
    expect(reports).toMatchObject([{ message: full, cause: { code: 'ENOSPC' } }])
    await user.call(downloadRoutes.retry, { params: { id: jobId } })
    expect(await ended(user, jobId)).toMatchObject({ state: 'done', error: '' })
  })

  it('expires after seven days and is deleted with its file', async () => {
    const user = await shop.signIn('owner')
    work()
    const { jobId } = await ask(user)
    const job = await ended(user, jobId)
    const days = (new Date(job.expiresAt as string).getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    const path = join(folder, String(shop.groupId), 'export', String(jobId))
    expect(existsSync(path)).toBe(true)
    await worker?.stop()
    await shop.sql(
      `update export_job set expires_at = now() - interval '1 second' where group_id = $1 and id = $2`,
      jobId,
    )
    work()
    while ((await user.call(readExport, { params: { id: jobId } })).state !== 'expired');
    expect((await download(user, jobId)).status).toBe(400)
    await user.call(downloadRoutes.retry, { params: { id: jobId } })
    expect((await ended(user, jobId)).state).toBe('done')
    expect(existsSync(path)).toBe(true)
    await user.call(downloadRoutes.remove, { params: { id: jobId } })
    await expect.poll(() => existsSync(path)).toBe(false)
    expect((await user.ask(readExport, { params: { id: jobId } })).status).toBe(404)
  })

  it('is deleted while its store is away', async () => {
    work()
    const { jobId } = await ask(owner)
    await ended(owner, jobId)
    const store = await startSilentStore()
    await store.close()
    keepFilesWith(bucketStore(store.bucket))
    expect(await owner.ask(downloadRoutes.remove, { params: { id: jobId } })).toMatchObject({ status: 200 })
    keepFilesIn(folder)
    expect((await owner.ask(readExport, { params: { id: jobId } })).status).toBe(404)
  })
})
