// What the fast counter sells: work that is done while its customer waits, and goods (business/demo 5.5).
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { proposedUses } from '@chepu/contract/cards/deduction'
import { compare, type Decimal, min, sumOf } from '@chepu/contract/kernel/decimal'
import { repairLineMoney } from '@chepu/contract/kernel/repair-figures'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import { type CounterKnown, fastOrder } from '@chepu/contract/repair/fast-order'
import { refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { addDays, shanghaiDay } from '../../../../packages/server/src/kernel/base/calendar'
import { partners } from '../../partners'
import { createRandom, type Random } from '../../random'
import { fastJobs, soldGoods } from '../../workshop-jobs'
import { kilometresOn } from '../../vehicles'
import { sellable } from '../shop'
import { type JobLines, linesOf, suits } from './bodies'
import { paymentOf, takenOffCards } from './spending'
import { type Car, type Shelf, shelfOf, takeOff, type Workshop } from './workshop'

type Body = BodyOf<typeof fastOrder.settle>
type Bill = DataOf<typeof fastOrder.settle>

/** How many bills of work and of goods each shop has in the months and today. */
const volumes: Readonly<Record<string, { fast: number; goods: number }>> = {
  '02': { fast: 60, goods: 20 },
  '03': { fast: 150, goods: 30 },
}
/** Those of today, out of them. */
const ofToday = { fast: 4, goods: 2 }

interface Counter {
  workshop: Workshop
  random: Random
  today: string
  shelf: Shelf
}

/** What the counter does on the days behind, and today. */
export function planCounter(
  workshop: Workshop,
  { firstDay, today }: { firstDay: string; today: string },
): { workOn: (day: string) => Promise<void>; leaveOpen: () => Promise<void> } {
  const random = createRandom(`counter ${workshop.shop.orgCode}`)
  const volume = volumes[workshop.shop.orgCode] as { fast: number; goods: number }
  const days: [string, number][] = []
  for (let day = firstDay; day < today; day = addDays(day, 1))
    days.push([day, new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? 3 : 10])
  const drawn = (kind: 'fast' | 'goods') =>
    Array.from({ length: volume[kind] - ofToday[kind] }, () => random.weighted(days))
  const [fast, goods] = [drawn('fast'), drawn('goods')]
  const on = async (): Promise<Counter> => ({ workshop, random, today, shelf: await shelfOf(workshop) })
  return {
    async workOn(day) {
      const counter = await on()
      for (const _ of fast.filter((each) => each === day)) await sellWork(counter, day)
      for (const _ of goods.filter((each) => each === day)) await sellGoods(counter, day)
    },
    async leaveOpen() {
      await leaveToday(await on())
    },
  }
}

/** Members come more often. */
function nextCar({ workshop, random }: Counter): Car {
  const { cars, members } = workshop
  const own = cars.filter(({ carType }) => carType !== '重卡')
  return random.weighted(own.map((car) => [car, members.has(car.partnerId) ? 3 : 1] as const))
}

/** A car with a job that the shelf has goods for; a wash wants none. */
function nextJob(counter: Counter): { car: Car; lines: JobLines } {
  const { random, workshop, shelf } = counter
  for (;;) {
    const car = nextCar(counter)
    const job = random.weighted(fastJobs.filter((each) => suits(each, car)).map((each) => [each, each.weight] as const))
    const lines = linesOf({ ...workshop, random }, car, job, { shelf })
    if (lines) return { car, lines }
  }
}

const daysFrom = (day: string): number => Math.round((Date.parse(day) - Date.parse(shanghaiDay())) / 86_400_000)

function orderOf({ workshop, random }: Counter, car: Car, lines: JobLines, day: string) {
  const [contact] = car.owner.contacts
  return {
    header: {
      bizDate: day,
      partnerId: car.partnerId,
      vehicleId: car.id,
      warehouseId: workshop.warehouseId,
      salespersonId: random.pick(workshop.advisers).employeeId,
      contactName: contact?.name ?? car.owner.name,
      contactMobile: contact?.mobile ?? car.owner.mobile ?? '',
      mileage: kilometresOn(car, daysFrom(day)),
    },
    ...lines,
  }
}

/** Who does the work of a line: one who knows the trade, now and then two. */
function handsFor({ workshop, random }: Counter): { employeeId: number }[] {
  const able = workshop.technicians.filter(({ trades }) => trades.includes('机电'))
  const all = able.length > 0 ? able : workshop.technicians
  return random.sample(all, all.length > 1 && random.chance(0.12) ? 2 : 1).map(({ employeeId }) => ({ employeeId }))
}

/** Work that is written, done, issued and paid at once. */
async function sellWork(counter: Counter, day: string): Promise<Bill> {
  const { car, lines } = nextJob(counter)
  const order = orderOf(counter, car, lines, day)
  return settle(counter, { kind: 'fast', ...order, technicians: handsFor(counter) }, car)
}

/** Goods over the counter, half of them to who has a car here. */
async function sellGoods(counter: Counter, day: string): Promise<Bill & { materials: Goods }> {
  const { workshop, random } = counter
  const materials = goodsFor(counter)
  const car = random.chance(0.5) ? nextCar(counter) : null
  const own = car && orderOf(counter, car, { labour: [], materials: [] }, day).header
  const header = own ?? {
    bizDate: day,
    partnerId: workshop.shop.book.id('partner', walkInOf(workshop)),
    warehouseId: workshop.warehouseId,
    salespersonId: random.pick(workshop.advisers).employeeId,
  }
  return { ...(await settle(counter, { kind: 'goods', header, materials }, car)), materials }
}

type Goods = { partId: number; qty: Decimal; price: Decimal; taxRate: Decimal }[]

/** One or two things that a customer takes along. */
function goodsFor({ workshop, random, shelf }: Counter): Goods {
  const found = [...sellable(workshop.shop)].filter(
    ([partId, { part }]) => soldGoods.test(part.name) && compare(shelf.get(partId) ?? '0', '2') >= 0,
  )
  return random.sample(found, Math.min(found.length, random.int(1, 2))).map(([partId, { product, part }]) => {
    const qty = part.name.startsWith('雨刮') ? '2' : '1'
    takeOff(shelf, partId, qty)
    return { partId, qty, price: product.retailPrice ?? '0', taxRate: workshop.taxRate }
  })
}

const walkInOf = ({ shop }: Workshop): string => {
  const found = partners.find(
    ({ isSystem, orgCode, category }) => isSystem && category === '散客' && orgCode === shop.orgCode,
  )
  return found?.code ?? ''
}

/** Settles as the customer pays: by what is on his packages, then by his card as far as it goes. */
async function settle(counter: Counter, body: Body, car: Car | null): Promise<Bill> {
  const { workshop, random } = counter
  const { desk } = random.pick(workshop.advisers)
  const isMember = car !== null && workshop.members.has(car.partnerId)
  const known = isMember
    ? await desk.call(fastOrder.known, { query: { partnerId: car.partnerId, vehicleId: car.id, car: car.plate } })
    : null
  const packageUses = usesOf(body, known?.packageItems ?? [], car?.id ?? null)
  const total = totalOf(withoutCovered(body, packageUses), known?.rates ?? { labour: null, part: null })
  const spent = takenOffCards(known?.cards ?? [], { customerDue: total, giftMost: total })
  const owner = car?.owner ?? { settlementMethodCode: 'XJ' }
  const { tenders } = paymentOf({ ...workshop, random }, { owner }, spent.due, '0')
  return desk.call(fastOrder.settle, { body: { ...body, packageUses, payment: { cards: spent.cards, tenders } } })
}

type Uses = NonNullable<Body['packageUses']>

/** What packages cover as the page proposes it, by the places of the lines. */
function usesOf(
  { labour = [], materials = [], header }: Body,
  items: CounterKnown['packageItems'],
  vehicleId: number | null,
): Uses {
  const line = (
    place: number,
    of: { serviceItemId?: number | null; partId?: number | null; qty?: Decimal; isConsumable?: boolean },
  ) => ({
    id: place,
    payer: 'customer',
    serviceItemId: of.serviceItemId ?? null,
    partId: of.partId ?? null,
    qty: of.qty ?? '1',
    isUncharged: of.isConsumable ?? false,
  })
  const lines = [
    ...labour.map((each, i) => line(i, each)),
    ...materials.map((each, i) => line(firstMaterial + i, each)),
  ]
  // What is offered is good for this car; what it is worth decides about no line.
  const offered = items.map((item) => ({ ...item, vehicleId: null, carTypeId: null, valueLeft: '0', allocPrice: '0' }))
  const car = { vehicleId, carTypeId: null, bizDate: header.bizDate ?? shanghaiDay() }
  return proposedUses(lines, offered, car).map(({ lineId, cardItemId, times }) => ({
    section: lineId < firstMaterial ? ('labour' as const) : ('materials' as const),
    line: lineId % firstMaterial,
    cardItemId,
    times,
  }))
}
/** Places of materials come after those of labour. */
const firstMaterial = 1000

const withoutCovered = (body: Body, uses: Uses): Body => {
  const left = <Line>(section: 'labour' | 'materials', lines: readonly Line[] = []) =>
    lines.filter((_, i) => !uses.some((use) => use.section === section && use.line === i))
  return { ...body, labour: left('labour', body.labour), materials: left('materials', body.materials) }
}

/** What lines come to with the better of their own discount and that of the card. */
function totalOf(
  { labour = [], materials = [] }: Body,
  rates: { labour: Decimal | null; part: Decimal | null },
): Decimal {
  const net = (line: Parameters<typeof repairLineMoney>[0], rate: Decimal | null) =>
    repairLineMoney({ ...line, discountRate: min(line.discountRate, rate ?? '1') }).netAmount
  const priced = <Line extends object>(line: Line) => ({ qty: '1', price: '0', discountRate: '1', ...line })
  return sumOf(
    [
      ...labour.map((line) => net(priced(line) as never, rates.labour)),
      ...materials.filter(({ isConsumable }) => !isConsumable).map((line) => net(priced(line) as never, rates.part)),
    ],
    (amount) => amount,
  )
}

/** Today: bills of both kinds, one of them wrong, goods that come back, orders that wait, and who has his card from elsewhere. */
async function leaveToday(counter: Counter): Promise<void> {
  const { workshop, today } = counter
  const { boss } = workshop.shop.desks
  for (let i = 0; i < ofToday.fast; i += 1) {
    const { orderId } = await sellWork(counter, today)
    if (i === 0) await boss.call(fastOrder.undo, { params: { id: orderId }, body: { reason: '开错车牌' } })
  }
  const sold: Awaited<ReturnType<typeof sellGoods>>[] = []
  for (let i = 0; i < ofToday.goods; i += 1) sold.push(await sellGoods(counter, today))
  if (sold[0]) await takeGoodsBack(counter, sold[0])
  for (let i = 0; i < 2; i += 1) await putOnHold(counter)
  if (workshop.shop.orgCode === '03') await serveGuest(counter)
}

/** An order whose customer is still looking. */
async function putOnHold(counter: Counter): Promise<void> {
  const { car, lines } = nextJob(counter)
  const { desk } = counter.random.pick(counter.workshop.advisers)
  await desk.call(fastOrder.hold, { body: { kind: 'fast', ...orderOf(counter, car, lines, counter.today) } })
}

/** The goods did not fit. */
async function takeGoodsBack({ workshop, today }: Counter, { settlementId }: Bill): Promise<void> {
  const { shop, advisers, head } = workshop
  const desk = advisers[0]?.desk ?? head
  const { partnerId, vehicleId, lines } = await desk.call(refundPreview, { body: { settlementId } })
  const saved = await desk.save(repairRefund.routes, {
    header: {
      bizDate: today,
      partnerId,
      vehicleId,
      settlementId,
      reason: '型号不合适，退货',
      storeAccountId: shop.book.id('account', `${shop.orgCode}/XJ`),
    },
    materials: lines.map(({ id, openQty, mayRestock }) => ({
      sourceLineId: id,
      qty: openQty,
      isRestocked: mayRestock,
    })),
    action: { name: 'submit' },
  })
  await shop.desks.boss.act(repairRefund.routes, saved, 'approve')
}

/** A member of 02 pays with his card in 03, and charges it there. */
async function serveGuest(counter: Counter): Promise<void> {
  const { workshop, random, today } = counter
  const { shop } = workshop
  // Who works here does not see the customers of another shop; the owner does.
  const { boss } = shop.desks
  const [partnerId, vehicleId, cardId] = ['partner', 'car', 'card'].map((each) => shop.book.id('guest', `02/${each}`))
  const payer = { partnerId: partnerId as number, vehicleId: vehicleId as number }
  const salespersonId = random.pick(workshop.advisers).employeeId
  const storeAccountId = shop.book.id('account', `${shop.orgCode}/WX`)
  await boss.call(cardVoucher.routes.save, {
    body: {
      header: {
        bizDate: today,
        partnerId: payer.partnerId,
        salespersonId,
        purpose: 'recharge',
        cardId: cardId as number,
        principalChange: '300',
      },
      tenders: [{ storeAccountId, amount: '300' }],
      action: { name: 'approve' },
    },
  })
  const item = workshop.items.values().next().value?.get('精致洗车')
  const header = { ...payer, warehouseId: workshop.warehouseId, salespersonId }
  const line = { name: '精致洗车', serviceItemId: item?.id, workerTypeId: item?.workerTypeId, price: '68' }
  const { rates, cards } = await boss.call(fastOrder.known, { query: payer })
  const body: Body = {
    kind: 'fast',
    header,
    labour: [{ ...line, pricingMode: 'fixed', taxRate: workshop.taxRate }],
    technicians: handsFor(counter),
  }
  const due = totalOf(body, rates)
  const spent = takenOffCards(cards, { customerDue: due, giftMost: due })
  await boss.call(fastOrder.settle, { body: { ...body, payment: { cards: spent.cards } } })
}
