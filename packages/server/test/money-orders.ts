// Orders at the desks of money-walk.ts that partners pay ahead for, or are paid: what a deposit settles, and what of it goes back (business/finance 2.4).
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { payment } from '@chepu/contract/finance/payment'
import { writeOff } from '@chepu/contract/finance/write-off'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { expect } from 'vitest'
import { acts, fen, rather, type Saved, send, yuan } from './card-hand'
import { type Hand, itemsOf, partOf, posts, somebody, someDay, someMoney } from './money-hand'
import { type Bill, opened, type Side, slip, tiedPlace, writtenOff } from './money-oracle'
import { least, settledOf, tendersOf, typedItems, whole } from './money-slips'

const sides = ['AR', 'AP'] as const
const defs = {
  AR: { order: salesOrder, bill: salesDelivery, slip: collection, use: 'advance_ar' },
  AP: { order: purchaseOrder, bill: goodsReceipt, slip: payment, use: 'advance_ap' },
} as const

interface Order extends Saved {
  state: string
  partnerId: number
  lineId: number
  left: string
}
/** One of the latest orders of the shop in some states. */
async function someOrder({ counters, here, random }: Hand, side: Side, states: readonly string[]) {
  const rows = await counters.shop.sql<Order>(
    `select d.id, d.version, d.state, d.partner_id, l.id as line_id, trunc(l.qty - l.executed_qty)::text as left from goods_document d
      join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = $1 and d.org_id = $2 and d.kind = $3 and d.state = any ($4) order by d.id desc limit 4`,
    here.orgId,
    defs[side].order.kind,
    states,
  )
  return rows.length === 0 ? undefined : random.pick(rows)
}
const running = ['approved', 'partial']
const agreed = [...running, 'done', 'closed']
const nameOf = (side: Side, order: { id: number }) => `${defs[side].order.kind} ${order.id}`
/** A side, rather one of which a step is missing. */
const someSide = (hand: Hand, stepOf: (side: Side) => string) => rather(hand, sides, stepOf)

/** Something is ordered, of a customer or of us. */
export async function order(hand: Hand): Promise<void> {
  const { random, counters, here } = hand
  const side = someSide(hand, (each) => `${defs[each].order.kind}.approve`)
  const def = defs[side].order
  const header = { bizDate: someDay(hand), partnerId: somebody(hand, side), warehouseId: here.warehouseId }
  const line = { partId: counters.shop.parts.filter, qty: String(random.int(1, 6)), price: '10', taxRate: '0' }
  const body = { header, lines: [line], action: { name: 'approve' } }
  await send(hand, `${def.kind}.approve`, def.routes.save, { body })
}

/** What is left of an order is given up, or wanted after all: its deposit is money like any other, or its own again. */
export async function endOrder(hand: Hand): Promise<void> {
  const ways = sides.flatMap((side) => (['close', 'reopen'] as const).map((action) => ({ side, action })))
  const { side, action } = rather(hand, ways, (way) => `${defs[way.side].order.kind}.${way.action}`)
  const found = await someOrder(hand, side, action === 'close' ? running : ['closed'])
  if (found) await acts(hand, defs[side].order, found, action)
}

/** All or some of an order is delivered or received. */
export async function deliver(hand: Hand): Promise<void> {
  const side = someSide(hand, (each) => `${defs[each].bill.kind}.of order`)
  const of = await someOrder(hand, side, running)
  if (of) await bill(hand, side, of)
}

async function bill(hand: Hand, side: Side, of: Order): Promise<void> {
  const { random, counters, here } = hand
  const def = defs[side].bill
  const left = Number.parseInt(of.left, 10)
  const [qty, price] = [random.chance(0.5) ? left : random.int(1, left), someMoney(hand)]
  const line = { partId: counters.shop.parts.filter, qty: String(qty), price: yuan(price), taxRate: '0' }
  const header = { bizDate: someDay(hand), partnerId: of.partnerId, warehouseId: here.warehouseId }
  const body = { header, lines: [{ ...line, sourceLineId: of.lineId }] } as never
  await posts(hand, def as AnyDocument, `${def.kind}.of order`, body, (id) => {
    const owed: Bill = { orgId: here.orgId, partnerId: of.partnerId, side, source: `${def.kind} ${id}` }
    return opened(owed, BigInt(qty) * price)
  })
}

/** 订金 for an order. */
export async function deposit(hand: Hand): Promise<void> {
  const side = someSide(hand, (each) => `${defs[each].slip.kind}.deposit`)
  const of = await someOrder(hand, side, running)
  if (of) await payFor(hand, side, 'deposit', of, someMoney(hand) * 2n)
}

/** What is left of a deposit goes back, or a part of it; once its order is at an end it may have been used for something else. */
export async function giveBack(hand: Hand): Promise<void> {
  const side = someSide(hand, (each) => `${defs[each].slip.kind}.deposit back`)
  const of = await someOrder(hand, side, agreed)
  const amount = of ? partOf(hand, await leftOf(hand, side, of)) : 0n
  if (of && amount > 0n) await payFor(hand, side, 'refund', of, amount)
}

async function payFor(hand: Hand, side: Side, purpose: 'deposit' | 'refund', of: Order, amount: bigint) {
  const { here } = hand
  const { slip: def } = defs[side]
  const { tenders, typed } = tendersOf(hand, amount)
  const header = { bizDate: someDay(hand), partnerId: of.partnerId, purpose, sourceId: of.id }
  const what = `${def.kind}.${purpose === 'deposit' ? 'deposit' : 'deposit back'}`
  const body = { header, tenders: typed, items: [] } as never
  await posts(hand, def as AnyDocument, what, body, () =>
    slip({ orgId: here.orgId, partnerId: of.partnerId, side }, purpose, tenders, [], nameOf(side, of)),
  )
}

/** A bill of an order is settled with what was paid ahead for it; where either is missing it comes first. */
export async function useDeposit(hand: Hand): Promise<void> {
  const { here } = hand
  const side = someSide(hand, (each) => `write_off.deposit ${each}`)
  const { use } = defs[side]
  const of = await someOrder(hand, side, agreed)
  if (!of) return
  const left = await leftOf(hand, side, of)
  const item = await billOfOrder(hand, side, of)
  if (left <= 0n || !item) {
    if (!running.includes(of.state)) return
    return left <= 0n ? payFor(hand, side, 'deposit', of, someMoney(hand) * 2n) : bill(hand, side, of)
  }
  const { partnerId } = of
  const items = [whole(item, partOf(hand, least(item.balance, left)))]
  const header = { bizDate: someDay(hand), partnerId, purpose: use, sourceId: of.id, remark: '订金冲抵' }
  const body = { header, items: typedItems(items) } as never
  await posts(hand, writeOff as AnyDocument, `write_off.deposit ${side}`, body, () =>
    writtenOff({ orgId: here.orgId, partnerId }, use, settledOf(items), { order: nameOf(side, of) }),
  )
}

/** What is open of a bill of an order. */
async function billOfOrder(hand: Hand, side: Side, { lineId, partnerId }: Order) {
  const rows = await hand.counters.shop.sql<{ id: number }>(
    `select i.id from open_item i
      join goods_document_line l on l.group_id = i.group_id and l.document_id = i.source_id and l.source_line_id = $2
      where i.group_id = $1 and i.source_kind = $3 and i.partner_id = $4 and i.balance > 0`,
    lineId,
    defs[side].bill.kind,
    partnerId,
  )
  const [item] = await itemsOf(hand, { side, ids: rows.map(({ id }) => id) })
  return item
}

/** What is left of the deposits of an order, which the editors tell as long as it runs. */
async function leftOf(hand: Hand, side: Side, of: Order): Promise<bigint> {
  const { client, counters, here, isAlone } = hand
  const left = counters.books.at(tiedPlace(here.orgId, of.partnerId, side, nameOf(side, of)))
  if (!isAlone) return left
  const { advances } = await client.call(currentReceive, { query: { partnerId: of.partnerId, side } })
  const told = advances.find(({ sourceKind, sourceId }) => sourceId === of.id && sourceKind === defs[side].order.kind)
  const isRunning = running.includes(of.state)
  expect(fen(told?.amount ?? '0.00')).toBe(isRunning && left > 0n ? left : 0n)
  return left
}
