// Goods go from the trading company to the shops (business/demo 5.1): asked for, sent, received, and now and then short or broken.
import { compare, sub } from '@chepu/contract/kernel/decimal'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { type Outcome, transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { Refused, type Saved } from './desk'
import { type DemoShop, sellable, stockOf, tradedPart } from './shop'

/** What the company has sent, and what of it the shops had asked for. */
const shipments = 42
const asked = 20
/** Goods that are still under way, and those of which something came short or broken. */
const underWay = [0, 1]
const short = 2
const broken = 3

/** Plays the transfers of the last weeks, the latest ones first: those are still under way. */
export async function playTransfers(from: DemoShop, shops: readonly DemoShop[], today: string): Promise<void> {
  let made = 0
  // A day's goods may be gone by now; then they are sent on another day.
  for (let i = 0; i < shipments * 2 && made < shipments; i += 1) {
    const to = shops[i % shops.length] as DemoShop
    const day = addDays(today, -Math.min(20, Math.floor(made / 3)))
    const sent = await send(from, to, day, made < asked)
    if (!sent) continue
    if (!underWay.includes(made)) await receive(from, to, sent, made)
    made += 1
  }
}

/** Sends a few parts, of a request or by itself; null when they are not there on that day. */
async function send(from: DemoShop, to: DemoShop, day: string, isAsked: boolean): Promise<Saved | null> {
  const { boss } = from.desks
  const body = await basket(from, to, day)
  try {
    const draft = isAsked ? await ofRequest(from, to, body, day) : await boss.save(transferOrder.routes, body)
    const approved = await boss.act(transferOrder.routes, draft, 'approve')
    return await boss.act(transferOrder.routes, approved, 'ship')
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

async function basket(from: DemoShop, to: DemoShop, day: string) {
  const { random, book } = from
  const goods = sellable(from)
  const places = (await stockOf(from)).filter(
    ({ partId, available }) =>
      goods.has(partId) && !tradedPart(from, partId).batchManaged && compare(available, '12') >= 0,
  )
  const { warehouseId } = random.pick(places)
  const lines = random
    .sample(
      places.filter((place) => place.warehouseId === warehouseId),
      random.int(1, 3),
    )
    .map(({ partId }) => ({ partId, qty: String(random.int(2, 3)) }))
  return {
    header: {
      bizDate: day,
      warehouseId,
      counterOrgId: to.orgId,
      toWarehouseId: book.id('warehouse', `${to.orgCode}/ZC`),
    },
    lines,
  }
}

type Basket = Awaited<ReturnType<typeof basket>>

/** The shop asks for the goods, and the company makes a transfer of what it has approved. */
async function ofRequest(from: DemoShop, to: DemoShop, { header, lines }: Basket, day: string): Promise<Saved> {
  const asking = { warehouseId: header.toWarehouseId, counterOrgId: from.orgId, toWarehouseId: header.warehouseId }
  const draft = await to.desks.boss.save(transferRequest.routes, { header: { bizDate: day, ...asking }, lines })
  const submitted = await to.desks.boss.act(transferRequest.routes, draft, 'submit')
  const approved = await from.desks.boss.act(transferRequest.routes, submitted, 'approve')
  const drawn = await from.desks.boss.call(drawSource, {
    params: { target: transferOrder.kind },
    body: { source: transferRequest.kind, documentId: approved.id },
  })
  return from.desks.boss.save(transferOrder.routes, {
    header: { ...drawn.header, bizDate: day },
    lines: drawn.lines.map(({ partId, qty, sourceLineId }) => ({ partId, qty, sourceLineId })),
  })
}

/** The shop receives what was sent; of two shipments one piece did not come as it should, which a side then bears. */
async function receive(from: DemoShop, to: DemoShop, sent: Saved, number: number): Promise<void> {
  const { header, lines } = await to.desks.boss.call(transferOrder.routes.read, { params: { id: sent.id } })
  const isPoor = number === short || number === broken
  const post = async (by: DemoShop, outcome: Outcome, rows: object[]) => {
    const isSource = by === from
    const body = {
      header: {
        bizDate: header.bizDate,
        warehouseId: isSource ? header.warehouseId : header.toWarehouseId,
        toWarehouseId: isSource ? header.toWarehouseId : header.warehouseId,
        counterOrgId: isSource ? to.orgId : from.orgId,
        outcome,
      },
      lines: rows,
    }
    await by.desks.boss.act(transferReceipt.routes, await by.desks.boss.save(transferReceipt.routes, body), 'approve')
  }
  const missing = number === short ? { shortQty: '1' } : { damagedQty: '1' }
  const came = lines.map(({ id, partId, qty }, i) => ({
    partId,
    sourceLineId: id,
    qty: isPoor && i === 0 ? sub(qty, '1') : qty,
    ...(isPoor && i === 0 && missing),
  }))
  await post(to, 'arrived', came)
  const [first] = lines
  const rest = [{ partId: first?.partId, sourceLineId: first?.id, qty: '1' }]
  if (number === short) await post(from, 'lost_source', rest)
  if (number === broken) await post(to, 'lost_dest', rest)
}
