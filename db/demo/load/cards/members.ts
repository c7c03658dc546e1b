// Who has a card of a shop, and what is done with it at the desk (business/demo 5.5).
import { issueCoupons, saveCouponBatch, voidCoupons } from '@chepu/contract/cards/coupon'
import { add, type Decimal } from '@chepu/contract/kernel/decimal'
import { startCardExpiry } from '../../../../packages/server/src/cards/public'
import { addDays } from '../../../../packages/server/src/kernel/base/calendar'
import type { Database } from '../../../../packages/server/src/kernel/db/db'
import { type CardPackageCode, cardPackages, couponBatches, members as plans } from '../../member-cards'
import { createRandom } from '../../random'
import type { Car, Workshop } from '../workshop/workshop'
import { endings } from './endings'
import { makeVoucher, type Member, type MemberDesk, type VoucherHeader } from './voucher'

interface MemberPlan {
  workOn: (day: string) => Promise<void>
  /** Answers coupons for whoever brings them. */
  issueCoupons: () => Promise<string[]>
  leaveOpen: () => Promise<void>
}

/** What the desk does for members: on the days behind, and today. */
export function planMembers(workshop: Workshop, { firstDay, today }: { firstDay: string; today: string }): MemberPlan {
  const random = createRandom(`members ${workshop.shop.orgCode}`)
  const desk: MemberDesk = { workshop, random, today, members: [] }
  const owners = ownersOf(workshop)
  const steps = (plans[workshop.shop.orgCode] ?? []).flatMap((plan, i) => {
    const car = owners[i]
    return car ? stepsOf(desk, { plan, car, cardId: 0, cardNo: `VIP${random.digits(8)}` }) : []
  })
  const days = daysFrom(firstDay, addDays(today, -1))
  const dayOf = (at: number) => days[Math.min(Math.floor(at * days.length), days.length - 1)]
  return {
    async workOn(day) {
      for (const { take } of steps.filter(({ at }) => dayOf(at) === day)) await take(day)
    },
    issueCoupons: () => handOutCoupons(desk),
    leaveOpen: () => endings(desk),
  }
}

/** The first car of each person who comes to the shop and pays at once: who may have a card. */
function ownersOf({ cars }: Workshop): Car[] {
  const own = cars.filter(
    ({ owner, carType }) => owner.kind === 'person' && owner.settlementMethodCode === 'XJ' && carType !== '重卡',
  )
  return own.filter(({ partnerId }, i) => own.findIndex((each) => each.partnerId === partnerId) === i)
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

interface Step {
  at: number
  take: (day: string) => Promise<unknown>
}

/** What is done with a card in its turn. */
function stepsOf(desk: MemberDesk, member: Member): Step[] {
  const { since, recharges = [], later = [] } = member.plan
  const steps: Step[] = [
    ...recharges.map(([at, principalChange]) => ({
      at,
      take: (day: string) => makeVoucher(desk, member, day, { purpose: 'recharge', principalChange }, principalChange),
    })),
    ...later.map(([at, code]) => ({ at: Math.max(at, since), take: (day: string) => sell(desk, member, day, code) })),
  ]
  return [{ at: since, take: (day) => open(desk, member, day) }, ...steps.toSorted((a, b) => a.at - b.at)]
}

async function open(desk: MemberDesk, member: Member, day: string): Promise<void> {
  const { plan, car, cardNo } = member
  const { book } = desk.workshop.shop
  const { first, principal = '0' } = plan
  const isCarNamed = plan.isBound || isBound(first)
  const header: VoucherHeader = {
    purpose: 'open',
    cardNo,
    cardTypeId: book.id('cardType', plan.type),
    principalChange: principal,
    ...(isCarNamed && { vehicleId: car.id }),
    ...(first && { cardPackageId: book.id('cardPackage', first) }),
  }
  const opened = await makeVoucher(desk, member, day, header, add(principal, priceOf(first)))
  member.cardId = opened.document?.header.cardId as number
  desk.members.push(member)
  desk.workshop.members.set(car.partnerId, { cardId: member.cardId })
  if (desk.members.length === 1) {
    book.set('guest', `${desk.workshop.shop.orgCode}/partner`, car.partnerId)
    book.set('guest', `${desk.workshop.shop.orgCode}/car`, car.id)
    book.set('guest', `${desk.workshop.shop.orgCode}/card`, member.cardId)
  }
}

const isBound = (code: CardPackageCode | undefined): boolean =>
  code !== undefined && 'isVehicleBound' in cardPackages[code]
const priceOf = (code: CardPackageCode | undefined): Decimal => (code ? cardPackages[code].salePrice : '0')

function sell(desk: MemberDesk, member: Member, day: string, code: CardPackageCode) {
  const cardPackageId = desk.workshop.shop.book.id('cardPackage', code)
  const car = isBound(code) ? { vehicleId: member.car.id } : {}
  return makeVoucher(desk, member, day, { purpose: 'package_sale', cardPackageId, ...car }, priceOf(code))
}

/** The batches of the shop with what is issued of them; two that were printed badly are void. Answers those for whoever brings them. */
async function handOutCoupons({ workshop, members }: MemberDesk): Promise<string[]> {
  const { boss } = workshop.shop.desks
  const free: { id: number; couponNo: string }[] = []
  for (const { issued, ...body } of couponBatches) {
    const { id: batchId } = await boss.call(saveCouponBatch, { body })
    const { toMembers, toAnybody } = issued
    const partnerIds = toMembers ? members.map(({ car }) => car.partnerId) : []
    const { coupons } = await boss.call(issueCoupons, {
      body: { batchId, partnerIds, qty: toMembers ?? toAnybody ?? 1 },
    })
    if (toAnybody) free.push(...coupons)
  }
  const spoilt = free.slice(-2).map(({ id }) => id)
  await boss.call(voidCoupons, { body: { couponIds: spoilt, reason: '印刷错误' } })
  // The last batch may be used on any bill.
  return free.slice(-20, -2).map(({ couponNo }) => couponNo)
}

/** What has ended on cards by today is gone, as the program does it every night (business/cards 7). */
export async function expireCards(db: Database, today: string): Promise<void> {
  const faults: unknown[] = []
  const job = startCardExpiry(db, (fault) => faults.push(fault), { now: () => new Date(`${today}T01:00:00+08:00`) })
  await job.look()
  await job.stop()
  if (faults.length > 0) throw faults[0]
}
