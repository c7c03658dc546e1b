// What a carrier collects of customers at the desks of money-walk.ts, and brings less what he is owed himself (business/finance 2.5).
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { expect } from 'vitest'
import { fen, yuan } from './card-hand'
import { type Hand, itemsOf, noted, partOf, posts, somebody, someDay, someMoney } from './money-hand'
import { type Bill, billOf, brought, type Effect, opened, profit, toCollect } from './money-oracle'
import { choose, settledOf, sum, tendersOf, typedItems } from './money-slips'

/** Goods go with a carrier, who collects all or some of the money, or none; his freight is owed to him, whoever bears it. */
export async function sendByCarrier(hand: Hand): Promise<void> {
  const { random, counters, here } = hand
  const { orgId } = here
  const carrierId = counters.partners.carrier
  const partnerId = somebody(hand, 'AR')
  const [qty, price] = [BigInt(random.int(1, 9)), someMoney(hand)]
  const freight = random.pick([0n, 1_250n, someMoney(hand)])
  const isCharged = random.chance(0.4)
  const due = qty * price + (isCharged ? freight : 0n)
  const collected = random.chance(0.15) ? 0n : partOf(hand, due)
  const header = {
    bizDate: someDay(hand),
    partnerId,
    warehouseId: here.warehouseId,
    carrierId,
    freight: yuan(freight),
    freightPayer: isCharged ? 'partner' : 'us',
    codAmount: collected === 0n ? null : yuan(collected),
  }
  const line = { partId: counters.shop.parts.filter, qty: String(qty), price: yuan(price), taxRate: '0' }
  const body = { header, lines: [line] } as never
  await posts(hand, salesDelivery as AnyDocument, 'sales_delivery.carried', body, (id): Effect[] => {
    const bill: Bill = { orgId, partnerId, side: 'AR', source: `sales_delivery ${id}` }
    return [
      ...opened(bill, due),
      ...opened({ ...bill, partnerId: carrierId, side: 'AP' }, freight),
      profit(orgId, 'other_income', isCharged ? freight : 0n),
      profit(orgId, 'other_expense', freight),
      toCollect(bill, collected),
    ]
  })
}

/** The carrier brings what he has collected of some deliveries, mostly less what he is owed. */
export async function bring(hand: Hand): Promise<void> {
  const { random, counters, here } = hand
  const carrierId = counters.partners.carrier
  const bills = await stillToCome(hand)
  const deliveries = choose(hand, bills, 3, false)
  const owed = (await itemsOf(hand, { side: 'AP', partnerId: carrierId })).filter(({ balance }) => balance > 0n)
  const chosen = random.chance(0.6) ? choose(hand, owed, 2, false) : []
  // He does not keep back more than he brings.
  const keptBack = sum(chosen) < sum(deliveries) ? chosen : []
  const amount = sum(deliveries) - sum(keptBack)
  if (amount === 0n) return
  const { tenders, typed } = tendersOf(hand, amount)
  const body = {
    header: { bizDate: someDay(hand), partnerId: carrierId, purpose: 'cod' },
    tenders: typed,
    items: typedItems([...deliveries, ...keptBack]),
  }
  await posts(hand, collection as AnyDocument, 'collection.cod', body as never, () =>
    brought(here.orgId, tenders, settledOf(deliveries), settledOf(keptBack)),
  )
  if (keptBack.length > 0) noted(hand, 'collection.kept back')
}

/** Deliveries of which the carrier has not brought all, by what is still to come of each. */
async function stillToCome(hand: Hand) {
  const { client, counters, here, isAlone } = hand
  const query = { partnerId: counters.partners.carrier, side: 'AR', cod: 'true' } as const
  const { rows } = await client.call(currentReceive, { query })
  const told = new Map(
    rows.map(({ partnerId, sourceKind, sourceId, balance }) => [
      billOf({ orgId: here.orgId, partnerId, side: 'AR', source: `${sourceKind} ${sourceId}` }),
      fen(balance ?? ''),
    ]),
  )
  if (isAlone) {
    const known = [...counters.books.stillToCome()].filter(([bill]) => bill.startsWith(`${here.orgId}/`))
    expect([...told].toSorted()).toEqual(known.toSorted())
  }
  const left = new Map(rows.map(({ id, balance }) => [id, fen(balance ?? '')]))
  const items = await itemsOf(hand, { side: 'AR', ids: [...left.keys()] })
  return items.map((item) => ({ ...item, balance: left.get(item.id) as bigint }))
}
