// What the hands of the walk of the workshop have in common: where they stand, and how they send what they do.
import { collection } from '@chepu/contract/finance/collection'
import type { Route } from '@chepu/contract/kernel/route'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { Random } from '../../../db/demo/random'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Answer, AnyRoute, Client, Shop } from './shop'
import type { Workshop } from './workshop'
import type { Facts } from './workshop-owed'

/** Where the hands work, and what they share. */
export interface Floor {
  shop: Shop
  workshop: Workshop
  /** Whose car it is and which; several of one customer. */
  cars: readonly { partnerId: number; vehicleId: number }[]
  /** Manufacturers who pay for what is under warranty, and what was acknowledged of it. */
  makerIds: readonly number[]
  facts: Facts
  departmentId: number
  cards: { typeIds: readonly number[]; packageId: number }
  orders: number[]
  /** What has been taken, and how it was answered: 'picking.approve', 'work_order.confirm: 单据已被修改'. */
  done: Map<string, number>
  refused: Set<string>
  failures: string[]
}

export interface Hand {
  floor: Floor
  client: Client
  random: Random
}

export type Order = Awaited<ReturnType<typeof readOrder>>
export const readOrder = ({ client }: Hand, id: number) => client.call(workOrder.routes.read, { params: { id } })

export interface Saved {
  id: number
  version: number
}

/** Notes that something has come about. */
export const took = ({ floor: { done } }: Hand, what: string): void => void done.set(what, (done.get(what) ?? 0) + 1)

/** Steps that were not taken yet are taken rather than others. */
export const isNew = ({ floor: { done } }: Hand, what: string): boolean => !done.has(what)

/** One of the actions of a kind by how often each is taken, rather one that was not yet. */
export const rather = (hand: Hand, kind: string, weights: readonly (readonly [string, number])[]): string =>
  hand.random.weighted(
    weights.map(([action, weight]): [string, number] => [
      action,
      isNew(hand, `${kind}.${action}`) ? 8 * weight : weight,
    ]),
  )

/** Sends a change, now and then twice at once or once more with its key: both answers are the same. Notes what came of it. */
export async function send(hand: Hand, what: string, route: Route, options: object): Promise<Saved | null> {
  const { random, client, floor } = hand
  const keyed = { ...options, idempotencyKey: `workshop-${random.digits(16)}` }
  const ask = () => client.ask(route as AnyRoute, keyed as never) as Promise<Answer<Saved>>
  const twin = random.chance(0.15) ? ask() : null
  const answer = await ask()
  const second = twin ? await twin : random.chance(0.1) ? await ask() : null
  if (answer.status === 200) took(hand, what)
  else floor.refused.add(`${what}: ${answer.msg}`)
  if (answer.status >= 500) floor.failures.push(`${what}: ${answer.msg}`)
  const isBroken =
    second?.status === 200 && answer.status === 200 && JSON.stringify(second.data) !== JSON.stringify(answer.data)
  if (isBroken) floor.failures.push(`${what}: answered twice`)
  return answer.status === 200 ? answer.data : second?.status === 200 ? second.data : null
}

export const saves = (hand: Hand, { kind, routes }: { kind: string; routes: { save: Route } }, body: object) =>
  send(hand, `${kind}.save`, routes.save, { body })
export const acts = (
  hand: Hand,
  def: { kind: string; routes: { act: Route } },
  doc: Saved,
  action: string,
  input?: object,
) =>
  send(hand, `${def.kind}.${action}`, def.routes.act, {
    params: { id: doc.id, action },
    // Now and then the version is one that somebody has left behind.
    body: {
      version: hand.random.chance(0.05) ? doc.version - 1 : doc.version,
      reason: '随机测试',
      ...(input && { input }),
    },
  })
export const passes = async (
  hand: Hand,
  def: Parameters<typeof saves>[1] & Parameters<typeof acts>[1],
  body: object,
  input?: object,
) => {
  const saved = await saves(hand, def, body)
  return saved && acts(hand, def, saved, 'approve', input)
}

export const money = ({ random }: Hand, most: number) => `${random.int(1, most)}.${random.digits(2)}`

/** What is open of a receivable is paid in cash. */
export const collectFor = (hand: Hand, item: { id: number; partnerId: number; balance: string }) =>
  passes(hand, collection, {
    header: { bizDate: shanghaiDay(), partnerId: item.partnerId, purpose: 'trade' },
    tenders: [{ storeAccountId: hand.floor.shop.cashId, amount: item.balance }],
    items: [{ openItemId: item.id, amount: item.balance }],
  })

/** The settlement of an order that stands, if there is one. */
export async function settlementOf(hand: Hand, orderId: number) {
  const [row] = await hand.floor.shop.sql<{ id: number }>(
    `select id from repair_document where group_id = $1 and kind = 'repair_settlement' and work_order_id = $2 and state <> 'voided'`,
    orderId,
  )
  return row && (await hand.client.call(repairSettlement.routes.read, { params: { id: row.id } })).header
}
