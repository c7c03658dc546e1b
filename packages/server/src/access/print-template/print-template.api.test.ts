import { setDefaultTemplate, templateRoutes } from '@chepu/contract/access/print-template'
import { templatesOfKind } from '@chepu/contract/kernel/print-template'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let admin: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  admin = await shop.signIn('admin')
})
afterAll(() => shop.close())

type Body = BodyOf<typeof templateRoutes.save>
const body = (name: string, more: Partial<Body> = {}): Body => ({
  docKind: 'goods_receipt',
  name,
  paper: 'a4',
  fields: [{ key: 'partnerName', title: '供货单位' }],
  columns: [
    { key: 'partCode', title: '编码', share: 20 },
    { key: 'qty', title: '数量', share: 10 },
    { key: 'price', title: '单价', share: 10 },
  ],
  ...more,
})
const cost = { key: 'costAmount', title: '成本', share: 10 }
const add = (name: string, more: Partial<Body> = {}, client = owner) =>
  client.call(templateRoutes.save, { body: body(name, more) })
const inUse = async (client: Client, kind = 'goods_receipt') =>
  (await client.call(templatesOfKind, { params: { kind } })).rows
const named = async (client: Client, name: string) => (await inUse(client)).find((row) => row.name === name)

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('打印模板', () => {
  it('is added, changed and offered when documents of its kind are printed', async () => {
    const { id, version } = await add('带图标', { logo: pixel, signatures: ['制单', '收货人'], foot: '谢谢惠顾' })
    expect(await named(owner, '带图标')).toMatchObject({ id, paper: 'a4', logo: pixel, foot: '谢谢惠顾' })
    const again = await owner.call(templateRoutes.save, { body: body('带图标', { id, version, paper: 'receipt' }) })
    expect(await named(owner, '带图标')).toMatchObject({ paper: 'receipt', logo: null, version: again.version })
    expect(await owner.ask(templateRoutes.save, { body: body('x', { id, version }) })).toMatchObject({ status: 409 })
    expect(await owner.ask(templateRoutes.save, { body: body('带图标') })).toMatchObject({ msg: '该单据已有同名模板' })
    expect((await owner.call(templateRoutes.totals, { query: { paper: 'receipt' } })).count).toBe(1)
  })

  it('has one default a kind and paper; what is switched off is none', async () => {
    const first = await add('默认一', { paper: 'form', isDefault: true })
    const second = await add('默认二', { paper: 'form', isDefault: true })
    const defaults = async () =>
      (await inUse(owner)).filter((row) => row.paper === 'form' && row.isDefault).map((row) => row.id)
    expect(await defaults()).toEqual([second.id])
    const back = await owner.call(setDefaultTemplate, {
      params: { id: first.id },
      body: { isDefault: true, version: first.version + 1 },
    })
    expect(await defaults()).toEqual([first.id])
    const off = { params: { id: first.id }, body: { isActive: false, version: back.version } }
    await owner.call(templateRoutes.enable, off)
    expect(await defaults()).toEqual([])
    expect((await inUse(owner)).map((row) => row.id)).not.toContain(first.id)
    const again = { params: { id: first.id }, body: { isDefault: true, version: back.version + 1 } }
    expect(await owner.ask(setDefaultTemplate, again)).toMatchObject({ msg: '停用的模板不能设为默认' })
  })

  it('refuses what is no layout, with words at the field', async () => {
    const ask = async (more: Partial<Body>) => {
      const answer = await owner.ask(templateRoutes.save, { body: body('错', more) })
      return { status: answer.status, msg: answer.msg, path: answer.errors?.[0]?.path }
    }
    expect(await ask({ columns: [] })).toMatchObject({ status: 400, msg: '请至少选择一列', path: 'columns' })
    expect(await ask({ name: ' ' })).toMatchObject({ msg: '请输入模板名' })
    expect(await ask({ docKind: 'nonsense' })).toMatchObject({ msg: '没有这种单据' })
    expect(await ask({ logo: 'data:image/svg+xml;base64,AAAA' })).toMatchObject({ msg: '图标应为PNG、JPG或WebP图片' })
    const fake = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`
    expect(await ask({ logo: fake })).toMatchObject({ msg: '图标应为PNG、JPG或WebP图片', path: 'logo' })
    const huge = `data:image/png;base64,${'A'.repeat(150_000)}`
    expect(await ask({ logo: huge })).toMatchObject({ msg: '图标不能超过100KB' })
  })
})

describe('field permissions', () => {
  it('are never bypassed by a template: cost and prices are left out of it and of the document', async () => {
    const columns = [...body('x').columns, cost]
    const fields = [...(body('x').fields ?? []), { key: 'freight', title: '运费' }]
    await add('带成本', { columns, fields, showCost: true })
    const keeper = await shop.signIn('warehouse_keeper')
    const columnsFor = async (client: Client) => (await named(client, '带成本'))?.columns.map(({ key }) => key)
    expect(await columnsFor(owner)).toEqual(['partCode', 'qty', 'price', 'costAmount'])
    expect(await columnsFor(keeper)).toEqual(['partCode', 'qty'])
    expect(await named(keeper, '带成本')).toMatchObject({ fields: [{ key: 'partnerName' }], withAmount: false })

    const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId }
    const lines = [{ partId: shop.parts.filter, qty: '2', price: '30' }]
    const saved = await owner.call(goodsReceipt.routes.save, { body: { header, lines } })
    const act = { params: { id: saved.id, action: 'approve' }, body: { version: saved.version } }
    await owner.call(goodsReceipt.routes.act, act)
    const buyer = await shop.signIn('buyer')
    const printed = await buyer.call(goodsReceipt.routes.print, { params: { id: saved.id } })
    expect(printed.lines[0]).toMatchObject({ costAmount: '60.00' })
    const seller = await shop.signIn(['salesperson', 'warehouse_keeper'])
    expect(await columnsFor(seller)).toEqual(['partCode', 'qty'])
  })

  it('need a switch to print cost, which only those who see cost may turn', async () => {
    await add('没开成本', { columns: [...body('x').columns, cost] })
    expect((await named(owner, '没开成本'))?.columns.map(({ key }) => key)).not.toContain('costAmount')
    const refused = await admin.ask(templateRoutes.save, { body: body('管理员', { showCost: true }) })
    expect(refused).toMatchObject({ status: 403, msg: '您没有查看成本的权限，不能设置打印成本' })
    const { id, version } = await add('老板开', { showCost: true })
    const rename = await admin.call(templateRoutes.save, { body: body('改名', { id, version, showCost: true }) })
    const off = body('改名', { id, version: rename.version, showCost: false })
    expect(await admin.ask(templateRoutes.save, { body: off })).toMatchObject({ status: 403 })
  })
})

it('knows no template of another organisation, and lets nobody keep them without the buttons', async () => {
  const { id } = await shop.db.tenant(shop.groupId, async (tx) => {
    const orgId = await one(tx, 'org', {
      code: '09',
      name: '别家',
      short_name: '别家',
      org_type: 'parts_trade',
      start_month: 202601,
    })
    const layout = JSON.stringify({ ...body('x'), withAmount: true, showCost: false, signatures: [], logo: null })
    return {
      id: await one(tx, 'print_template', {
        org_id: orgId,
        doc_kind: 'goods_receipt',
        name: '别家的',
        paper: 'a4',
        layout,
      }),
    }
  })
  expect(await named(owner, '别家的')).toBeUndefined()
  expect(await owner.ask(templateRoutes.read, { params: { id } })).toMatchObject({ status: 404 })
  expect(await owner.ask(templateRoutes.save, { body: body('x', { id, version: 1 }) })).toMatchObject({ status: 404 })
  const buyer = await shop.signIn('buyer')
  expect(await buyer.ask(templateRoutes.save, { body: body('采购') })).toMatchObject({ status: 403 })
  expect(await buyer.ask(templatesOfKind, { params: { kind: 'nonsense' } })).toMatchObject({ status: 404 })
})
