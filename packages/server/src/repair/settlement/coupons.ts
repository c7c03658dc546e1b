// Coupons of a settlement: what they are worth there, and that nobody else has them (business/cards 5 and 6).
import { couponFault, type StandingCoupon, unknownCoupon } from '@chepu/contract/cards/coupon'
import { stackingProblem } from '@chepu/contract/cards/deduction'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { couponsById, couponsByNo, giveBackCoupons, holdCoupons, useCoupons, useCouponsAgain } from '../../cards/public'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'

/** Whose bill it is, and when; the settlement where it stands already. */
interface CouponBill {
  partnerId: number
  bizDate: string
  settlementId?: number | undefined
}

const useOf = (tx: CallerTx, { partnerId, bizDate, settlementId }: CouponBill) => ({
  partnerId,
  orgId: tx.caller.orgId,
  day: bizDate,
  settlementId,
})

/** Coupons as a body names them, by their numbers, or as the row of a settlement keeps them. */
export type NamedCoupons = { numbers: readonly string[] } | { ids: readonly number[] }

/** The coupons that are named and that the bill is told of, in their order, with what is wrong with each; nothing is asked where none are. */
export async function namedCoupons(
  tx: CallerTx,
  bill: CouponBill,
  named: NamedCoupons,
): Promise<{ coupons: StandingCoupon[]; faults: FieldError[] }> {
  const use = useOf(tx, bill)
  const found = 'ids' in named ? await inOrder(tx, named.ids) : await couponsByNo(tx, use, named.numbers)
  const coupons = [...new Map(found.flatMap((coupon) => (coupon ? [[coupon.id, coupon]] : []))).values()]
  const together = stackingProblem(coupons)
  const unknown = (i: number) => ('ids' in named ? '代金券不存在' : unknownCoupon(named.numbers[i] ?? ''))
  const faults = found.flatMap((coupon, i) => {
    const message = coupon ? couponFault(coupon, use) : unknown(i)
    return message === undefined ? [] : [{ path: `couponNos.${i}`, message }]
  })
  return { coupons, faults: together ? [...faults, { path: 'couponNos', message: together }] : faults }
}

async function inOrder(tx: CallerTx, ids: readonly number[]): Promise<(StandingCoupon | undefined)[]> {
  const byId = new Map((ids.length > 0 ? await couponsById(tx, ids) : []).map((coupon) => [coupon.id, coupon]))
  return ids.map((id) => byId.get(id))
}

/** A settlement that stands, as its coupons are asked about it. */
interface Holder {
  id: number
  partnerId: number
  bizDate: string
}
const held = (tx: CallerTx, { id, ...bill }: Holder) => ({ ...useOf(tx, bill), settlementId: id })

/** Coupons of a draft are locked by it, those that it named before are free again; refused where somebody was first. */
export async function lockCoupons(
  tx: CallerTx,
  holder: Holder,
  ids: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  if (ids.length + before.length > 0) await holdCoupons(tx, held(tx, holder), ids)
}

/** Coupons of a settlement that is posted are used. */
export async function spendCoupons(tx: CallerTx, holder: Holder, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await useCoupons(tx, held(tx, holder), ids)
}

/** Coupons of a settlement whose whole refund is undone are used as they were, also those whose day has passed since. */
export async function spendCouponsAgain(
  tx: CallerTx,
  { id, bizDate }: Pick<Holder, 'id' | 'bizDate'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await useCouponsAgain(tx, { settlementId: id, day: bizDate }, ids)
}

/** Coupons of a settlement that comes to nothing, or of which all was refunded, are good again as long as their day has not passed. */
export async function freeCoupons(tx: CallerTx, settlementId: number, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await giveBackCoupons(tx, { settlementId, today: shanghaiDay() })
}
