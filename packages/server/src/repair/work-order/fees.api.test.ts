import { workOrder } from '@chepu/contract/repair/work-order'
import { shopBase } from '@chepu/contract/shell/lookups'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { save } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { one } from '../../../test/stage'
import { warrantyOf } from '../../../test/warranty'
import { orderBody, type Workshop, workshopOf } from '../../../test/workshop'

let shop: Shop
let owner: Client
let workshop: Workshop
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'tax_rate', { name: '6%', rate: '0.06', is_labour_default: true })
    await one(tx, 'tax_rate', { name: '1%', rate: '0.01', kind: 'simple' })
  })
})
afterAll(() => shop.close())

const taxpayer = (kind: 'general' | 'small') =>
  shop.sql('update org set taxpayer_kind = $3 where group_id = $1 and id = $2', shop.orgId, kind)

const way = { name: '外出费', price: '106' }
const rates = (lines: readonly { taxRate?: string | undefined }[]) => lines.map(({ taxRate }) => taxRate)

it('a fee begins with the rate of labour, of a small-scale taxpayer with his levy, and keeps what was typed', async () => {
  await taxpayer('general')
  const { routes } = workOrder
  const read = (id: number) => owner.call(routes.read, { params: { id } })
  const typed = [way, { ...way, taxRate: '0' }, { ...way, taxRate: '0.09' }]
  const order = await save(owner, routes, { ...orderBody(shop, workshop), extras: typed })
  const { header, ...lines } = await read(order.id)
  expect(rates(lines.extras)).toEqual(['0.0600', '0.0000', '0.0900'])
  expect((await owner.call(shopBase)).labour_tax_rate).toBe('0.0600')
  // What a line has stays where nothing is said of it, whatever the shop has become.
  await taxpayer('small')
  const again = lines.extras.map(({ id, name, price }) => ({ id, name, price }))
  const body = { ...orderBody(shop, workshop), id: order.id, version: header.version, labour: [], materials: [] }
  await save(owner, routes, { ...body, extras: [...again, way] } as never)
  expect(rates((await read(order.id)).extras)).toEqual(['0.0600', '0.0000', '0.0900', '0.0100'])
})

it('so do labour in words and 外协; material keeps its own', async () => {
  await taxpayer('general')
  const { routes } = workOrder
  const { header, materials } = orderBody(shop, workshop)
  const { id } = await save(owner, routes, {
    header,
    labour: [
      { name: '钣金', price: '106' },
      { name: '喷漆', price: '106', taxRate: '0' },
    ],
    materials,
    outsourced: [{ name: '镗缸', price: '212', supplierId: shop.supplierId }],
  })
  const order = await owner.call(routes.read, { params: { id } })
  expect([order.labour, order.materials, order.outsourced].map(rates)).toEqual([
    ['0.0600', '0.0000'],
    ['0.0000', '0.0000'],
    ['0.0600'],
  ])
})

it('so do labour and a fee of a claim', async () => {
  await taxpayer('general')
  const { routes } = warrantyBill
  const { makerId, completePart } = await warrantyOf(shop)
  const header = { bizDate: completePart.repairedOn, partnerId: workshop.partnerId, manufacturerId: makerId }
  const { id } = await save(owner, routes, {
    header: { ...header, ...completePart },
    labour: [{ name: '检测', pricingMode: 'fixed', price: '53' }],
    extras: [way],
  })
  const bill = await owner.call(routes.read, { params: { id } })
  expect([bill.labour, bill.extras].map(rates)).toEqual([['0.0600'], ['0.0600']])
  expect(bill.header).toMatchObject({ labourAmount: '53.00', otherAmount: '106.00', totalAmount: '159.00' })
})
