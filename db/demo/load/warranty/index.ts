import { addDays } from '@chepu/contract/kernel/calendar'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { partners } from '../../partners'
import { batteryMaker, truckBrands } from '../../three-guarantees'
import { demoVehicles } from '../../vehicles'
import type { DemoShop } from '../shop'
import { batteriesOf, type Bill, billBattery, complete, type Course, type Office } from './bills'
import { answer, type Claim, claimUntil, contest, prepareAnswer, prepareClaim } from './claims'
import { makerId } from './masters'
import { keepOldParts, spreadSteps } from './old-parts'
import { buysOneOf, type Gift, giveFor } from './parts-alone'
import { collectOf, prepareSettlement, settle } from './settlements'

const { routes } = warrantyBill

/** What the warranty clerks of the two shops have done beside the trade (business/demo 5.7); before the oldest months are closed. */
export async function keepGuarantees(shops: readonly DemoShop[], today: string): Promise<void> {
  for (const shop of shops) {
    if (shop.orgCode === '01') await billTrade(shop, today)
    if (shop.orgCode === '02') await billWorkshop(shop, today)
    await spreadSteps(shop)
  }
}

/** Bills of batteries that trade customers have brought back, the oldest first, and what they got for them. */
const broughtBack: readonly { course: Course; gets?: Gift }[] = [
  { course: 'approved', gets: 'another' },
  { course: 'approved', gets: 'money' },
  { course: 'submitted' },
  { course: 'draft' },
]

async function billTrade(shop: DemoShop, today: string): Promise<void> {
  const office = { shop, clerk: shop.desks.boss, head: shop.desks.boss }
  const customers = partners.filter(({ orgCode, category }) => orgCode === '01' && category !== '散客')
  const batteries = batteriesOf(shop)
  for (const [number, { course, gets }] of broughtBack.entries()) {
    const day = addDays(today, 9 * number - 27)
    const customerCode = customers[number]?.code ?? ''
    const failed = { day, number, customerCode, isReplaced: gets === 'another' }
    const bought = gets && [await buysOneOf(shop, batteries, { customerCode, day: addDays(day, -40) })]
    const bill = await billBattery(office, failed, course, bought)
    if (gets) await giveFor(shop, bill, gets)
  }
}

/** How many days ago batteries failed that nobody ordered work for, and what becomes of their bills; the second and the last but one came without a car. */
const batteries = [
  [84, 'approved'],
  [71, 'approved'],
  [58, 'approved'],
  [44, 'approved'],
  [28, 'approved'],
  [19, 'reversed'],
  [2, 'voided'],
  [0, 'closed'],
] as const

/** All that he has not said otherwise to. */
const all = Array.from({ length: 100 }, () => 'agreed' as const)

/** The workshop's bills of its settled orders and of batteries, and what was claimed, answered and sent back of them. */
async function billWorkshop(shop: DemoShop, today: string): Promise<void> {
  const office: Office = { shop, clerk: await shop.signIn('warranty02'), head: shop.desks.seller }
  const bills = [...(await billOrders(office)), ...(await billBatteries(office, today))]
  const ago = (days: number) => addDays(today, -days)
  const [north, south, battery] = [...Object.keys(truckBrands), batteryMaker].map((name) => makerId(shop, name)) as [
    number,
    number,
    number,
  ]
  const first = await claimUntil(office, bills, { makerId: north, bizDate: ago(45) })
  await answer(office, first, { bizDate: ago(33), words: ['agreed', 'less', 'refused', ...all] })
  const second = await claimUntil(office, bills, { makerId: battery, bizDate: ago(38) })
  await answer(office, second, { bizDate: ago(25), words: ['agreed', 'less', ...all] })
  const third = await claimUntil(office, bills, { makerId: south, bizDate: ago(20) })
  const answered = await answer(office, third, { bizDate: ago(8), words: ['refused', 'agreed', 'less'] })
  await contest(office, answered)
  const last = await claimUntil(office, bills, { makerId: north, bizDate: ago(3) })
  await prepareAnswer(office, last, { bizDate: today, words: ['agreed'] })
  await prepareClaim(office, bills.slice(-1), today)
  await keepOldParts(office, [north, battery, south], today)
  await settleAnswered(office, [first, second], today)
}

/** One claim is settled whole, another in part: what was settled of that is paid. */
async function settleAnswered(office: Office, [first, second]: readonly [Claim, Claim], today: string): Promise<void> {
  const missing = { deduction: 'old_part', amount: '120', reason: '到货少一件' } as const
  const sampled = { deduction: 'sampling', amount: '30', reason: '抽检一件电压合格，扣检测费' } as const
  await settle(office, { ...first, bizDate: addDays(today, -6), keeps: missing })
  const [agreed, , ...paid] = second.billIds as [number, number, ...number[]]
  const { makerId: manufacturer } = second
  const settled = { makerId: manufacturer, billIds: paid, bizDate: addDays(today, -15), keeps: sampled }
  await collectOf(office, await settle(office, settled), addDays(today, -4))
  await prepareSettlement(office, { ...settled, billIds: [agreed], bizDate: today })
}

/** Bills of the orders that are settled, the oldest first; approved but for the latest three. Answers the approved ones. */
async function billOrders(office: Office): Promise<Bill[]> {
  const { rows } = await office.clerk.call(routes.list, { query: { state: 'draft', page: 1, rows: 100 } as never })
  const drafts = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  const bills: Bill[] = []
  for (const [i, id] of drafts.entries()) {
    const isLate = i >= drafts.length - 3
    const course = i === drafts.length - 1 ? 'draft' : isLate ? 'submitted' : 'approved'
    const bill = await complete(office, id, course, i % 3 === 0)
    if (!isLate) bills.push(bill)
  }
  return bills
}

async function billBatteries(office: Office, today: string): Promise<Bill[]> {
  const { clerk, head, shop } = office
  const homes = new Set(partners.filter(({ orgCode }) => orgCode === shop.orgCode).map(({ code }) => code))
  const cars = demoVehicles.filter(({ ownerCode, carType }) => homes.has(ownerCode) && carType !== '重卡')
  const bills: Bill[] = []
  for (const [number, [ago, course]] of batteries.entries()) {
    const { plate, ownerCode } = cars[number * 3] as (typeof cars)[number]
    const isWithCar = number !== 1 && number !== 6
    const came = { day: addDays(today, -ago), number, customerCode: ownerCode, ...(isWithCar && { plate }) }
    const bill = await billBattery(office, came, course === 'voided' ? 'draft' : 'approved')
    if (course === 'approved') bills.push(bill)
    else if (course === 'closed') await head.act(routes, bill, 'close', { reason: '旧件被客户带走，无法返厂' })
    else if (course === 'reversed') await head.act(routes, bill, 'reverse', { reason: '厂家已直接换新，不再申报' })
    else await clerk.act(routes, bill, 'void', { reason: '客户未带回旧件' })
  }
  return bills
}
