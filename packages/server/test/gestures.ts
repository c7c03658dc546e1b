// What people do with whole documents, call after call as the screens do it; for tests and measurements, so it needs no test runner.
import { type GoodsDef, lineShape } from '@chepu/contract/kernel/goods-document'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Client } from './stage'

/** Who trades, with whom and in what. */
export interface Ground {
  client: Client
  warehouseId: number
  supplierId: number
  customerId: number
  /** Ten at least, in stock where they are sold. */
  parts: readonly number[]
}

type Known = { id: number; version: number }

/** A receipt, of 10 lines unless it says how many: saved as a draft, then posted. */
export const receives = (ground: Ground, lines = 10): Promise<Known> =>
  savesAndApproves(ground, goodsReceipt, typed(ground, ground.supplierId, lines))

/** The same by one request, as a screen sends it whose document is new: the answer carries the posted document. */
export const receivesAtOnce = (ground: Ground): Promise<Known> =>
  approvesAtOnce(ground, goodsReceipt, typed(ground, ground.supplierId, 10))

/** A delivery of 5 lines that stays a draft. */
export const drafts = (ground: Ground): Promise<Known> =>
  saves(ground, salesDelivery, typed(ground, ground.customerId, 5))

/** A delivery of 5 lines without an order: saved as a draft, then posted. */
export const delivers = (ground: Ground): Promise<Known> =>
  savesAndApproves(ground, salesDelivery, typed(ground, ground.customerId, 5))

/** A delivery of 1 line, posted as it is saved: a bill of 20 yuan. */
export const bills = (ground: Ground): Promise<Known> =>
  approvesAtOnce(ground, salesDelivery, typed(ground, ground.customerId, 1))

/** An order of 10 lines to a supplier: approved as it is saved, drawn into a receipt, which is posted as it is saved. */
export const ordersAndReceives = (ground: Ground): Promise<Known> =>
  follows(ground, purchaseOrder, goodsReceipt, typed(ground, ground.supplierId, 10))

/** A customer's order of 5 lines: confirmed as it is saved, drawn into a delivery, which is posted as it is saved. */
export const ordersAndDelivers = (ground: Ground): Promise<Known> =>
  follows(ground, salesOrder, salesDelivery, typed(ground, ground.customerId, 5))

/** The first page of a list of documents. */
export const lists = ({ client }: Ground) => client.call(goodsReceipt.routes.list, { query: { page: 1, rows: 50 } })

/** A receipt of 10 lines, as its page shows it. */
export const reads = ({ client }: Ground, id: number) => client.call(goodsReceipt.routes.read, { params: { id } })

/** Two of each of `lines` parts that lie beside each other, for 10 yuan each. */
function typed({ warehouseId, parts }: Ground, partnerId: number, lines: number) {
  const start = Math.floor(Math.random() * (parts.length - lines + 1))
  return {
    header: { bizDate: shanghaiDay(), warehouseId, partnerId },
    lines: parts.slice(start, start + lines).map((partId) => ({ partId, qty: '2', price: '10' })),
  }
}

type Body = ReturnType<typeof typed>

const saves = ({ client }: Ground, { routes }: GoodsDef, body: Body): Promise<Known> =>
  client.call(routes.save, { body: body as never, idempotencyKey: crypto.randomUUID() })

async function savesAndApproves(ground: Ground, def: GoodsDef, body: Body): Promise<Known> {
  const { id, version } = await saves(ground, def, body)
  const call = { params: { id, action: 'approve' }, body: { version }, idempotencyKey: crypto.randomUUID() }
  return ground.client.call(def.routes.act, call) as Promise<Known>
}

const approvesAtOnce = (ground: Ground, def: GoodsDef, body: Body): Promise<Known> =>
  saves(ground, def, { ...body, action: { name: 'approve' } } as Body)

async function follows(ground: Ground, order: GoodsDef, target: GoodsDef, body: Body): Promise<Known> {
  const { id } = await approvesAtOnce(ground, order, body)
  const { header, lines } = await ground.client.call(drawSource, {
    params: { target: target.kind },
    body: { source: order.kind, documentId: id },
  })
  const drawn = {
    header: { ...body.header, ...only(header, target.header.shape) },
    lines: lines.map((line) => only(line, lineShape(target))),
  }
  return approvesAtOnce(ground, target, drawn as Body)
}

/** What of a drawn header or line belongs into the new document, without the names beside ids. */
const only = (drawn: object, shape: object) =>
  Object.fromEntries(Object.entries(drawn).filter(([name]) => Object.hasOwn(shape, name)))
