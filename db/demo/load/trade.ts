import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { enterOpeningStock, giveBackToSupplier, type OpenOrder, order, receive } from './buying'
import { countDays, countStock, leaveCounting } from './counting'
import { collectByCarrier, tradeDirectly } from './direct'
import { Refused, type Saved } from './desk'
import { planKits } from './kits'
import { collect, pay, payAhead, setOff } from './money'
import { deliver, type OpenSalesOrder, takeBack, takeOrder } from './selling'
import type { DemoShop } from './shop'
import { planWorkshop } from './workshop'

/** How many documents of each kind an org makes in its months (business/demo 5.1). */
export interface Volume {
  orders: number
  receipts: number
  purchaseReturns: number
  salesOrders: number
  deliveries: number
  salesReturns: number
  collections: number
  payments: number
  setOffs: number
  advances: number
  counts: number
  directTrades: number
  carrierMoney: number
}

/** What a day has to be done; a count closes it. */
type Job = Exclude<keyof Volume, 'counts'>

/** The order of a shop's day: goods come in before they are sold, money is counted in the evening. */
const dayOrder: Job[] = [
  'orders',
  'receipts',
  'purchaseReturns',
  'salesOrders',
  'deliveries',
  'salesReturns',
  'advances',
  'collections',
  'payments',
  'setOffs',
  'directTrades',
  'carrierMoney',
]

interface Desktop {
  orders: OpenOrder[]
  salesOrders: OpenSalesOrder[]
  receipts: Saved[]
  deliveries: Saved[]
}

/** Plays an org's months of trade day by day, from its opening stock to today. */
export async function playTrade(
  shop: DemoShop,
  volume: Volume,
  days: { openingOn: string; firstDay: string; today: string },
): Promise<void> {
  await enterOpeningStock(shop, days.openingOn)
  const desktop: Desktop = { orders: [], salesOrders: [], receipts: [], deliveries: [] }
  // The last count is under way when the demo begins.
  const counting = countDays(volume.counts - 1, days.firstDay, days.today)
  const workOnKits = planKits(shop, days.firstDay, days.today)
  const workshop = await planWorkshop(shop, days)
  for (const [day, jobs] of plan(shop, volume, days.firstDay, days.today)) {
    for (const job of dayOrder) {
      for (let i = 0; i < (jobs.get(job) ?? 0); i += 1) await work(shop, desktop, job, day)
    }
    if (counting.has(day)) await countStock(shop, day)
    await workOnKits(day)
    await workshop?.workOn(day)
  }
  await leaveOpenEnds(shop, days.today)
  await leaveCounting(shop, days.today)
  await workshop?.leaveOpen()
}

/** Spreads the documents over the days; Sundays are quiet. */
function plan(shop: DemoShop, volume: Volume, firstDay: string, today: string): Map<string, Map<Job, number>> {
  const days: [string, number][] = []
  for (let day = firstDay; day <= today; day = addDays(day, 1)) {
    days.push([day, new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? 3 : 10])
  }
  const jobs = new Map(days.map(([day]) => [day, new Map<Job, number>()]))
  for (const job of dayOrder) {
    for (let i = 0; i < volume[job]; i += 1) {
      const own = jobs.get(shop.random.weighted(days)) as Map<Job, number>
      own.set(job, (own.get(job) ?? 0) + 1)
    }
  }
  return jobs
}

async function work(shop: DemoShop, desktop: Desktop, job: Job, day: string): Promise<void> {
  const { random } = shop
  switch (job) {
    case 'orders':
      desktop.orders.push(await order(shop, day))
      return
    case 'receipts': {
      const from = desktop.orders.length > 0 && random.chance(0.75) ? (desktop.orders.shift() ?? null) : null
      desktop.receipts.push(await receive(shop, day, from, random.chance(0.2)))
      return
    }
    case 'purchaseReturns':
      return undo(desktop.receipts, (receipt) => giveBackToSupplier(shop, day, receipt))
    case 'salesOrders': {
      const taken = await takeOrder(shop, day)
      if (taken) desktop.salesOrders.push(taken)
      return
    }
    case 'deliveries': {
      const from = desktop.salesOrders.length > 2 ? (desktop.salesOrders.shift() ?? null) : null
      const delivery = await deliver(shop, day, from)
      if (delivery) desktop.deliveries.push(delivery)
      return
    }
    case 'salesReturns':
      return undo(desktop.deliveries, (delivery) => takeBack(shop, day, delivery))
    case 'collections':
      return untilDone(() => collect(shop, day, { discount: random.chance(0.08) }))
    case 'payments':
      return untilDone(() => pay(shop, day))
    case 'advances':
      return payAhead(shop, day, random.chance(0.6) ? 'AR' : 'AP')
    case 'setOffs':
      await setOff(shop, day, random.chance(0.7) ? 'AR' : 'AP')
      return
    case 'directTrades':
      return tradeDirectly(shop, day)
    case 'carrierMoney':
      return collectByCarrier(shop, day)
  }
}

/** Tries another partner when the one drawn could not be settled with. */
async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 3; i += 1) if (await attempt()) return
}

/** Works on the latest document that allows it: what came in may have been sold on meanwhile. */
async function undo(documents: Saved[], act: (doc: Saved) => Promise<void>): Promise<void> {
  for (const doc of documents.slice(-4).toReversed()) {
    try {
      await act(doc)
      return
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
}

/** Leaves every state and every button something to do: documents waiting, voided, undone and reversed, and a sale today. */
async function leaveOpenEnds(shop: DemoShop, today: string): Promise<void> {
  const { buyer, seller, boss } = shop.desks
  for (let i = 0; i < 4; i += 1) {
    const waiting = await order(shop, today)
    const again = await boss.act(purchaseOrder.routes, waiting, 'unapprove', { reason: '改数量' })
    await buyer.act(purchaseOrder.routes, again, 'submit')
  }
  for (let i = 0; i < 3; i += 1) {
    const posted = await receive(shop, today, null, false)
    if (i === 2) await boss.act(goodsReceipt.routes, posted, 'reverse', { reason: '供应商开错单' })
    else {
      const undone = await boss.act(goodsReceipt.routes, posted, 'unapprove', { reason: '单价录错' })
      if (i === 0) await buyer.act(goodsReceipt.routes, undone, 'void', { reason: '供应商取消送货' })
    }
  }
  for (let i = 0; i < 6; i += 1) {
    const delivery = await deliver(shop, today, null)
    if (delivery && i < 3) await boss.act(salesDelivery.routes, delivery, 'reverse', { reason: '客户拒收' })
  }
  for (let i = 0; i < 4; i += 1) {
    const taken = await takeOrder(shop, today)
    if (!taken) return
    const again = await boss.act(salesOrder.routes, taken, 'unapprove', { reason: '客户改单' })
    if (i < 3) await seller.act(salesOrder.routes, again, 'submit')
    else await seller.act(salesOrder.routes, again, 'void', { reason: '客户取消' })
  }
}
