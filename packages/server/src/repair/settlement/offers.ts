// What a customer has on cards that may pay his bill (business/cards 5).
import type { SettlementPreview } from '@chepu/contract/repair/settlement'
import { couponFault, type StandingCoupon, thresholdProblem } from '@chepu/contract/cards/coupon'
import { discountableOf } from '@chepu/contract/repair/settlement-lines'
import { cardsFor, couponsByNo, couponsOfCustomer, packagesFor } from '../../cards/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { WorkOrder } from '../work-order/traits'
import { coverable, type Known } from './settled'

type Offers = Pick<SettlementPreview, 'cards' | 'packageItems' | 'proposedUses' | 'coupons'>

/** The cards, packages and coupons of the customer that are good for his bill here today. */
export async function offersOf(
  tx: CallerTx,
  order: WorkOrder,
  { lines, input, coupons }: Known,
  asked: { couponNo: string; settlementId: number | undefined },
): Promise<Offers> {
  const bill = { partnerId: order.partnerId, vehicleId: order.vehicleId, bizDate: shanghaiDay() }
  const cards = await cardsFor(tx, bill)
  const { items, proposed } = await packagesFor(tx, bill, cards, lines.map(coverable))
  return {
    cards: cards.map((card) => usableCardOf(tx, card)),
    packageItems: items.map(usableItemOf),
    proposedUses: proposed,
    coupons: (await couponsFor(tx, bill, coupons, asked)).map(({ coupon, fault }) =>
      usableCouponOf(coupon, fault ?? thresholdProblem(coupon, discountableOf(lines, input, coupon.scope))),
    ),
  }
}

/** What is left of a package, as whoever settles sees it. */
export const usableItemOf = (item: UsableItem): UsableItem => ({
  id: item.id,
  cardId: item.cardId,
  cardNo: item.cardNo,
  packageName: item.packageName,
  name: item.name,
  serviceItemId: item.serviceItemId,
  partId: item.partId,
  timesLeft: item.timesLeft,
  validUntil: item.validUntil,
})
type UsableItem = Offers['packageItems'][number]

/** A coupon as whoever settles sees it, with what is wrong with it. */
export const usableCouponOf = (coupon: StandingCoupon, problem: string | null): Offers['coupons'][number] => ({
  couponNo: coupon.couponNo,
  batchName: coupon.batchName,
  face: coupon.face,
  threshold: coupon.threshold,
  scope: coupon.scope,
  isStackable: coupon.isStackable,
  validTo: coupon.validTo,
  problem,
})

/** A card as whoever takes money at a counter sees it; the shop that issued it is named where it is another one. */
export const usableCardOf = (tx: CallerTx, { orgId, orgName, ...card }: UsableCard): Offers['cards'][number] => ({
  id: card.id,
  cardNo: card.cardNo,
  typeName: card.typeName,
  principal: card.principal,
  gift: card.gift,
  points: card.points,
  pointsPerYuan: card.pointsPerYuan,
  validUntil: card.validUntil,
  deductRule: card.deductRule,
  needsPin: card.needsPin,
  orgName: orgId === tx.caller.orgId ? null : orgName,
})
type UsableCard = Awaited<ReturnType<typeof cardsFor>>[number]

/** The customer's own coupons that are good today, those that are named already, and the one whose number was typed, with what is wrong with it. */
async function couponsFor(
  tx: CallerTx,
  { partnerId, bizDate }: { partnerId: number; bizDate: string },
  named: readonly StandingCoupon[],
  { couponNo, settlementId }: { couponNo: string; settlementId: number | undefined },
) {
  const use = { partnerId, orgId: tx.caller.orgId, day: bizDate, settlementId }
  const [own, [typed]] = await Promise.all([
    couponsOfCustomer(tx, use),
    couponsByNo(tx, use, couponNo === '' ? [] : [couponNo]),
  ])
  const all = new Map([...own, ...named, ...(typed ? [typed] : [])].map((coupon) => [coupon.id, coupon]))
  return [...all.values()].map((coupon) => ({ coupon, fault: couponFault(coupon, use) ?? null }))
}
