import { collection } from '@chepu/contract/finance/collection'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { statementCount } from '../src/kernel/db/statement'
import { newPart } from './counter'
import { act, post, save } from './desk'
import {
  bills,
  delivers,
  type Ground,
  lists,
  ordersAndDelivers,
  ordersAndReceives,
  reads,
  receives,
  receivesAtOnce,
} from './gestures'
import { openShop, type Shop } from './shop'

let shop: Shop
let ground: Ground
let receiptId: number
beforeAll(async () => {
  shop = await openShop()
  const client = await shop.signIn('owner')
  const parts = await Promise.all(Array.from({ length: 10 }, () => newPart(shop)))
  ground = { ...shop, client, parts }
  await post(client, goodsReceipt.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, partnerId: shop.supplierId },
    lines: parts.map((partId) => ({ partId, qty: '1000', price: '10' })),
  })
  // The list has its fifty, and the last of them is read.
  for (let i = 0; i < 50; i += 1) receiptId = (await receives(ground)).id
})
afterAll(() => shop.close())

/**
 * What each gesture of a warm server takes of the database: statements and round trips, all its calls together with session,
 * idempotency key and numbers. Whoever lowers one writes it down here, and none grows unnoticed.
 */
const gestures: [name: string, statements: number, roundTrips: number, gesture: () => Promise<unknown>][] = [
  ['receipt of 10 lines, drafted and posted', 21, 6, () => receives(ground)],
  ['receipt of 10 lines, posted as it is saved', 19, 5, () => receivesAtOnce(ground)],
  ['receipt of 1 line, drafted and posted', 21, 6, () => receives(ground, 1)],
  ['delivery of 5 lines, drafted and posted', 21, 7, () => delivers(ground)],
  ['purchase order of 10 lines, approved, received, posted', 43, 13, () => ordersAndReceives(ground)],
  ['sales order of 5 lines, confirmed, delivered, posted', 50, 17, () => ordersAndDelivers(ground)],
  ['list of 50 documents', 6, 2, () => lists(ground)],
  ['detail of 10 lines', 4, 1, () => reads(ground, receiptId)],
]

// A cluster is asked more, since sessions are not kept there.
it.skipIf(inject('citusNodes').length > 0).each(gestures)(
  '%s: %i statements, %i round trips',
  async (name, statements, roundTrips, gesture) => {
    const all = [await sentBy(gesture), await sentBy(gesture), await sentBy(gesture), await sentBy(gesture)]
    // The first warms; and what waits for two answers goes on once or twice, as they come: the calmest turn tells what is needed.
    const calmest = all.slice(1).reduce((one, other) => (other.roundTrips < one.roundTrips ? other : one))
    if (process.env['SHOW_STATEMENTS']) console.log(`${name}\n${calmest.lines.join('\n')}`)
    const hint = 'SHOW_STATEMENTS=1 npx vitest run statement-counts prints each, after the number of its round trip'
    expect({ statements: calmest.lines.length, roundTrips: calmest.roundTrips }, `${name}: ${hint}`).toEqual({
      statements,
      roundTrips,
    })
  },
)

it.skipIf(inject('citusNodes').length > 0)('a slip takes no more statements for 200 bills than for 2', async () => {
  for (let i = 0; i < 10; i += 1) await Promise.all(Array.from({ length: 20 }, () => bills(ground)))
  const items = await shop.sql<{ id: number }>(
    `select id from open_item where group_id = $1 and partner_id = $2 and balance = 20 order by id desc limit 200`,
    shop.customerId,
  )
  expect(items.length).toBe(200)
  const [few, many] = [await settling(items.slice(0, 2)), await settling(items)]
  expect(many).toEqual(few)
})

/** What approving a collection of these bills, and taking it back, sends: how many statements, of the calmest of three turns. */
async function settling(items: readonly { id: number }[]) {
  const { client, customerId, cashId } = { ...ground, ...shop }
  const total = String(items.length * 20)
  let slip = await save(client, collection.routes, {
    header: { bizDate: shanghaiDay(), partnerId: customerId, purpose: 'trade' },
    tenders: [{ storeAccountId: cashId, amount: total }],
    items: items.map(({ id }) => ({ openItemId: id, amount: '20' })),
  })
  const turn = async () => {
    for (const action of ['approve', 'unapprove']) slip = await act(client, collection.routes, slip, action)
  }
  const all = [await sentBy(turn), await sentBy(turn), await sentBy(turn)]
  return Math.min(...all.map(({ lines }) => lines.length))
}

/** The statements that a gesture sends, one a line, and the number of its round trips. */
async function sentBy(gesture: () => Promise<unknown>) {
  const { roundTrips } = statementCount
  const lines: string[] = []
  const trips = () => statementCount.roundTrips - roundTrips
  statementCount.heard = ({ name, text }) =>
    lines.push(`${trips()}  ${name ?? ''}: ${text.replace(/\s+/g, ' ').slice(0, 140)}`)
  try {
    await gesture()
  } finally {
    statementCount.heard = undefined
  }
  return { lines, roundTrips: trips() }
}
