// 三包雷达: who answers for a car, its parts and what was done to it before the customer pays (business/three-guarantees 2).
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyPoliciesOf } from '@chepu/contract/warranty/policies-of'
import { warrantyRadar } from '@chepu/contract/warranty/radar'
import { addDays, addMonths, daysBetween } from '@chepu/contract/kernel/calendar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { maintenanceItem, stockParts } from '../../../test/settling'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, orderBody, workshopOf, type Workshop } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let workshop: Workshop
let makerId: number
let itemId: number
let order: { id: number; billNo: string }
const today = shanghaiDay()
const fittedOn = addDays(today, -5)

beforeAll(async () => {
  shop = await openShop({ config: { autoReserveRepairMaterial: false } })
  owner = await shop.signIn('owner')
  workshop = await workshopOf(shop)
  await stockParts(shop, owner)
  makerId = await shop.db.tenant(shop.groupId, async (tx) => {
    const series = await one(tx, 'car_series', {
      brand_id: await one(tx, 'brand', { name: '东风', kind: 'car' }),
      name: '天龙',
    })
    await tx.query({
      text: 'update vehicle set series_id = $3, invoiced_on = $4 where group_id = $1 and id = $2',
      values: [tx.groupId, workshop.vehicleId, series, addDays(today, -100)],
    })
    return one(tx, 'partner', { code: 'CJ-1', name: '东风商用车', cus_flag: 4 })
  })
  // One 制动片 was fitted to the car at 31 000 km, and is answered for by its supplier for 30 days or 2 000 km.
  itemId = await maintenanceItem(shop, workshop)
  order = await confirmedOrder(owner, {
    header: orderBody(shop, workshop).header,
    labour: [{ name: '换制动片', serviceItemId: itemId, price: '50', qualityKm: '5000', qualityDays: 60 }],
    materials: [{ partId: shop.parts.pad, qty: '1', price: '380' }],
  })
  await shop.sql(
    `update repair_document set state = 'settled', completed_at = $3::timestamptz where group_id = $1 and id = $2`,
    order.id,
    `${fittedOn}T09:00:00+08:00`,
  )
  await shop.sql(
    'update part set warranty_months = 1, warranty_km = 2000 where group_id = $1 and id = $2',
    shop.parts.pad,
  )
  const header = { bizDate: today, partnerId: shop.supplierId, warehouseId: shop.warehouseId }
  await post(owner, goodsReceipt.routes, {
    header,
    lines: [{ partId: shop.parts.pad, qty: '1', price: '210' }],
  } as never)
})
afterAll(() => shop.close())

const offers = async (query: object = {}, client = owner) =>
  (await client.call(warrantyRadar, { query: { vehicleId: workshop.vehicleId, mileage: '31500', ...query } as never }))
    .offers
const pad = () => ({ partIds: `${shop.parts.pad}` })
const of = async (kind: string, query: object = {}, client = owner) =>
  (await offers(query, client)).filter((offer) => offer.kind === kind)

const padWords = `${fittedOn} 换上的 `
const daysLeft = daysBetween(today, addMonths(fittedOn, 1))

it('names the supplier of a part that we have fitted while its 三包期 runs, by day and by meter', async () => {
  const [found] = await of('supplier', pad())
  expect(found).toMatchObject({ partId: shop.parts.pad, payer: null, partnerName: '测试供应商' })
  expect(found?.text).toContain(padWords)
  expect(found?.text).toContain(
    `，三包1个月或2 000 公里，还有 ${daysLeft} 天或 1 500 公里，供应商 测试供应商（未设厂家角色，不能作三包付费方）`,
  )
  // The last kilometre and the last day are within it.
  expect(await of('supplier', { ...pad(), mileage: '33000' })).toHaveLength(1)
  expect(await of('supplier', { ...pad(), mileage: '33001' })).toEqual([])
  expect(await of('supplier', { ...pad(), day: addMonths(fittedOn, 1) })).toHaveLength(1)
  expect(await of('supplier', { ...pad(), day: addDays(addMonths(fittedOn, 1), 1) })).toEqual([])
  expect(await of('supplier', { partIds: `${shop.parts.oil}` })).toEqual([])
})

it('offers a supplier who is a manufacturer as the payer', async () => {
  const role = (cusFlag: number) =>
    shop.sql('update partner set cus_flag = $3 where group_id = $1 and id = $2', shop.supplierId, cusFlag)
  await role(6)
  expect((await of('supplier', pad()))[0]).toMatchObject({ payer: 'warranty', partnerId: shop.supplierId })
  await role(2)
})

it('tells whom a part is bought of to who sees purchase prices alone', async () => {
  const blind = await worker(shop, 'manager')
  await withdraw(shop, blind, { fields: ['purchase_price'] })
  const [found] = await of('supplier', pad(), blind.client)
  expect(found).toMatchObject({ payer: null, partnerId: null, partnerName: null })
  expect(found?.text).not.toContain('测试供应商')
  expect(found?.text).toContain('供应商三包期内，先不要向客户收费，请找采购员或店长转三包')
})

it('offers to do again at no price what the shop answers for', async () => {
  const [labour] = await of('own', { serviceItemIds: `${itemId}` })
  expect(labour).toMatchObject({
    partId: null,
    serviceItemId: itemId,
    payer: 'rework',
    former: { orderId: order.id, billNo: order.billNo, section: 'labour' },
  })
  expect(labour?.text).toContain(`质保至 ${addDays(fittedOn, 60)} 或 36 000 公里`)
  const [material] = await of('own', pad())
  expect(material).toMatchObject({ partId: shop.parts.pad, former: { section: 'materials' } })
  // The part is answered for by the rule of the business alone: 10 days or 2 000 km.
  expect(await of('own', { ...pad(), day: addDays(fittedOn, 11) })).toEqual([])
  expect(await of('own', { serviceItemIds: `${itemId}`, mileage: '36001' })).toEqual([])
})

it('offers manufacturers of the car and of a part while their policies run', async () => {
  const policy = (body: object) =>
    owner.call(policyRoutes.save, { body: { manufacturerId: makerId, ...body } as never })
  const term = {
    validFrom: '2026-01-01',
    months: 12,
    km: '50000',
    labourRate: '80',
    partPriceRule: 'retail',
    partRate: '1.15',
  }
  const [series] = await shop.sql<{ brandId: number }>(
    `select brand_id from car_series where group_id = $1 and name = '天龙'`,
  )
  await policy({ name: '整车三包', brandId: series?.brandId, terms: [term] })
  await policy({ name: '制动片三包', scope: 'part', partId: shop.parts.pad, terms: [{ ...term, km: null }] })
  const until = addMonths(addDays(today, -100), 12)
  expect(await of('vehicle')).toMatchObject([
    {
      partId: null,
      payer: 'warranty',
      partnerId: makerId,
      text: `${addDays(today, -100)} 开票购车，东风商用车「整车三包」12个月或50 000 公里，还有 ${daysBetween(today, until)} 天或 18 500 公里`,
    },
  ])
  expect(await of('vehicle', { mileage: '50001' })).toEqual([])
  expect(await of('vehicle', { day: addDays(until, 1) })).toEqual([])
  const [part] = await of('part', pad())
  expect(part).toMatchObject({ partId: shop.parts.pad, payer: 'warranty', partnerId: makerId })
  expect(part?.text).toContain(`「制动片三包」12个月，还有 ${daysBetween(today, addMonths(fittedOn, 12))} 天`)
  // Without parts and items it tells all that the car has.
  expect((await offers()).map(({ kind }) => kind)).toEqual(['part', 'vehicle', 'supplier', 'own', 'own'])
})

it('tells what the manufacturer pays for the lines, to who sees prices', async () => {
  await shop.sql('update service_item set warranty_hours = 1.2 where group_id = $1 and id = $2', itemId)
  await shop.sql(
    'update product set retail_price = 400 where group_id = $1 and part_id = $2 and org_id = $3',
    shop.parts.pad,
    shop.orgId,
  )
  const asked = { ...pad(), serviceItemIds: `${itemId}` }
  const [car] = await of('vehicle', asked)
  expect(car?.terms).toEqual({
    labourRate: '80.0000',
    labour: [{ serviceItemId: itemId, hours: '1.200000' }],
    parts: [{ partId: shop.parts.pad, price: '460.0000' }],
  })
  const [part] = await of('part', asked)
  expect(part?.terms?.parts).toEqual([{ partId: shop.parts.pad, price: '460.0000' }])
  expect((await of('own', asked))[0]?.terms).toBeNull()
  const blind = await worker(shop, 'manager')
  await withdraw(shop, blind, { fields: ['doc_price'] })
  expect((await of('vehicle', asked, blind.client))[0]?.terms).toBeNull()
})

it('counts no part from the order that is judged itself', async () => {
  const checked = async (query: object) =>
    (
      await owner.call(warrantyPoliciesOf, { query: { vehicleId: workshop.vehicleId, ...pad(), ...query } as never })
    ).rows.find(({ policyName }) => policyName === '制动片三包')
  expect(await checked({})).toMatchObject({ from: fittedOn, check: { isIn: true } })
  expect(await checked({ workOrderId: order.id })).toMatchObject({ from: null, check: { text: '缺少换件日期' } })
})

it('knows of what was sold to the customer of the car, without a meter', async () => {
  await shop.sql('update part set warranty_months = 6 where group_id = $1 and id = $2', shop.parts.filter)
  expect(await of('supplier', { partIds: `${shop.parts.filter}` })).toEqual([])
  const header = { bizDate: today, partnerId: workshop.partnerId, warehouseId: shop.warehouseId }
  await post(owner, salesDelivery.routes, {
    header,
    lines: [{ partId: shop.parts.filter, qty: '1', price: '1500' }],
  } as never)
  const [found] = await of('supplier', { partIds: `${shop.parts.filter}` })
  expect(found?.text).toContain(`${today} 售出的 `)
  expect(found?.text).toContain(`三包6个月，还有 ${daysBetween(today, addMonths(today, 6))} 天`)
})

it('is for who writes orders, takes cars in or keeps bills', async () => {
  const keeper = await shop.signIn('warehouse_keeper')
  expect((await keeper.ask(warrantyRadar, { query: { vehicleId: workshop.vehicleId } as never })).status).toBe(403)
})
