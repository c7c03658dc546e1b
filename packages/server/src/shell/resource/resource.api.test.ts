import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { maxFiles, resourceRoutes } from '@chepu/contract/shell/resource'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startS3 } from '../../../test/s3-server'
import { startSilentStore } from '../../../test/silent-store'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { bucketStore } from '../../kernel/base/file-bucket'
import { keepFilesIn } from '../../kernel/base/file-folder'
import { keepFilesWith } from '../../kernel/base/file-store'

let shop: Shop
let owner: Client
let folder: string
let receiptId: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  receiptId = (await owner.call(goodsReceipt.routes.save, { body: receipt() })).id
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const receipt = () => ({
  header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
  lines: [{ partId: shop.parts.filter, qty: '2', price: '30' }],
})
const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const of = (ownerId = receiptId) => ({ kind: 'goods_receipt', ownerId })
const ticket = async (client: Client, fileName = '破损.png') =>
  (await client.call(resourceRoutes.ticket, { body: { ...of(), fileName } })).id

async function upload(client: Client, id: number, content: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), 'x.png')
  const path = resourceRoutes.upload.path.replace(':id', String(id))
  const answer = await fetch(shop.origin + path, { method: 'POST', headers: { token: client.token }, body: form })
  return { status: answer.status, ...((await answer.json()) as { msg: string }) }
}
/** Names of the files that the store has. */
const kept = () => readdirSync(join(folder, String(shop.groupId), 'attachment'))
const download = (client: Client, id: number) =>
  fetch(shop.origin + resourceRoutes.file.path.replace(':id', String(id)), { headers: { token: client.token } })

it('keeps a file of a document: ticket, upload, list, download, delete', async () => {
  const id = await ticket(owner)
  expect((await owner.call(resourceRoutes.list, { query: of() })).rows).toEqual([])
  expect(await upload(owner, id, png)).toMatchObject({ status: 200 })
  const [name] = kept()
  // Nobody else on the machine reads it.
  expect(statSync(join(folder, String(shop.groupId), 'attachment', name as string)).mode & 0o777).toBe(0o600)
  const { rows, mayChange } = await owner.call(resourceRoutes.list, { query: of() })
  expect(mayChange).toBe(true)
  expect(rows).toEqual([
    expect.objectContaining({ id, fileName: '破损.png', contentType: 'image/png', byteCount: png.length }),
  ])
  const file = await download(owner, id)
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('破损.png'))
  expect(Buffer.from(await file.arrayBuffer())).toEqual(png)
  // Its answer was lost: the same file is answered again, another one finds the ticket used.
  expect(await upload(owner, id, png)).toMatchObject({ status: 200, data: { id } })
  expect(await upload(owner, id, Buffer.concat([png, png]))).toMatchObject({ status: 404 })
  expect(await upload(await shop.signIn('owner'), id, png)).toMatchObject({ status: 404 })
  expect((await owner.call(resourceRoutes.list, { query: of() })).rows).toHaveLength(1)
  await owner.call(resourceRoutes.remove, { params: { id } })
  expect((await download(owner, id)).status).toBe(404)
})

it('holds no connection of the database while its store is slow, and the ticket is good afterwards', async () => {
  const store = await startSilentStore()
  keepFilesWith(bucketStore(store.bucket))
  const id = await ticket(owner)
  // More than the database has connections for.
  const uploads = Array.from({ length: 15 }, () => upload(owner, id, png))
  await store.asked(15)
  expect((await owner.call(resourceRoutes.list, { query: of() })).rows).toEqual([])
  await store.close()
  for (const answer of await Promise.all(uploads)) expect(answer).toMatchObject({ status: 503 })
  keepFilesIn(folder)
  expect(await upload(owner, id, png)).toMatchObject({ status: 200 })
  await owner.call(resourceRoutes.remove, { params: { id } })
  await expect.poll(kept).toEqual([])
}, 30_000)

it('keeps one file of a ticket whose content comes several times at once', async () => {
  const id = await ticket(owner)
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(owner, id, png)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, data: { id } })
  expect(kept()).toHaveLength(1)
  expect((await download(owner, id)).status).toBe(200)
  await owner.call(resourceRoutes.remove, { params: { id } })
})

it('takes the file away again when its ticket is gone meanwhile', async () => {
  const id = await ticket(owner)
  const s3 = await startS3()
  const store = bucketStore(s3.bucket)
  const names: string[] = []
  keepFilesWith({
    ...store,
    async put(name, content) {
      names.push(name)
      await store.put(name, content)
      await shop.sql('delete from attachment where group_id = $1 and id = $2', id)
    },
  })
  expect(await upload(owner, id, png)).toMatchObject({ status: 404 })
  expect(names).toHaveLength(1)
  expect(await store.open(names[0] as string)).toBeUndefined()
  keepFilesIn(folder)
  await s3.close()
})

it('deletes a file while its store is away', async () => {
  const s3 = await startS3()
  keepFilesWith(bucketStore(s3.bucket))
  const id = await ticket(owner)
  expect(await upload(owner, id, png)).toMatchObject({ status: 200 })
  await s3.close()
  expect(await owner.ask(resourceRoutes.remove, { params: { id } })).toMatchObject({ status: 200 })
  expect((await download(owner, id)).status).toBe(404)
  keepFilesIn(folder)
})

it('takes pictures and PDF by what they are, not by what they are called', async () => {
  const id = await ticket(owner, '账单.pdf')
  expect(await upload(owner, id, Buffer.from('<html><script>'))).toMatchObject({
    status: 400,
    msg: '只支持PNG、JPG、WebP图片和PDF',
  })
  const large = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)])
  expect(await upload(owner, id, large)).toMatchObject({ status: 400, msg: '附件不能超过10MB' })
  expect(await upload(owner, id, Buffer.from('%PDF-1.7 …'))).toMatchObject({ status: 200 })
  expect((await download(owner, id)).headers.get('content-type')).toBe('application/pdf')
})

it('shows files to who sees the document, and lets only its editors change them', async () => {
  const id = await ticket(owner)
  await upload(owner, id, png)
  const cashier = await shop.signIn('cashier_accountant')
  expect((await cashier.call(resourceRoutes.list, { query: of() })).mayChange).toBe(false)
  expect((await download(cashier, id)).status).toBe(200)
  expect((await cashier.ask(resourceRoutes.remove, { params: { id } })).status).toBe(403)
  expect((await cashier.ask(resourceRoutes.ticket, { body: { ...of(), fileName: 'x' } })).status).toBe(403)
  const seller = await shop.signIn('salesperson')
  expect((await seller.ask(resourceRoutes.list, { query: of() })).status).toBe(404)
  expect((await download(seller, id)).status).toBe(404)
  expect((await owner.ask(resourceRoutes.list, { query: of(receiptId + 999) })).status).toBe(404)
  expect((await owner.ask(resourceRoutes.list, { query: { kind: 'nonsense', ownerId: 1 } })).status).toBe(404)
})

it('keeps to the limit when many ask for a ticket at once', async () => {
  const { id: ownerId } = await owner.call(goodsReceipt.routes.save, { body: receipt() })
  const ask = () => owner.ask(resourceRoutes.ticket, { body: { ...of(ownerId), fileName: 'x.png' } })
  const answers = await Promise.all(Array.from({ length: maxFiles + 10 }, ask))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxFiles)
  const refused = { status: 400, msg: `每张单据最多${maxFiles}个附件` }
  for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(refused)
})

it('deletes a file once for several who delete it at once', async () => {
  const id = await ticket(owner, '删一次.png')
  await upload(owner, id, png)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.ask(resourceRoutes.remove, { params: { id } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  const removals = await shop.sql(
    `select id from audit_log where group_id = $1 and action = 'remove-file' and detail ->> 'fileName' = $2`,
    '删一次.png',
  )
  expect(removals).toHaveLength(1)
})

it('gives a ticket to one person only, and a document a limited number of files', async () => {
  const buyer = await shop.signIn('buyer')
  expect(await upload(buyer, await ticket(owner), png)).toMatchObject({ status: 404 })
  for (;;) {
    const answer = await owner.ask(resourceRoutes.ticket, { body: { ...of(), fileName: 'x.png' } })
    if (answer.status === 200) continue
    expect(answer).toMatchObject({ status: 400, msg: `每张单据最多${maxFiles}个附件` })
    break
  }
})
