import { resolveParts } from '@chepu/contract/basics/lookups'
import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { expect, test } from 'vitest'
import { server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import { ItemEntry } from './item-entry'
import { OrderStore } from './order-store'

const item = (id: number, code: string, price: string): LookupServiceItem => ({
  id,
  code,
  name: `换机油${code}`,
  workerTypeId: 2,
  workerTypeName: '机电',
  businessTypeId: null,
  pricingMode: 'fixed',
  stdHours: '0',
  price,
  amount: price,
  warrantyHours: null,
  taxRateId: 1,
  taxRate: '0.06',
  allowsDiscount: true,
  qualityKm: null,
  qualityDays: null,
  parts: [{ partId: id, code: `P${code}`, name: `机油${code}`, unit: '桶', qty: '1.0000', isConsumable: false }],
})

/** An order whose items are found at once, and their material when the test says so. */
function entryOf(...items: LookupServiceItem[]) {
  const material: (() => void)[] = []
  server.on(
    searchServiceItems,
    ({ query }) => ({ rows: items.filter(({ code }) => code.startsWith(query.q ?? '')), more: false }) as never,
  )
  server.on(resolveParts, ({ body }) => {
    const matches = body.codes.map((code) => ({
      code,
      parts: [lookupPart({ partId: 1, partCode: code, partName: code, price: '30' })],
    }))
    return new Promise<never>((resolve) => material.push(() => resolve({ matches } as never)))
  })
  const order = new OrderStore('0.06')
  const screen = { said: [] as string[], opened: 0, isTyping: false }
  const entry = new ItemEntry(order, {
    context: () => ({ mode: 'sale', vehicleId: undefined }),
    choose: () => {
      screen.opened += 1
      return Promise.resolve([])
    },
    say: (message) => screen.said.push(message),
    typing: () => screen.isTyping,
  })
  const { labour, materials } = order.sections
  const key = labour.keyAt(0) ?? 0
  /** Waits until so many questions for material have been put, and answers them. */
  const answer = async (count: number) => {
    await expect.poll(() => material.length).toBe(count)
    for (const give of material.splice(0)) give()
  }
  const names = () => ({
    labour: labour.filled().map(({ name, price }) => [name, price]),
    materials: materials.filled().map(({ partCode }) => partCode),
  })
  return { order, entry, screen, key, answer, names }
}

test('an item that was deleted while its material was read does not come back, and brings none', async () => {
  const { order, entry, key, answer, names } = entryOf(item(1, 'BL1', '60'))
  entry.typed(key, 'BL1')
  await expect.poll(() => server.asked(resolveParts).length).toBe(1)
  order.sections.labour.remove([key])
  await answer(1)
  await entry.settled()
  expect(names()).toEqual({ labour: [], materials: [] })
})

test('of two items typed into a line the last one stands there, with its material alone', async () => {
  const { entry, key, answer, names } = entryOf(item(1, 'BL1', '60'), item(2, 'CL2', '77'))
  entry.typed(key, 'BL1')
  await expect.poll(() => server.asked(resolveParts).length).toBe(1)
  entry.typed(key, 'CL2')
  await answer(1)
  await answer(1)
  await entry.settled()
  expect(names()).toEqual({ labour: [['换机油CL2', '77']], materials: ['PCL2'] })
})

test('who types on is not asked which of several items he means: the text stands, and he is told', async () => {
  const { order, entry, screen, key, names } = entryOf(item(1, 'BL1', '60'), item(2, 'BL2', '77'))
  entry.typed(key, 'BL')
  order.sections.labour.update(key, { price: '50', priceSource: 'manual' })
  await entry.settled()
  expect(screen).toMatchObject({ opened: 0, said: ['“BL”有多个项目，先按文字录入，可在该行按 F2 选择'] })
  expect(names()).toEqual({ labour: [['BL', '50']], materials: [] })
})
