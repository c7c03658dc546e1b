import { addDays } from '@chepu/contract/kernel/calendar'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { partners } from '../../partners'
import { batteryMaker, truckBrands } from '../../three-guarantees'
import { demoVehicles } from '../../vehicles'
import type { DemoShop } from '../shop'
import { type Bill, billBattery, complete, type Office } from './bills'
import { answer, claimUntil, settle } from './claims'
import { makerId } from './masters'
import { sendBack } from './old-parts'

const { routes } = warrantyBill

/** What the warranty clerks of the two shops have done beside the trade (business/demo 5.7); before the oldest months are closed. */
export async function keepGuarantees(shops: readonly DemoShop[], today: string): Promise<void> {
  for (const shop of shops) {
    if (shop.orgCode === '01') await billTrade(shop, today)
    if (shop.orgCode === '02') await billWorkshop(shop, today)
  }
}

/** Batteries that trade customers have brought back. */
async function billTrade(shop: DemoShop, today: string): Promise<void> {
  const office = { shop, clerk: shop.desks.boss, head: shop.desks.boss }
  const customers = partners.filter(({ orgCode, category }) => orgCode === '01' && category !== '散客')
  for (const [i, course] of (['approved', 'approved', 'submitted', 'draft'] as const).entries())
    await billBattery(
      office,
      { day: addDays(today, 9 * i - 27), number: i, customerCode: customers[i]?.code ?? '' },
      course,
    )
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

/** The workshop's bills of its settled orders and of batteries, and what was claimed, answered and sent back of them. */
async function billWorkshop(shop: DemoShop, today: string): Promise<void> {
  const office: Office = { shop, clerk: await shop.signIn('warranty02'), head: shop.desks.seller }
  const bills = [...(await billOrders(office)), ...(await billBatteries(office, today))]
  const [north, south] = Object.keys(truckBrands) as [string, string]
  const claimed = (maker: string, ago: number) =>
    claimUntil(office, bills, { makerId: makerId(shop, maker), bizDate: addDays(today, -ago) })
  const first = await claimed(north, 45)
  await answer(office, first, { bizDate: addDays(today, -33), words: ['agreed', 'less', 'refused'] })
  await answer(office, await claimed(batteryMaker, 38), { bizDate: addDays(today, -25), words: ['agreed', 'less'] })
  await answer(office, await claimed(south, 20), { bizDate: addDays(today, -8), words: ['refused', 'agreed', 'less'] })
  await claimed(north, 3)
  await sendBack(office, addDays(today, -30), today)
  await settle(office, first, addDays(today, -6))
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
