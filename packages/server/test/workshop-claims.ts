// Hands of the walk of the workshop see accident cars through: the case of an insurer is opened, handed in, judged, judged anew, and paid.
import { compare, isPositive, sub } from '@chepu/contract/kernel/decimal'
import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { repairSettlement } from '@chepu/contract/repair/settlement'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { completedOrder } from './workshop'
import { acts, collectFor, type Hand, type Order, readOrder, type Saved, saves, took } from './workshop-hand'

interface Case extends Saved {
  state: string
}

const caseOf = async ({ floor: { shop } }: Hand, orderId: number) => {
  const [found] = await shop.sql<Case>(
    `select id, version, state from repair_document
      where group_id = $1 and kind = 'insurance_case' and work_order_id = $2 and state <> 'voided'`,
    orderId,
  )
  return found
}

/** What the insurer was billed for an order, and what of it is open. */
const billed = async ({ floor: { shop } }: Hand, orderId: number) => {
  const [item] = await shop.sql<{ id: number; partnerId: number; original: string; balance: string }>(
    `select i.id, i.partner_id, i.original, i.balance from open_item i
      join repair_document s on s.group_id = i.group_id and s.id = i.source_id
      where i.group_id = $1 and i.source_kind = 'repair_settlement' and s.work_order_id = $2 and i.payer_type = 'insurance' and i.original > 0`,
    orderId,
  )
  return item
}

/** The next step of the case of an order; a case first where an insurer pays a line and none stands. */
export async function claim(hand: Hand, order: Order): Promise<void> {
  const { id, state } = order.header
  const lines = [...order.labour, ...order.materials, ...order.outsourced]
  if (!lines.some(({ payer }) => payer === 'insurance')) return
  const found = await caseOf(hand, id)
  if (!found) return ['settled', 'delivered', 'refunded'].includes(state) ? undefined : report(hand, order)
  const take = (action: string, input?: object) => acts(hand, insuranceCase, found, action, input)
  if (found.state === 'reported') return void (await take('assess'))
  if (found.state === 'submitted') return judge(hand, id, found)
  if (found.state === 'agreed') return pay(hand, id)
  if (found.state === 'paid' || found.state === 'refused') return
  if (!['settled', 'delivered'].includes(state)) {
    const isNew = !hand.floor.done.has('insurance_case.void')
    return void (await (isNew || hand.random.chance(0.3) ? take('void') : take('attach', { workOrderId: id })))
  }
  const sent = await take('handIn')
  if (sent) await judge(hand, id, { ...sent, state: 'submitted' })
}

async function report(hand: Hand, { header: { id: workOrderId, partnerId, vehicleId } }: Order): Promise<void> {
  const { random, floor } = hand
  const assessed = { surveyor: '定损员甲', assessedOn: shanghaiDay(), assessedLabour: '2000', assessedMaterial: '2000' }
  const taken = {
    deductible: random.pick(['0', '20.20']),
    depreciation: random.pick(['0', '3.33']),
    salvage: random.pick(['0', '5.05']),
  }
  const of = { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId, insurerId: floor.workshop.insurerId }
  const header = { ...of, caseNo: `BA${random.digits(8)}`, ...assessed, ...taken, papers: [] }
  const saved = await saves(hand, insuranceCase, { header })
  if (saved) await acts(hand, insuranceCase, saved, 'assess')
}

const verdicts = {
  all: 'all',
  shop: 'less, the shop bears the rest',
  customer: 'less, the customer owes the rest',
  nothing: 'nothing',
  papers: 'that papers are missing',
}
export const sayings: readonly string[] = Object.values(verdicts).map((word) => `insurer says ${word}`)

/** The insurer pays all, less at somebody's cost, or nothing; or he wants other papers. What he has not said yet he says first. */
async function judge(hand: Hand, id: number, found: Case, pays = 0.5): Promise<void> {
  const { random, floor } = hand
  const item = await billed(hand, id)
  const full = item?.original ?? '1'
  const less = compare(full, '7.77') > 0 ? sub(full, '7.77') : full
  const isNew = (word: string) => !floor.done.has(`insurer says ${word}`)
  const words = Object.entries(verdicts)
  const [verdict, word] = random.weighted(words.map((each): [typeof each, number] => [each, isNew(each[1]) ? 50 : 1]))
  const [action, input] = {
    all: ['agree', { amount: full }],
    shop: ['agree', { amount: less, rest: 'shop' }],
    customer: ['agree', { amount: less, rest: 'customer' }],
    nothing: ['refuse', undefined],
    papers: ['returned', undefined],
  }[verdict as keyof typeof verdicts] as [string, object | undefined]
  if (!(await acts(hand, insuranceCase, found, action, input))) return
  took(hand, `insurer says ${word}`)
  if (action === 'agree' && random.chance(pays)) await pay(hand, id)
}

/** The insurer pays what is open of his bill. */
async function pay(hand: Hand, orderId: number): Promise<void> {
  const item = await billed(hand, orderId)
  if (item && isPositive(item.balance)) await collectFor(hand, item)
  if ((await caseOf(hand, orderId))?.state === 'paid') took(hand, 'insurance_case is paid')
}

/** A car of an accident comes and is settled, so that there is something for insurers to say. */
export async function accident(hand: Hand): Promise<void> {
  const { floor, client, random } = hand
  const { shop, workshop } = floor
  const header = {
    bizDate: shanghaiDay(),
    ...random.pick(floor.cars),
    businessTypeId: workshop.businessTypeId,
    warehouseId: shop.warehouseId,
  }
  const insured = { payer: 'insurance' as const, payerPartnerId: workshop.insurerId }
  const labour = [{ name: '钣金', workerTypeId: workshop.workerTypeId, price: '900', ...insured }]
  const { id } = await completedOrder(shop, client, { header, labour })
  await report(hand, await readOrder(hand, id))
  const { partnerId, vehicleId } = header
  const draft = await saves(hand, repairSettlement, {
    header: { bizDate: shanghaiDay(), partnerId, vehicleId, workOrderId: id },
  })
  if (draft) await acts(hand, repairSettlement, draft, 'settle', {})
  floor.orders.push(id)
}

/** Cases of settled orders that nobody has handed in meanwhile are handed in. */
async function handInAll(hand: Hand): Promise<void> {
  const waiting = await hand.floor.shop.sql<{ id: number }>(
    `select o.id from repair_document c join repair_document o on o.group_id = c.group_id and o.id = c.work_order_id
      where c.group_id = $1 and c.kind = 'insurance_case' and c.state = 'in_repair' and o.state in ('settled', 'delivered') order by o.id`,
  )
  for (const { id } of waiting) await claim(hand, await readOrder(hand, id))
}

/** Some verdicts are taken back for others: while nobody is paying, since who pays holds the receivable before the case (ADR 0215). */
export async function reconsider(hand: Hand): Promise<void> {
  await handInAll(hand)
  for (let i = 0; i < sayings.length; i += 1) {
    const [judged] = await hand.floor.shop.sql<Case & { workOrderId: number }>(
      `select id, version, state, work_order_id from repair_document
        where group_id = $1 and kind = 'insurance_case' and state in ('agreed', 'paid', 'refused') order by state = 'paid', id desc limit 1`,
    )
    const undone = judged && (await acts(hand, insuranceCase, judged, 'undo'))
    if (undone) await judge(hand, judged.workOrderId, { ...undone, state: 'submitted' }, 0)
  }
}
