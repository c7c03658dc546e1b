import { type RadarOffer, warrantyRadar } from '@chepu/contract/warranty/radar'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { OrderStore } from './order-store'
import { RadarStrip } from './radar-panel'

const offer = (more: Partial<RadarOffer>): RadarOffer => ({
  kind: 'part',
  partId: null,
  serviceItemId: null,
  text: '',
  payer: 'warranty',
  partnerId: 7,
  partnerName: '骆驼',
  terms: null,
  former: null,
  ...more,
})

/** An order of 换电瓶 with a 电瓶, and who answers for them. */
function stripOf(...offers: RadarOffer[]) {
  const asked: object[] = []
  server.on(warrantyRadar, ({ query }) => {
    asked.push(query)
    return { offers }
  })
  const order = new OrderStore('0.06')
  order.sections.labour.append([{ name: '换电瓶', serviceItemId: 3, price: '50' }])
  order.sections.materials.append([{ partId: 5, partName: '电瓶', partCode: 'DP', price: '600', qty: '1' }])
  draw(<RadarStrip order={order} vehicleId={9} mileage="31000" />)
  return { order, asked, strip: page.getByRole('complementary', { name: '三包质保' }) }
}

const line = (order: OrderStore, section: 'labour' | 'materials') => order.sections[section].filled()[0]

test('one press makes the manufacturer the payer, and the offer is gone', async () => {
  const { order, asked, strip } = stripOf(
    offer({ partId: 5, text: '2026-05-03 换上的 电瓶，骆驼三包12个月，还有 97 天' }),
  )
  await expect.element(strip).toHaveTextContent('2026-05-03 换上的 电瓶，骆驼三包12个月，还有 97 天')
  expect(asked[0]).toEqual({ vehicleId: 9, mileage: '31000', partIds: [5], serviceItemIds: [3] })
  await strip.getByRole('button', { name: '三包 电瓶' }).click()
  expect(line(order, 'materials')).toMatchObject({
    payer: 'warranty',
    payerPartnerId: 7,
    payerPartnerName: '骆驼',
    price: '600',
  })
  expect(line(order, 'labour')?.payer).toBe('customer')
  await expect.element(strip).not.toBeInTheDocument()
})

test('it bears what the manufacturer pays, and the customer has his price again when it is changed back', async () => {
  const terms = {
    labourRate: '100.0000',
    labour: [{ serviceItemId: 3, hours: '1.200000' }],
    parts: [{ partId: 5, price: '997.5000' }],
  }
  const { order, strip } = stripOf(offer({ kind: 'vehicle', text: '整车三包', terms }))
  const customers = { pricingMode: 'hours', stdHours: '1.5', price: '120', discountRate: '0.95' } as const
  const { labour, materials } = order.sections
  labour.update(line(order, 'labour')?.key ?? 0, customers)
  materials.update(line(order, 'materials')?.key ?? 0, { price: '1088', discountRate: '0.95' })
  expect(order.totals(true)).toMatchObject({ labourAmount: '171.00', materialAmount: '1033.60' })
  await strip.getByRole('button', { name: '三包 换电瓶' }).click()
  await strip.getByRole('button', { name: '三包 电瓶' }).click()
  expect(order.totals(true)).toMatchObject({ labourAmount: '120.00', materialAmount: '997.50' })
  const back = { payer: 'customer', payerPartnerId: null, payerPartnerName: null } as const
  labour.update(line(order, 'labour')?.key ?? 0, back)
  materials.update(line(order, 'materials')?.key ?? 0, { ...back, price: '1000' })
  expect(line(order, 'labour')).toMatchObject(customers)
  expect(line(order, 'materials')).toMatchObject({ price: '1000', discountRate: '0.95' })
})

test('what the shop itself answers for is told in 车辆提醒 alone', async () => {
  const former = { lineId: 41, orderId: 40, billNo: 'WX01', section: 'labour' as const }
  const { strip } = stripOf(
    offer({ kind: 'own', serviceItemId: 3, payer: 'rework', partnerId: null, text: '质保至 2026-12-01', former }),
    offer({ partId: 5, text: '骆驼三包12个月' }),
  )
  await expect.element(strip).toHaveTextContent('骆驼三包12个月')
  await expect.element(strip).not.toHaveTextContent('质保至')
})

test('the policy of a car is offered for every line; who cannot be claimed of is only told of', async () => {
  const { strip } = stripOf(
    offer({ kind: 'vehicle', text: '整车三包' }),
    offer({ kind: 'supplier', partId: 5, payer: null, text: '供应商 骆驼（未设厂家角色）' }),
  )
  await expect.element(strip).toHaveTextContent('供应商 骆驼（未设厂家角色）')
  expect(
    strip
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['三包 换电瓶', '三包 电瓶'])
})

test('lines that nobody answers for show nothing', async () => {
  const { asked, strip } = stripOf(offer({ partId: 99, text: '别的配件' }))
  await expect.poll(() => asked.length).toBe(1)
  await expect.element(strip).not.toBeInTheDocument()
})

test('what the last line leaves is still offered: a line without part and item is of the car', async () => {
  const { order, asked, strip } = stripOf(offer({ kind: 'vehicle', text: '整车三包' }))
  order.sections.labour.append([{ name: '四轮定位', price: '180' }])
  await strip.getByRole('button', { name: '三包 换电瓶' }).click()
  await strip.getByRole('button', { name: '三包 电瓶' }).click()
  await expect.poll(() => asked.at(-1)).toEqual({ vehicleId: 9, mileage: '31000', partIds: [0] })
  await strip.getByRole('button', { name: '三包 四轮定位' }).click()
  await expect.element(strip).not.toBeInTheDocument()
})
