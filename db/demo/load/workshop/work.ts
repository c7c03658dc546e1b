// What becomes of an order: material is issued, technicians work, the work is checked, settled, and the car is given back (business/demo 5.3).
import { collection } from '@chepu/contract/finance/collection'
import { add, compare, type Decimal, sub, sumOf, truncate } from '@chepu/contract/kernel/decimal'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { workOrder } from '@chepu/contract/repair/work-order'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import { groupBy } from '../../../../packages/server/src/kernel/base/group-by'
import { checkFaults, returnReasons } from '../../workshop-jobs'
import type { Desk, Saved } from '../desk'
import { tradedPart } from '../shop'
import { paymentOf, spendingOf } from './spending'
import { type Order, readAgain, type Settled } from './visit'
import type { Workshop } from './workshop'

const labourOf = ({ lines }: Order) => lines.labour.filter(({ agreement }) => agreement === 'agreed')

/** Who knows a trade; where nobody does, they all help. */
function able({ technicians }: Workshop, trade: string | null): number[] {
  const found = technicians.filter(({ trades }) => trade !== null && trades.includes(trade))
  return (found.length > 0 ? found : technicians).map(({ employeeId }) => employeeId)
}

/** When work is meant to be done, as ISO 8601. */
interface Plan {
  plannedStart?: string
  plannedEnd?: string
}

/** Who works on the lines of an order, trade by trade; some work is shared. */
export async function giveOut(
  workshop: Workshop,
  order: Order,
  { to, bayId = null, plan = {} }: { to?: number; bayId?: number | null; plan?: Plan } = {},
): Promise<Order> {
  const { random, head } = workshop
  let moved = order
  for (const [trade, lines] of groupBy(labourOf(order), (line) => line.workerTypeName)) {
    const those = able(workshop, trade)
    const chosen = to === undefined ? random.pick(those) : to
    const others = those.filter((each) => each !== chosen)
    const technicians =
      others.length > 0 && to === undefined && random.chance(0.15)
        ? [
            { employeeId: chosen, share: '0.6' },
            { employeeId: random.pick(others), share: '0.4' },
          ]
        : [{ employeeId: chosen }]
    const body = { orderId: order.id, lineIds: lines.map(({ id }) => id), technicians, bayId, ...plan }
    const { version } = await head.call(dispatchCalls.assign, { body })
    moved = { ...moved, version }
  }
  return moved
}

/** Who presses the buttons of work: the technician who signs in where the order is his alone, else the manager. */
const presses = ({ technician, head }: Workshop, employeeId?: number): Desk =>
  technician && technician.employeeId === employeeId ? technician.desk : head

/** Work begins on all lines. */
export async function begin(workshop: Workshop, order: Order, by?: number): Promise<Order> {
  const body = { orderId: order.id, lineIds: labourOf(order).map(({ id }) => id) }
  const { version } = await presses(workshop, by).call(dispatchCalls.start, { body })
  return { ...order, version }
}

/** Work on all lines is done, and looked over by who did it. */
export async function finish(workshop: Workshop, order: Order, by?: number): Promise<Order> {
  const body = { orderId: order.id, lineIds: labourOf(order).map(({ id }) => id), selfCheck: true }
  const { version } = await presses(workshop, by).call(dispatchCalls.finish, { body })
  return { ...order, version }
}

/** The manager looks at all lines; what he finds is worked on again. */
export async function check(workshop: Workshop, order: Order, { ok }: { ok: boolean }): Promise<Order> {
  const lines = labourOf(order)
  const lineIds = (ok ? lines : lines.slice(0, 1)).map(({ id }) => id)
  const reason = ok ? '' : workshop.random.pick(checkFaults)
  const { version } = await workshop.head.call(dispatchCalls.check, {
    body: { orderId: order.id, lineIds, ok, reason },
  })
  return { ...order, version }
}

/** The last look, with a road test. */
export async function complete(workshop: Workshop, order: Order): Promise<Order> {
  const input = { roadTestKm: String(workshop.random.int(1, 5)) }
  const { version } = await workshop.head.act(workOrder.routes, savedOf(order), 'complete', { input })
  return { ...order, version }
}

/** All work on an order from its dispatch to the last look; some of it does not pass at once. */
export async function workOff(workshop: Workshop, order: Order): Promise<Order> {
  const given = await giveOut(workshop, order)
  if (labourOf(given).length === 0) return complete(workshop, given)
  const begun = await begin(workshop, given)
  const finished = await finish(workshop, begun)
  if (!workshop.random.chance(0.05)) return complete(workshop, await check(workshop, finished, { ok: true }))
  const failed = await check(workshop, finished, { ok: false })
  const [line] = labourOf(failed)
  const again = { orderId: order.id, lineIds: [line?.id as number], selfCheck: true }
  const { version } = await workshop.head.call(dispatchCalls.finish, { body: again })
  return complete(workshop, await check(workshop, { ...failed, version }, { ok: true }))
}

export const savedOf = ({ id, version }: Order): Saved => ({ id, version, billNo: '', state: '' })

/** Issues what an order waits for, in one go or, with `inTwo`, as the goods are found; returns the last picking. */
export async function issue(
  workshop: Workshop,
  order: Order,
  { inTwo = false, only }: { inTwo?: boolean; only?: number } = {},
): Promise<Saved | null> {
  const wanted = order.lines.materials.filter(
    ({ isCustomerSupplied, agreement }) => !isCustomerSupplied && agreement === 'agreed',
  )
  const lines = wanted.slice(0, only).map(({ id, partId, qty }) => ({ partId, qty, workOrderLineId: id }))
  const parts = inTwo && lines.length > 1 ? [lines.slice(0, 1), lines.slice(1)] : [lines]
  let picked: Saved | null = null
  for (const part of parts.filter(({ length }) => length > 0)) {
    picked = await workshop.shop.desks.keeper.save(picking.routes, {
      header: pickingHeader(workshop, order),
      lines: part,
      action: { name: 'approve' },
    })
  }
  return picked
}

const pickingHeader = ({ warehouseId }: Workshop, { id, visit }: Order) => ({
  bizDate: visit.day,
  warehouseId,
  workOrderId: id,
})

/** A piece was the wrong one: it comes back, and another one is issued in its place. */
export async function exchange(workshop: Workshop, order: Order, picked: Saved): Promise<void> {
  const { keeper } = workshop.shop.desks
  const { lines } = await keeper.call(picking.routes.read, { params: { id: picked.id } })
  const line = lines.find(({ partId }) => !tradedPart(workshop.shop, partId).batchManaged)
  if (!line) return
  const header = pickingHeader(workshop, order)
  const { partId, workOrderLineId } = line
  await keeper.save(pickingReturn.routes, {
    header: { ...header, reason: workshop.random.pick(returnReasons) },
    lines: [{ sourceLineId: line.id, partId, qty: '1' }],
    action: { name: 'approve' },
  })
  await keeper.save(picking.routes, {
    header,
    lines: [{ partId, qty: '1', workOrderLineId }],
    action: { name: 'approve' },
  })
}

/** The customer pays something ahead for his order. */
export async function payDeposit({ shop }: Workshop, order: Order, amount: Decimal): Promise<void> {
  const { cashier } = shop.desks
  await cashier.save(collection.routes, {
    header: {
      bizDate: order.visit.day,
      partnerId: order.visit.car.partnerId,
      purpose: 'deposit',
      sourceKind: workOrder.kind,
      sourceId: order.id,
      remark: '维修订金',
    },
    tenders: [{ storeAccountId: shop.book.id('account', `${shop.orgCode}/WX`), amount }],
    items: [],
    action: { name: 'approve' },
  })
}

interface Bill {
  /** The day on which it is settled. */
  on: string
  /** What the customer has paid ahead for the order. */
  deposit?: Decimal
  /** What the customer owes of what an insurer has assessed. */
  ofInsured?: Decimal
  /** Fen, and some yuan more, that are waived. */
  discount?: 'fen' | 'yuan'
  /** Coupons that he brings. */
  couponNos?: readonly string[] | undefined
}

/** What the customer owes of an order. */
const dueOf = ({ lines }: Order): Decimal =>
  sumOf(
    [
      ...lines.labour,
      ...lines.materials.filter(({ isConsumable }) => !isConsumable),
      ...lines.extras,
      ...lines.outsourced,
    ].filter(({ payer, agreement }) => payer === 'customer' && agreement === 'agreed'),
    ({ netAmount }) => netAmount ?? '0',
  )

function discountOf(due: Decimal, discount: Bill['discount']): Decimal {
  const fen = sub(due, truncate(due, 0))
  return discount === undefined || compare(due, '20') < 0 ? '0' : discount === 'fen' ? fen : '10'
}

/** Settles an order as its customer pays it; gifts are let pass by the owner. */
export async function settle(workshop: Workshop, order: Order, bill: Bill): Promise<Settled> {
  const { deposit = '0', ofInsured = '0', discount, couponNos = [] } = bill
  const gross = dueOf(order)
  const isSimple = deposit === '0' && ofInsured === '0'
  const spends = isSimple && (couponNos.length > 0 || workshop.members.has(order.visit.car.partnerId))
  const spent = spends ? await spendingOf(order, couponNos) : null
  const orderDiscount = spent ? '0' : discountOf(gross, discount)
  const due = spent?.due ?? sub(add(gross, ofInsured), orderDiscount)
  const input = { ...paymentOf(workshop, order.visit.car, due, deposit), ...(spent && { cards: spent.cards }) }
  const desk = order.visit.adviser.desk
  const isGift = order.lines.labour.some(({ payer }) => payer === 'gift')
  const draft = await desk.save(repairSettlement.routes, {
    header: {
      ...settlementHeader(order, bill.on),
      orderDiscount,
      ...spent?.given,
    },
    ...(!isGift && { action: { name: 'settle', input } }),
  })
  const settled = { ...order, settlementId: draft.id }
  if (!isGift) return settled
  const { boss } = workshop.shop.desks
  const passed = await boss.act(repairSettlement.routes, draft, 'passDiscount', { reason: '老客户赠送洗车' })
  await desk.act(repairSettlement.routes, passed, 'settle', { input })
  return settled
}

export const settlementHeader = ({ id, visit: { car } }: Order, bizDate: string) => ({
  bizDate,
  partnerId: car.partnerId,
  vehicleId: car.id,
  workOrderId: id,
})

/** The car is given back, with when it should come again. */
export async function handOver(workshop: Workshop, order: Order): Promise<void> {
  const settled = await readAgain(order)
  const isMaintained = order.visit.job.businessType === '保养'
  const input = isMaintained
    ? { nextMaintenanceOn: addDays(order.visit.day, 120), nextMaintenanceKm: nextKm(order) }
    : {}
  await workshop.head.act(workOrder.routes, savedOf(settled), 'handover', { input })
}

const nextKm = ({ lines }: Order): string => sumOf([lines.header.mileage ?? '0', '7500'], (each) => truncate(each, 0))
