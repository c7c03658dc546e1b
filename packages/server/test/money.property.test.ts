// Random walks of money in two shops of one group: what is owed, paid, settled, moved, handed over, invoiced and closed stands in the books
// as second books have it, which know only what was typed; also while connections to the database break and requests come twice.
import { afterEach, expect, it } from 'vitest'
import { openHands } from './money-hand'
import { takeStep } from './money-walk'
import { openShop, type Shop } from './shop'

let shop: Shop | undefined
let second: { close(): Promise<void> } | undefined
// Closing the shop checks every invariant of the books.
afterEach(async () => {
  await second?.close()
  await shop?.close()
  shop = second = undefined
})

const posting = ['approve', 'unapprove', 'reverse']
/** Steps that the walks have to take, so that none of them stands here for show. */
const wanted = [
  ...['sales_delivery', 'goods_receipt', 'balance_adjustment'].flatMap((kind) =>
    posting.map((action) => `${kind}.${action}`),
  ),
  ...['collection', 'payment'].flatMap((kind) =>
    ['trade', 'advance', 'refund', 'other', 'unapprove', 'reverse'].map((step) => `${kind}.${step}`),
  ),
  ...['advance_ar', 'advance_ap', 'offset', 'red_blue', 'transfer', 'bad_debt', 'unapprove', 'reverse'].map(
    (step) => `write_off.${step}`,
  ),
  ...['bad_debt_back', 'deposit AR', 'deposit AP'].map((step) => `write_off.${step}`),
  ...['sales_order', 'purchase_order'].flatMap((kind) =>
    ['approve', 'close', 'reopen'].map((step) => `${kind}.${step}`),
  ),
  ...['sales_delivery', 'goods_receipt'].map((kind) => `${kind}.of order`),
  ...['collection', 'payment'].flatMap((kind) => ['deposit', 'deposit back'].map((step) => `${kind}.${step}`)),
  'sales_delivery.carried',
  'collection.cod',
  'collection.kept back',
  ...['other_income', 'other_expense'].flatMap((kind) =>
    ['cash', 'owed', 'unapprove', 'reverse'].map((step) => `${kind}.${step}`),
  ),
  ...['inside', 'to_sister', 'confirm', 'unconfirm', 'unapprove', 'reverse'].map((step) => `fund_transfer.${step}`),
  ...['invoice_issued', 'invoice_received'].flatMap((kind) =>
    ['draft', 'issue', 'recall', 'void', 'red', 'redPart'].map((step) => `${kind}.${step}`),
  ),
  ...['seal', 'reopen'].map((step) => `till.${step}`),
  ...['match', 'unmatch'].map((step) => `bank.${step}`),
  ...['waits', 'close', 'reopen'].map((step) => `period.${step}`),
]

it(
  'of money by one hand in each of two shops stands in the books as second books have it',
  { timeout: 120_000 },
  async () => {
    shop = await openShop()
    const { counters, hands } = await openHands(shop, { seed: 12, each: 1, wanted })
    second = counters.second
    // Nobody disturbs the two, so they take the same steps every time: this also says that the walk reaches what it is meant to.
    for (let step = 0; step < 120 || (step < 1500 && counters.missing().length > 0); step += 1) {
      for (const hand of hands) await takeStep(hand)
      if (step % 10 === 9) expect([step, await counters.books.differences(shop)]).toEqual([step, []])
    }
    counters.second.proxy.cutAfter(-1)
    expect(counters.failures).toEqual([])
    expect(counters.missing()).toEqual([])
  },
)

it('of money by two hands in each of two shops at once leaves the books right', { timeout: 120_000 }, async () => {
  shop = await openShop()
  const { counters, hands } = await openHands(shop, { seed: 52, each: 2, wanted })
  second = counters.second
  await Promise.all(
    hands.map(async (hand) => {
      for (let step = 0; step < 70; step += 1) await takeStep(hand)
    }),
  )
  counters.second.proxy.cutAfter(-1)
  expect(counters.failures).toEqual([])
  expect(await counters.books.differences(shop)).toEqual([])
  expect(counters.repeated, 'connections have broken').toBeGreaterThan(3)
})
