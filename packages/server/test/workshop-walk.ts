// One hand in the workshop: adviser, dispatcher, keeper or cashier, who takes one random step after another on cars and parts that all share.
import { collection } from '@chepu/contract/finance/collection'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { dispatchCalls } from '@chepu/contract/repair/dispatch'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { setValuation } from '@chepu/contract/repair/valuation'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { shanghaiDay } from '../src/kernel/base/calendar'
import {
  acts,
  collectFor,
  type Hand,
  money,
  type Order,
  passes,
  readOrder,
  type Saved,
  saves,
  send,
  settlementOf,
  took,
} from './workshop-hand'
import { givenByCards, paymentByCard, sellCard, undoVoucher } from './workshop-cards'
import { claim } from './workshop-claims'
import { refund, undoRefund } from './workshop-refunds'
import { makeRoom, warrantySteps } from './workshop-warranty'

type Row = Record<string, unknown>

/** Who pays for a line: mostly the customer. */
const payer = ({ random, floor: { workshop, makerIds, departmentId } }: Hand): Row =>
  random.weighted<Row>([
    [{ payer: 'customer' }, 6],
    [{ payer: 'insurance', payerPartnerId: workshop.insurerId }, 2],
    [{ payer: 'warranty', payerPartnerId: random.pick(makerIds) }, 2],
    [{ payer: 'internal', payerDepartmentId: departmentId }, 1],
    [{ payer: 'gift' }, 1],
  ])

const job = (hand: Hand): Row => ({
  name: hand.random.pick(['保养', '换制动片', '钣金']),
  workerTypeId: hand.floor.workshop.workerTypeId,
  price: money(hand, 300),
  discountRate: hand.random.pick(['1', '1', '0.95']),
  ...payer(hand),
})
const material = (hand: Hand): Row => ({
  partId: hand.random.pick(Object.values(hand.floor.shop.parts)),
  qty: String(hand.random.int(1, 4)),
  price: money(hand, 200),
  isConsumable: hand.random.chance(0.1),
  isCustomerSupplied: hand.random.chance(0.1),
  ...payer(hand),
})
const outsourced = (hand: Hand): Row => ({
  name: '轮毂修复',
  supplierId: hand.floor.shop.supplierId,
  price: money(hand, 400),
  purchaseAmount: money(hand, 200),
  ...payer(hand),
})
const some = <Line>({ random }: Hand, most: number, line: () => Line): Line[] =>
  Array.from({ length: random.int(0, most) }, line)

async function open(hand: Hand): Promise<void> {
  const { random, floor } = hand
  const { shop, workshop } = floor
  const header = {
    bizDate: shanghaiDay(),
    ...random.pick(floor.cars),
    businessTypeId: workshop.businessTypeId,
    warehouseId: shop.warehouseId,
  }
  const sections = {
    labour: [job(hand), ...some(hand, 1, () => job(hand))],
    materials: [material(hand), ...some(hand, 1, () => material(hand))],
    extras: some(hand, 1, () => ({ name: '救援费', price: money(hand, 80), taxRate: '0' })),
    outsourced: random.chance(0.2) ? [outsourced(hand)] : [],
  }
  const saved = await saves(hand, workOrder, { header, ...sections })
  if (saved) floor.orders.push(saved.id)
}

/** An order is changed as its editor would: lines added, more or less of one, one taken out. */
async function change(hand: Hand, order: Order): Promise<void> {
  const { random } = hand
  const { header, ...view } = order
  const labour = [...view.labour] as Row[]
  const materials = view.materials.map((line): Row => ({ ...line, labourNo: null }))
  const what = random.int(0, 4)
  if (what === 0) labour.push(job(hand))
  if (what === 1) materials.push(material(hand))
  if (what === 2) materials.pop()
  if (what === 3) labour.pop()
  if (what === 4 && materials[0]) materials[0] = { ...materials[0], qty: String(random.int(1, 5)) }
  const { id, version } = header
  await saves(hand, workOrder, {
    id,
    version,
    header,
    labour,
    materials,
    extras: view.extras,
    outsourced: view.outsourced,
  })
}

/** His word on what is open; now and then he does without a line. */
function consent({ random }: Hand, { labour, materials }: Order): object {
  const open = [...labour, ...materials].filter(({ agreement }) => agreement === 'open')
  const declined = open.length > 1 && random.chance(0.2) ? [{ lineId: open[0]?.id, reason: '价格' }] : []
  return { method: 'phone', by: '车主', declined }
}

/** What an order needs next of the workshop: lines that are done are checked before others are finished, begun, or given to somebody. */
async function work(hand: Hand, { header, labour }: Order): Promise<void> {
  const agreed = labour.filter(({ agreement }) => agreement === 'agreed')
  const inState = (state: string) => agreed.filter(({ workState }) => workState === state)
  const waiting = inState('waiting')
  const needs = [
    {
      what: 'check',
      lines: inState('finished'),
      more: hand.random.chance(0.9) ? { ok: true } : { ok: false, reason: '异响' },
    },
    { what: 'finish', lines: inState('working'), more: { selfCheck: true } },
    { what: 'start', lines: waiting.filter(({ technicians: people }) => people !== null), more: {} },
    { what: 'assign', lines: waiting.filter(({ technicians: people }) => people === null), more: technicians(hand) },
  ] as const
  const next = needs.find(({ lines }) => lines.length > 0)
  if (!next) return
  const body = { orderId: header.id, lineIds: next.lines.map(({ id }) => id), ...next.more }
  await send(hand, `dispatch.${next.what}`, dispatchCalls[next.what], { body })
}

const technicians = ({ random, floor: { workshop } }: Hand) => {
  const lead = { employeeId: workshop.technicianId }
  return {
    technicians: random.chance(0.5)
      ? [lead]
      : [
          { ...lead, share: '0.3333' },
          { employeeId: workshop.helperId, share: '0.6667' },
        ],
  }
}

const goodsHeader = ({ floor: { shop } }: Hand, orderId: number) => ({
  bizDate: shanghaiDay(),
  warehouseId: shop.warehouseId,
  workOrderId: orderId,
})

/** Whole pieces of each material line that the warehouse has still to issue, less than nothing of those that want less by now. */
const toIssue = ({ materials }: Order) =>
  materials
    .filter(({ isCustomerSupplied, agreement }) => !isCustomerSupplied && agreement !== 'declined')
    .map(({ id, partId, qty, issuedQty, returnedQty }) => ({
      partId,
      workOrderLineId: id,
      rest: Number.parseInt(qty, 10) - Number.parseInt(issuedQty, 10) + Number.parseInt(returnedQty, 10),
    }))
    .filter(({ rest }) => rest > 0)

async function issue(hand: Hand, order: Order): Promise<void> {
  const { random } = hand
  const wanted = toIssue(order)
  const lines = wanted.map(({ rest, ...line }) => ({
    ...line,
    qty: String(random.chance(0.8) ? rest : random.int(1, rest + 1)),
  }))
  const seen = wanted.map(({ rest, workOrderLineId }) => ({ workOrderLineId, waitingQty: String(rest) }))
  if (lines.length > 0) await passes(hand, picking, { header: goodsHeader(hand, order.header.id), lines }, { seen })
}

/** The last check, mostly of cars that have all their material. */
async function complete(hand: Hand, order: Order): Promise<void> {
  if (toIssue(order).length > 0 && hand.random.chance(0.9)) return issue(hand, order)
  await acts(hand, workOrder, order.header, 'complete', {})
}

async function giveBack(hand: Hand, { header }: Order): Promise<void> {
  const { random, floor } = hand
  const taken = await floor.shop.sql<{ id: number; partId: number; rest: number }>(
    `select l.id, l.part_id, trunc(l.qty - l.returned_qty)::int as rest from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where d.group_id = $1 and d.kind = 'picking' and d.state = 'done' and d.work_order_id = $2 and l.qty - l.returned_qty >= 1`,
    header.id,
  )
  if (taken.length === 0) return
  const { id, partId, rest } = random.pick(taken)
  const lines = [{ partId, sourceLineId: id, qty: String(random.int(1, rest)) }]
  await passes(hand, pickingReturn, { header: { ...goodsHeader(hand, header.id), reason: '多领' }, lines })
}

/** Undoes one of the goods documents of an order, rather a return, of which there are few. */
async function undo(hand: Hand, { header }: Order): Promise<void> {
  const rows = await hand.floor.shop.sql<Saved & { kind: string }>(
    `select id, version, kind from goods_document where group_id = $1 and work_order_id = $2 and state = 'done' order by id`,
    header.id,
  )
  if (rows.length === 0) return
  const returns = rows.filter(({ kind }) => kind === pickingReturn.kind)
  const doc = hand.random.pick(returns.length > 0 && hand.random.chance(0.8) ? returns : rows)
  await acts(hand, doc.kind === 'picking' ? picking : pickingReturn, doc, 'unapprove')
}

async function value(hand: Hand, { header, materials }: Order): Promise<void> {
  const issued = materials.filter(({ issuedQty, isConsumable }) => !isConsumable && Number.parseInt(issuedQty, 10) > 0)
  if (issued.length === 0) return
  const { id: lineId } = hand.random.pick(issued)
  const lines = [{ lineId, price: money(hand, 200), ...(hand.random.chance(0.4) && payer(hand)) }]
  await send(hand, 'mat_valuation.set', setValuation, {
    params: { id: header.id },
    body: { version: header.version, lines },
  })
}

async function draftSettlement(hand: Hand, { header, ...sections }: Order): Promise<void> {
  const { random, floor } = hand
  const { id: workOrderId, partnerId, vehicleId } = header
  const isInsured = [...sections.labour, ...sections.materials].some(({ payer: who }) => who === 'insurance')
  const insurers = [
    {
      partnerId: floor.workshop.insurerId,
      deductible: random.pick(['0', '10.55']),
      salvage: random.pick(['0', '5.05']),
    },
  ]
  const byCards = await givenByCards(hand, workOrderId)
  const discount = { orderDiscount: random.pick(['0', '7.77']) }
  const given = { ...discount, ...byCards, ...(isInsured && random.chance(0.7) && { insurers }) }
  await saves(hand, repairSettlement, {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId, ...given },
  })
}

/** The customer pays all, some, nothing, or with what he has paid ahead. */
async function settle(hand: Hand, order: Order): Promise<void> {
  const { random, floor } = hand
  const settlement = await settlementOf(hand, order.header.id)
  if (!settlement) return draftSettlement(hand, order)
  const due = settlement.customerDue ?? '0.00'
  const cash = (amount: string) => [{ storeAccountId: floor.shop.cashId, amount }]
  const byCard = random.chance(0.5) ? await paymentByCard(hand, order.header.id, due) : undefined
  if (byCard && (await acts(hand, repairSettlement, settlement, 'settle', byCard))) return took(hand, 'card pays')
  const input = random.weighted<object>([
    [{ tenders: cash(due) }, due === '0.00' ? 0.1 : 4],
    [{ tenders: cash('1.11') }, 2],
    [{}, 3],
    [{ advance: '3.33', tenders: cash('2.22') }, 3],
    [{ advance: '12.34' }, 2],
  ])
  await acts(hand, repairSettlement, settlement, 'settle', input)
}

async function onSettlement(hand: Hand, { header }: Order, action: 'unapprove' | 'void'): Promise<void> {
  const settlement = await settlementOf(hand, header.id)
  if (settlement) await acts(hand, repairSettlement, settlement, action)
}

/** Money ahead: for an order, or for none. */
async function payAhead(hand: Hand, { header }: Order): Promise<void> {
  const { random, floor } = hand
  const deposit = { purpose: 'deposit', sourceKind: 'work_order', sourceId: header.id }
  const slip = {
    bizDate: shanghaiDay(),
    partnerId: header.partnerId,
    ...(random.chance(0.6) ? deposit : { purpose: 'advance' }),
  }
  await passes(hand, collection, {
    header: slip,
    tenders: [{ storeAccountId: floor.shop.cashId, amount: money(hand, 40) }],
    items: [],
  })
}

/** Somebody pays a part of what he owes, and mostly it stays so. */
async function collect(hand: Hand): Promise<void> {
  const { random, floor } = hand
  const owed = await floor.shop.sql<{ id: number; partnerId: number; balance: string }>(
    `select id, partner_id, balance from open_item where group_id = $1 and side = 'AR' and balance > 0 and not is_unconfirmed and (tab <> 'warranty' or source_kind = 'warranty_settlement') order by id desc limit 8`,
  )
  if (owed.length === 0) return
  const slip = await collectFor(hand, random.pick(owed))
  if (slip && random.chance(0.5)) await acts(hand, collection, slip, 'unapprove')
}

/** The counter beside sells and buys the same parts. */
const trade = (hand: Hand, isSale: boolean) => {
  const { shop, cars } = hand.floor
  const partnerId = isSale ? hand.random.pick(cars).partnerId : shop.supplierId
  const lines = Object.values(shop.parts).map((partId) => ({
    partId,
    qty: String(isSale ? hand.random.int(1, 2) : hand.random.int(1, 6)),
    price: money(hand, 90),
  }))
  const header = { bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId }
  return passes(hand, isSale ? salesDelivery : goodsReceipt, { header, lines })
}

interface Step {
  weight: number
  /** In which an order must be; any when it says none. */
  states?: readonly string[]
  take(hand: Hand, order: Order): Promise<unknown>
}
const orderStep = (
  action: string,
  weight: number,
  states: readonly string[],
  input?: (hand: Hand, order: Order) => object,
): Step => ({
  weight,
  states,
  take: (hand, order) => acts(hand, workOrder, order.header, action, input?.(hand, order)),
})
const worked: readonly string[] = issuingStates
const inShop = [...worked, 'completed']

/** What the hands of each post do. */
const steps = {
  adviser: [
    { weight: 0.8, take: open },
    { weight: 1, states: ['estimating', ...inShop], take: change },
    orderStep('confirm', 8, ['estimating'], consent),
    orderStep('confirmAdded', 5, inShop, consent),
    { weight: 4, states: inShop, take: claim },
    orderStep('reopen', 0.7, ['completed']),
    orderStep('cancel', 0.5, ['estimating', ...inShop]),
  ],
  dispatcher: [
    { weight: 12, states: worked, take: work },
    orderStep('pause', 2, ['in_progress'], () => ({ kind: 'parts' })),
    orderStep('resume', 5, ['paused']),
    { weight: 20, states: ['waiting_check'], take: complete },
  ],
  keeper: [
    { weight: 7, states: worked, take: issue },
    { weight: 2, states: inShop, take: giveBack },
    { weight: 1.5, states: [...inShop, 'settled'], take: undo },
    { weight: 0.8, states: inShop, take: value },
    { weight: 0.5, take: (hand) => trade(hand, false) },
  ],
  cashier: [
    { weight: 9, states: ['completed'], take: settle },
    { weight: 0.5, states: inShop, take: draftSettlement },
    { weight: 1, states: inShop, take: payAhead },
    { weight: 0.4, states: inShop, take: (hand, order) => onSettlement(hand, order, 'void') },
    { weight: 2, states: ['settled', 'delivered'], take: (hand, order) => onSettlement(hand, order, 'unapprove') },
    orderStep('handover', 1, ['settled'], () => ({})),
    { weight: 1.2, states: ['settled', 'delivered'], take: refund },
    { weight: 0.6, states: ['settled', 'delivered'], take: makeRoom },
    { weight: 1, states: ['settled', 'delivered', 'refunded'], take: undoRefund },
    { weight: 2.5, states: ['settled', 'delivered'], take: claim },
    { weight: 0.5, take: collect },
    { weight: 1.2, take: sellCard },
    { weight: 0.8, take: undoVoucher },
    { weight: 0.5, take: (hand) => trade(hand, true) },
  ],
  warranty: warrantySteps,
} satisfies Record<string, readonly Step[]>
export type Post = keyof typeof steps

/** Takes one step of the post on one of the latest orders: mostly one that fits, now and then one that does not. */
export async function takeStep(hand: Hand, post: Post): Promise<void> {
  const { random, floor } = hand
  const latest = floor.orders.slice(-8)
  if (latest.length < 3) return open(hand)
  const all: readonly Step[] = steps[post]
  const order = await readOrder(hand, random.chance(0.8) ? await wanted(hand, latest, all) : random.pick(floor.orders))
  const fitting = all.filter(({ states }) => !states || states.includes(order.header.state))
  const choices = fitting.length > 0 && !random.chance(0.05) ? fitting : all
  await random.weighted(choices.map((step): [Step, number] => [step, step.weight])).take(hand, order)
}

/** One of the orders, mostly one for which there is much to do at the post: a cashier looks for those that are to be settled. */
async function wanted({ random, floor }: Hand, ids: readonly number[], all: readonly Step[]): Promise<number> {
  const orders = await floor.shop.sql<{ id: number; state: string }>(
    'select id, state from repair_document where group_id = $1 and id = any ($2::bigint[]) order by id',
    ids,
  )
  const toDo = (state: string) =>
    all.reduce((sum, { states, weight }) => sum + (states?.includes(state) ? weight : 0), 0)
  return random.weighted(orders.map(({ id, state }): [number, number] => [id, 0.5 + toDo(state)]))
}
