import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { regionTree } from '@chepu/contract/basics/region'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { userLogin } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exportEnded, exportFilePath } from '../../test/export-file'
import { PushClient } from '../../test/push'
import { type Client, openShop, type Shop } from '../../test/shop'
import { startExports } from '../kernel/export/worker'
import { keepFilesIn } from '../kernel/base/file-folder'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  for (let n = 1; n <= 20; n += 1) await owner.call(brandRoutes.save, { body: { name: `品牌${n}`, country: '德国' } })
})
afterAll(() => shop.close())

const ask = (path: string, coding: string, init: RequestInit = {}) =>
  fetch(`${shop.origin}/api-main${path}`, {
    ...init,
    headers: { token: owner.token, 'accept-encoding': coding, ...init.headers },
  })
const brands = (coding: string, init?: RequestInit) => ask(brandRoutes.list.path, coding, init)
const codingOf = (response: Response) => response.headers.get('content-encoding')
const sizeOf = (response: Response) => Number.parseInt(response.headers.get('content-length') ?? '', 10)

describe('answers', () => {
  it('are compressed for who asks for it, and say the same', async () => {
    const plain = await brands('identity')
    const text = await plain.text()
    expect(codingOf(plain)).toBeNull()
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['gzip;q=0.5', 'gzip'],
    ] as const) {
      const packed = await brands(accepted)
      expect(codingOf(packed)).toBe(coding)
      expect(sizeOf(packed)).toBeLessThan(Buffer.byteLength(text) / 3)
      expect(await packed.text()).toBe(text)
    }
  })

  it('stay plain for all other codings, and when they are short', async () => {
    for (const accepted of ['deflate', 'br;q=0, gzip;q=0.0', '*;q=0'])
      expect(codingOf(await brands(accepted))).toBeNull()
    const short = await ask(`${brandRoutes.list.path}?q=没有`, 'br')
    expect(codingOf(short)).toBeNull()
    expect(await short.json()).toMatchObject({ code: 0 })
  })

  it('have the same head without a body', async () => {
    const head = await brands('br', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect([codingOf(head), sizeOf(head)]).toEqual(['br', sizeOf(await brands('br'))])
    expect(await head.text()).toBe('')
  })

  it('that the browser has already stay 304 without a body', async () => {
    const first = await ask(regionTree.path, 'br')
    expect(codingOf(first)).toBe('br')
    const again = await ask(regionTree.path, 'br', {
      headers: { 'if-none-match': first.headers.get('etag') as string },
    })
    expect([again.status, codingOf(again), await again.text()]).toEqual([304, null, ''])
  })

  // One-time passwords of new accounts are in answers too short to be compressed.
  it('with tokens are never compressed', async () => {
    const holdsToken = ({ data }: Shop['app']['routes'][number]) =>
      /"\w*(token|ticket)":/.test(JSON.stringify(z.toJSONSchema(data, { unrepresentable: 'any' })))
    const withTokens = shop.app.routes.filter(holdsToken)
    expect(withTokens.length).toBeGreaterThan(3)
    expect(withTokens.filter((route) => route.access !== 'public').map((route) => route.path)).toEqual([])
    const response = await ask(userLogin.path, 'br', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: owner.token }),
    })
    expect([response.status, codingOf(response)]).toEqual([200, null])
  })
})

describe('what is no text', () => {
  it('is sent as it is: a spreadsheet', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
    keepFilesIn(folder)
    const worker = startExports(shop.db, (error) => console.error(error), { everyMs: 50 })
    const { jobId } = await owner.call(goodsReceipt.routes.export, { body: { filters: {}, columns: ['billNo'] } })
    await exportEnded(owner, jobId)
    const response = await ask(exportFilePath(jobId), 'gzip, br')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([codingOf(response), sizeOf(response)]).toEqual([null, bytes.length])
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    await worker.stop()
    await rm(folder, { recursive: true })
  })

  it('is left alone: the push socket', async () => {
    const push = new PushClient(shop.origin, owner.token)
    // The file that the test before fetched is known, and stands in the bell as read.
    expect(await push.next()).toMatchObject({ unread_num: 0, total_num: 1 })
    await push.close()
  })
})
