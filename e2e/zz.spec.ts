import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { carModelRoutes } from '@chepu/contract/basics/car-model'
import { searchPartners } from '@chepu/contract/basics/lookups'
import { searchServiceItems } from '@chepu/contract/repair/lookups'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { Colleague, today } from './api'
import { confirmedOrder, newCar } from './workshop'
import { test } from './story'

test('pictures', async ({ desk, page, baseURL }) => {
  test.setTimeout(120_000)
  const boss = await Colleague.signIn(baseURL ?? '', 'boss01')
  const { rows: makers } = await boss.call(searchPartners, { query: { q: '', cus_flag: 4, rows: 5 } as never })
  console.log(makers.map(({ name }) => name))
  const { rows: cars } = await boss.call(carModelRoutes.choices, { query: {} as never })
  const series = cars.find(({ modelId }) => modelId === null)
  const { rows: brands } = await boss.call(brandRoutes.list, { query: { kind: 'car', rows: 100 } as never })
  const brand = brands.find(({ name }) => series?.name.startsWith(name))
  console.log(series, brand)
  const term = (validFrom: string, more: object = {}) => ({ validFrom, months: 24, km: '100000', labourRate: '85', outingRate: '2.2', claimDays: 15, returnsOldParts: true, photos: ['铭牌', '故障件', '里程表'], ...more })
  const manufacturerId = makers[0]?.id as number
  const name = `整车三包${Date.now() % 1000}`
  const { id: policyId } = await boss.call(policyRoutes.save, { body: { name, manufacturerId, brandId: brand?.id, seriesId: series?.seriesId, terms: [term('2024-01-01', { labourRate: '75' }), term('2026-01-01')] } as never })
  const { rows: items } = await boss.call(searchServiceItems, { query: { q: '', rows: 3 } as never })
  await boss.call(quotaRoutes.save, { body: { manufacturerId, serviceItemId: items[0]?.id, hours: '1.5', labourCode: 'DF-1001', validFrom: today() } as never }).catch(() => undefined)
  const car = await newCar(boss)
  const view = await boss.call(vehicleRoutes.read, { params: { id: car.id } })
  await boss.call(vehicleRoutes.save, { body: { ...(view as object), seriesId: series?.seriesId, car: { seriesId: series?.seriesId, modelId: null, text: series?.name }, invoicedOn: '2026-06-01' } as never })
  const part = await boss.newPart({ name: '电瓶', warrantyMonths: 12 } as never)
  await boss.receives([{ part, qty: '5', price: '300' }])
  const order = await confirmedOrder(boss, car, {
    labour: [{ name: items[0]?.name, serviceItemId: items[0]?.id, price: '50' }] as never,
    materials: [{ partId: part.partId, qty: '1', price: '600', isCustomerSupplied: false }] as never,
  })
  const again = await confirmedOrder(boss, car, {
    labour: [{ name: items[0]?.name, serviceItemId: items[0]?.id, price: '50' }, { name: '四轮定位', price: '180' }] as never,
    materials: [{ partId: part.partId, qty: '1', price: '600' }] as never,
  })
  await desk.enter('boss01', '/manufacturerPolicy')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForTimeout(2500)
  await page.screenshot({ path: '/tmp/p-list.png' })
  await page.goto(`/manufacturerPolicy?id=${policyId}`)
  await page.waitForTimeout(2500)
  await page.screenshot({ path: '/tmp/p-editor.png' })
  await page.goto(`/manufacturerPolicy?new=1&copy=${policyId}`)
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/p-copy.png' })
  await page.goto('/labourQuota')
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/q-list.png' })
  await page.getByRole('button', { name: '修改' }).first().click().catch(() => undefined)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/q-form.png' })
  await page.goto(`/repairBilling?id=${again.id}`)
  await page.waitForTimeout(3500)
  await page.screenshot({ path: '/tmp/wo.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/wo-phone.png' })
  await page.goto(`/manufacturerPolicy?id=${policyId}`)
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/p-phone.png', fullPage: true })
  await page.goto('/manufacturerPolicy')
  await page.waitForTimeout(2000)
  await page.screenshot({ path: '/tmp/p-list-phone.png' })
})
