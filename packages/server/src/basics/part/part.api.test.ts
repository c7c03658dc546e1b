import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolveParts, searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { lockWaiters } from '../../../test/database'
import { startSilentStore } from '../../../test/silent-store'
import { bucketStore } from '../../kernel/base/file-bucket'
import { folderStore, keepFilesIn } from '../../kernel/base/file-folder'
import { keepFilesWith } from '../../kernel/base/file-store'
import { post } from '../../../test/desk'

let shop: Shop
let owner: Client
let folder: string
let base: { brandId: number; categoryId: number; unitId: number; taxRateId: number }
let boxId: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-images-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
    params: { id: shop.parts.filter },
  })
  base = { brandId, categoryId, unitId, taxRateId }
  boxId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'unit', { name: '箱' }))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const add = (part: object) => owner.call(partRoutes.save, { body: { name: '火花塞', ...base, ...part } })
const ask = (part: object) => owner.ask(partRoutes.save, { body: { name: '火花塞', ...base, ...part } })
const found = async (q: string, query: object = {}) =>
  (await owner.call(searchParts, { query: { q, ...query } })).rows.map((row) => row.partCode)

const receive = (partId: number) =>
  post(owner, goodsReceipt.routes, {
    header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
    lines: [{ partId, qty: '4', price: '25', taxRate: '0.13' }],
  })

describe('codes', () => {
  it('are kept in plain signs and found however they are typed', async () => {
    const saved = await add({
      code: 'ＦＷ１２３',
      factoryNo: 'Ｆ－９',
      oes: [{ oeNo: 'ＯＥ　７７' }],
      barcodes: ['ＢＣ７７７'],
    })
    expect(saved.code).toBe('FW123')
    const part = await owner.call(partRoutes.read, { params: { id: saved.id } })
    expect(part).toMatchObject({ factoryNo: 'F-9', oes: [{ oeNo: 'OE 77' }], barcodes: ['BC777'] })
    for (const typed of ['FW123', 'ｆｗ１２３', 'ＯＥ７７', 'BC７７７']) expect(await found(typed)).toEqual(['FW123'])
    expect(await found('ＦＷ１２３', { exact: 'true' })).toEqual(['FW123'])
    const { matches } = await owner.call(resolveParts, { body: { codes: ['ＦＷ１２３'] } })
    expect(matches[0]?.parts.map((each) => each.partCode)).toEqual(['FW123'])
    expect((await ask({ code: 'ＦＷ１２３' })).status).toBe(400)
  })

  it('that stood full-width become plain where that makes no double', async () => {
    const ids = [
      (await add({ code: 'OLD-1' })).id,
      (await add({ code: 'OLD-2' })).id,
      (await add({ code: 'OLD-3' })).id,
    ]
    const old = new pg.Client({ connectionString: shop.ownerUrl })
    await old.connect()
    const codes = async () =>
      (await old.query('select code from part where id = any ($1::bigint[]) order by id', [ids])).rows.map(
        (row) => row.code,
      )
    await old.query(
      `update part set code = 'ＯＬＤ－１～', factory_no = 'Ｘ．８', factory_norm = 'Ｘ８' where id = $1`,
      [ids[0]],
    )
    await old.query(`update part set code = 'ＯＬＤ－３' where id = $1`, [ids[1]])
    await old.query(
      await readFile(join(import.meta.dirname, '../../../../../db/migrations/0075_plain_codes.sql'), 'utf8'),
    )
    expect(await codes()).toEqual(['OLD-1~', 'ＯＬＤ－３', 'OLD-3'])
    const { rows } = await old.query('select factory_no, factory_norm from part where id = $1', [ids[0]])
    expect(rows).toEqual([{ factory_no: 'X.8', factory_norm: 'X8' }])
    await old.query(`update part set code = 'OLD-2' where id = $1`, [ids[1]])
    await old.end()
  })
})

describe('a part', () => {
  it('gets a code, keeps every tab, and remembers who changed what', async () => {
    const body = {
      name: '重庆专用火花塞',
      spec: 'BKR6E',
      oes: [{ oeNo: '101 905.601-F' }, { oeNo: '06H905611', isPrimary: true }],
      barcodes: ['6901234567892'],
      auxUnits: [{ unitId: boxId, factor: '12', usedFor: 'purchase' }],
      fitments: [{ modelText: '大众 帕萨特 1.8T', yearFrom: 2016, yearTo: 2019, qtyPerCar: '4' }],
      substitutes: [{ substituteId: shop.parts.filter, note: '通用' }],
      bom: [{ componentId: shop.parts.pad, qty: '2' }],
    } as const
    const saved = await owner.call(partRoutes.save, { body: { ...base, ...body } as never })
    expect(saved.code).toMatch(/^P\d{6}$/)
    const part = await owner.call(partRoutes.read, { params: { id: saved.id } })
    expect(part).toMatchObject({
      code: saved.code,
      barcodes: ['6901234567892'],
      auxUnits: [{ unitName: '箱', factor: '12.0000', usedFor: 'purchase' }],
      fitments: [{ modelText: '大众 帕萨特 1.8T', yearFrom: 2016, qtyPerCar: '4.0000' }],
      substitutes: [{ partCode: '04152-YZZA1', direction: 'two_way' }],
      bom: [{ componentId: shop.parts.pad, qty: '2.0000' }],
      isStocked: false,
      isUsed: false,
    })
    const row = (await owner.call(partRoutes.list, { query: { q: 'cqzyhhs' } })).rows[0]
    expect(row).toMatchObject({
      code: saved.code,
      oeNo: '06H905611',
      fitment: '大众 帕萨特 1.8T',
      barcode: '6901234567892',
    })
    const { isActive: _i, isStocked: _s, isUsed: _u, updatedAt: _at, images: _im, substituteOf: _so, ...typed } = part
    const body2 = { ...typed, name: '火花塞', packQty: null, weight: null }
    await owner.call(partRoutes.save, { body: body2 as never })
    expect(await owner.ask(partRoutes.save, { body: body2 as never })).toMatchObject({
      status: 409,
      msg: '配件已被他人修改，请刷新后重试',
    })
    const trail = await shop.sql<{ action: string; detail: Record<string, unknown> }>(
      `select action, detail from audit_log where group_id = $1 and entity = 'part' and entity_id = $2 order by id`,
      saved.id,
    )
    expect(trail.map((entry) => entry.action)).toEqual(['add', 'update'])
    expect(trail[1]?.detail['name']).toEqual(['重庆专用火花塞', '火花塞'])
  })

  it('is refused field by field', async () => {
    await add({ code: 'DUP-1', factoryNo: 'F 7.9', barcodes: ['77777777'] })
    expect(await ask({ code: 'DUP-1' })).toMatchObject({ status: 400, msg: '配件编码 DUP-1 已存在' })
    expect(await ask({ factoryNo: 'f79' })).toMatchObject({ status: 400, msg: '该品牌下已有厂家件号 f79 的配件' })
    expect(await ask({ barcodes: ['77777777'] })).toMatchObject({ status: 400, msg: '条码已被其他配件使用' })
    expect(await ask({ name: '' })).toMatchObject({ errors: [{ path: 'name', message: '请输入配件名称' }] })
    expect(await ask({ weight: '1.234' })).toMatchObject({ errors: [{ path: 'weight' }] })
    expect(await ask({ brandId: 999_999, oes: [{ oeNo: 'A-1' }, { oeNo: 'a1' }] })).toMatchObject({
      errors: [
        { path: 'oes', message: 'OE号 A1 重复' },
        { path: 'brandId', message: '品牌不存在' },
      ],
    })
    expect(await ask({ warrantyKm: '0' })).toMatchObject({
      errors: [{ path: 'warrantyKm', message: '请输入大于0的整数或小数' }],
    })
  })

  it('is not made of itself at any depth, and says by which parts', async () => {
    const of = (componentId: number) => [{ componentId, qty: '1' }]
    const seal = await add({ code: 'YF-1', name: '油封' })
    const pump = await add({ code: 'SB-1', name: '水泵', bom: of(seal.id) })
    const kit = await add({ code: 'TJ-1', name: '水泵套件', bom: [...of(pump.id), ...of(seal.id)] })
    const refused = (way: string) => ({ errors: [{ path: 'bom', message: `组成件中直接或间接含有本配件：${way}` }] })
    const made = (componentId: number) => ask({ ...seal, code: 'YF-1', name: '油封', bom: of(componentId) })
    expect(await made(pump.id)).toMatchObject(refused('YF-1 → SB-1 → YF-1'))
    expect(await made(kit.id)).toMatchObject(refused('YF-1 → TJ-1 → YF-1'))
    expect(await ask({ ...pump, code: 'SB-1', name: '水泵', bom: of(kit.id) })).toMatchObject(
      refused('SB-1 → TJ-1 → SB-1'),
    )
    expect(await made(seal.id)).toMatchObject(refused('YF-1 → YF-1'))
  })

  it('is not made of itself by two who save at the same time', async () => {
    const [one, other] = [await add({ code: 'HX-1', name: '甲' }), await add({ code: 'HX-2', name: '乙' })]
    const answers = await Promise.all([
      ask({ ...one, code: 'HX-1', name: '甲', bom: [{ componentId: other.id, qty: '1' }] }),
      ask({ ...other, code: 'HX-2', name: '乙', bom: [{ componentId: one.id, qty: '1' }] }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('keeps unit and code once stock has moved, and is disabled instead of deleted', async () => {
    const part = await add({ name: '活塞环' })
    await receive(part.id)
    expect(await ask({ ...part, code: 'NEW', name: '活塞环', unitId: boxId })).toMatchObject({
      errors: [
        { path: 'unitId', message: '已有库存流水，不能修改单位' },
        { path: 'code', message: '编码已被单据使用，不能修改' },
      ],
    })
    expect(await owner.ask(partRoutes.remove, { params: { id: part.id } })).toMatchObject({
      status: 400,
      msg: '配件“活塞环”已被使用，不能删除，可改为停用',
    })
    await owner.call(partRoutes.enable, { params: { id: part.id }, body: { isActive: false, version: part.version } })
    expect(await found('活塞环')).toEqual([])
    const unused = await add({ name: '没人用过', oes: [{ oeNo: 'X1' }] })
    await owner.call(partRoutes.remove, { params: { id: unused.id } })
    expect(await owner.ask(partRoutes.read, { params: { id: unused.id } })).toMatchObject({ status: 404 })
  })

  it('hands its numbers to the part it is merged into', async () => {
    const kept = await add({ name: '皮带', oes: [{ oeNo: 'B-100' }] })
    const doubled = await add({ name: '皮带重复', oes: [{ oeNo: 'B-200' }], barcodes: ['20202020'] })
    await owner.call(partRoutes.merge, { params: { id: kept.id }, body: { sourceId: doubled.id } })
    expect(await found('b200')).toEqual([kept.code])
    expect(await found('20202020', { exact: 'true' })).toEqual([kept.code])
  })

  it('moves to another category with others', async () => {
    const categoryId = await shop.db.tenant(shop.groupId, (tx) => one(tx, 'part_category', { name: '点火', level: 1 }))
    const part = await add({ name: '点火线圈' })
    expect(await owner.call(partRoutes.classify, { body: { ids: [part.id], categoryId } })).toEqual({ count: 1 })
    const { rows } = await owner.call(partRoutes.list, { query: { categoryId } })
    expect(rows.map((row) => row.code)).toEqual([part.code])
  })
})

describe('pictures', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])
  const upload = async (partId: number, content: Buffer, name = 'a.png', key = '') => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const response = await fetch(`${shop.origin}/api/web/part/${partId}/image`, {
      method: 'POST',
      headers: { token: owner.token, 'idempotency-key': key },
      body: form,
    })
    return { status: response.status, ...((await response.json()) as { msg: string; data: { id: number } }) }
  }

  const kept = () => readdir(join(folder, String(shop.groupId), 'part-image'))

  /** Uploads while somebody holds the part, and lets `act` deal with the statement that waits. */
  async function uploadHeld(partId: number, act: 'pg_cancel_backend' | 'pg_terminate_backend') {
    const holder = new pg.Client({ connectionString: shop.ownerUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from part where group_id = $1 and id = $2 for update', [shop.groupId, partId])
    const answer = upload(partId, png)
    const acted = async () => (await holder.query(`select ${act}(pid) from (${lockWaiters()}) waiting`)).rowCount
    await expect.poll(acted).toBe(1)
    const answered = await answer
    await holder.end()
    return answered
  }

  it('are kept, shown to signed-in users, and removed', async () => {
    const { id } = await add({ name: '有图' })
    const image = await upload(id, png)
    expect(image.status).toBe(200)
    const shown = await fetch(`${shop.origin}/api/web/part/image/${image.data.id}`, { headers: { token: owner.token } })
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png)
    expect((await fetch(`${shop.origin}/api/web/part/image/${image.data.id}`)).status).toBe(401)
    expect((await owner.call(partRoutes.read, { params: { id } })).images).toHaveLength(1)
    await owner.call(partRoutes.removeImage, { params: { id: image.data.id } })
    expect((await owner.call(partRoutes.read, { params: { id } })).images).toEqual([])
  })

  it('come once under one key, however often they are sent, and the key is good for no other picture', async () => {
    const { id } = await add({ name: '重传' })
    const first = await upload(id, png, 'a.png', 'one-key')
    const before = await kept()
    expect(await upload(id, png, 'a.png', 'one-key')).toMatchObject({ status: 200, data: first.data })
    expect(await kept()).toEqual(before)
    expect((await owner.call(partRoutes.read, { params: { id } })).images).toHaveLength(1)
    expect(await upload(id, Buffer.concat([png, png]), 'a.png', 'one-key')).toMatchObject({
      status: 400,
      reason: 'keyReused',
    })
  })

  it('hold no connection of the database while their store is slow', async () => {
    const { id } = await add({ name: '存得慢' })
    const image = await upload(id, png)
    const store = await startSilentStore()
    keepFilesWith(bucketStore(store.bucket))
    const show = () => fetch(`${shop.origin}/api/web/part/image/${image.data.id}`, { headers: { token: owner.token } })
    // More than the database has connections for.
    const uploads = Array.from({ length: 8 }, () => upload(id, png))
    const views = Array.from({ length: 8 }, show)
    await store.asked(16)
    expect((await owner.call(partRoutes.read, { params: { id } })).images).toHaveLength(1)
    await store.close()
    for (const answer of await Promise.all(uploads)) expect(answer.status).toBe(503)
    for (const answer of await Promise.all(views)) expect(answer.status).toBe(503)
    keepFilesIn(folder)
    expect((await show()).status).toBe(200)
  }, 30_000)

  it('that come slowly hold nobody up', async () => {
    const { id } = await add({ name: '慢慢传' })
    const port = Number.parseInt(new URL(shop.origin).port, 10)
    // More than the database has connections for.
    const sockets = Array.from({ length: 20 }, (_, i) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      const head = [
        `POST /api/web/part/${id}/image HTTP/1.1`,
        'host: shop',
        `token: ${owner.token}`,
        `idempotency-key: slow-${i}`,
        'content-type: multipart/form-data; boundary=x',
        'content-length: 100000',
      ]
      socket.write(
        `${head.join('\r\n')}\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
      )
      return socket
    })
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'ready')))
      for (let i = 0; i < 40; i += 1)
        expect(await owner.ask(partRoutes.read, { params: { id } })).toMatchObject({ status: 200 })
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  it('are refused when they are no picture or one too many', async () => {
    const { id } = await add({ name: '图太多' })
    expect(await upload(id, Buffer.from('<svg/>'))).toMatchObject({ status: 400, msg: '只支持PNG、JPG、WebP图片' })
    for (let i = 0; i < 5; i += 1) expect((await upload(id, png)).status).toBe(200)
    const before = await kept()
    expect(await upload(id, png)).toMatchObject({ status: 400, msg: '每个配件最多5张图片' })
    expect(await kept()).toEqual(before)
  })
  it('leave no file when the database refuses their row', async () => {
    const { id } = await add({ name: '坏文件名' })
    const before = await kept()
    const boundary = 'x'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''a%00b.png\r\n\r\n`
    const answer = await fetch(`${shop.origin}/api/web/part/${id}/image`, {
      method: 'POST',
      headers: { token: owner.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(Buffer.concat([Buffer.from(head), png, Buffer.from(`\r\n--${boundary}--\r\n`)])),
    })
    expect(answer.status).toBe(400)
    expect(await kept()).toEqual(before)
  })

  it('leave no file when their row takes too long', async () => {
    const { id } = await add({ name: '被占用' })
    const before = await kept()
    expect(await uploadHeld(id, 'pg_cancel_backend')).toMatchObject({ status: 503, reason: 'tooLong' })
    expect(await kept()).toEqual(before)
  })

  it('keep their file when the database goes away, since nobody knows whether their row is there', async () => {
    const { id } = await add({ name: '断了' })
    const before = await kept()
    expect(await uploadHeld(id, 'pg_terminate_backend')).toMatchObject({ status: 503, reason: 'unavailable' })
    expect(await kept()).toHaveLength(before.length + 1)
  })

  it('are refused in words while the disk is full', async () => {
    const { id } = await add({ name: '盘满' })
    keepFilesWith({ ...folderStore(folder), put: (_name, content) => writeFile('/dev/full', content) })
    expect(await upload(id, png)).toMatchObject({ status: 503, msg: '服务器磁盘空间不足，请联系管理员' })
    keepFilesIn(folder)
    expect((await upload(id, png)).status).toBe(200)
  })
})
