// What settlements do with coupons (business/cards 5, 6). The rows stay locked until the transaction ends, so that of two counters
// with one coupon the second sees what the first has done.
import { couponStates } from '@chepu/contract/cards/words'
import { couponFault, type CouponUse, isTold, type StandingCoupon } from '@chepu/contract/cards/coupon'
import { Failure, refuse } from '../../kernel/base/errors'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { Allowance } from '../../kernel/http/allowance'

/** A use by a settlement that is known: its draft, or one that is posted. */
interface SettlementUse extends CouponUse {
  settlementId: number
}

const standing = `select c.id, c.coupon_no, c.org_id, c.partner_id, c.valid_from, c.valid_to, c.state, c.used_by,
    b.name as batch_name, b.face, b.threshold, b.scope, b.is_stackable, b.is_cross_org
  from coupon c join coupon_batch b on b.group_id = c.group_id and b.id = c.batch_id
  where c.group_id = $1`

/** Coupons by id as they stand with their batch, by id; an id of no coupon is missing. */
export const couponsById = (tx: Tx, ids: readonly number[]): Promise<StandingCoupon[]> =>
  tx.query({ text: `${standing} and c.id = any ($2::bigint[]) order by c.id`, values: [tx.groupId, [...ids]] })

/** Wrong numbers a minute of one user: who mistypes has plenty, and who tries numbers of 12 digits finds none (ADR 0295). */
const guesses = new Allowance(40)

/**
 * Coupons by their numbers, as typed or scanned, each in its place; undefined where there is none, and where the use is not told of it.
 * @throws Failure tooMany to who has named too many wrong ones
 */
export async function couponsByNo(
  tx: CallerTx,
  use: CouponUse,
  numbers: readonly string[],
): Promise<(StandingCoupon | undefined)[]> {
  if (numbers.length === 0) return []
  const user = `${tx.groupId} ${tx.caller.userId}`
  // Paid before it is looked for: many calls at once get no more than one after the other.
  if (!guesses.take(user, numbers.length)) throw new Failure('tooMany', '券号输错次数过多，请稍后再试')
  const rows = await tx.query<StandingCoupon>({
    text: `${standing} and c.coupon_no = any ($2::text[])`,
    values: [tx.groupId, [...numbers]],
  })
  const told = new Map(rows.filter((coupon) => isTold(coupon, use)).map((coupon) => [coupon.couponNo, coupon]))
  const found = numbers.map((couponNo) => told.get(couponNo))
  guesses.giveBack(user, found.filter((coupon) => coupon !== undefined).length)
  return found
}

/** Unused coupons of a customer's own that are good in the shop on the day, those that end first before the others. */
export const couponsOfCustomer = (tx: Tx, { partnerId, orgId, day }: CouponUse): Promise<StandingCoupon[]> =>
  tx.query({
    text: `${standing} and c.partner_id = $2 and c.state = 'unused' and (b.is_cross_org or c.org_id = $3)
      and c.valid_from <= $4 and c.valid_to >= $4 order by c.valid_to, c.id`,
    values: [tx.groupId, partnerId, orgId, day],
  })

/** Keeps coupons from others until the transaction ends, behind the cards and before pools; whether they are good is asked where they are used. */
export const keepCoupons = (tx: Tx, numbers: readonly string[]): Promise<unknown> =>
  tx.query({
    name: 'keep-coupons',
    text: 'select id from coupon where group_id = $1 and coupon_no = any ($2::text[]) order by id for no key update',
    values: [tx.groupId, [...numbers]],
  })

/**
 * Makes the coupons those that a draft settlement names: they are 已锁定 by it, others that it named before are free again.
 * @throws Failure refusal that names the first coupon that is not good for the use
 */
export const holdCoupons = (tx: Tx, use: SettlementUse, ids: readonly number[]): Promise<StandingCoupon[]> =>
  take(tx, use, ids, 'locked')

/**
 * The same of a settlement that is posted on `use.day`: its coupons are 已使用.
 * @throws Failure refusal that names the first coupon that is not good for the use
 */
export const useCoupons = (tx: Tx, use: SettlementUse, ids: readonly number[]): Promise<StandingCoupon[]> =>
  take(tx, use, ids, 'used')

/**
 * Makes coupons those again that a settlement had used until they were given back: whatever their last day is, since they were used on `use.day` (ADR 0286).
 * @throws Failure refusal that names the first coupon that somebody else has, or that was made void since
 */
export async function useCouponsAgain(
  tx: Tx,
  use: { settlementId: number; day: string },
  ids: readonly number[],
): Promise<void> {
  const back = await locked(tx, use.settlementId, ids)
  const other = back.find(({ state, usedBy }) => state === 'void' || (usedBy !== null && usedBy !== use.settlementId))
  if (other)
    refuse(
      `代金券 ${other.couponNo} ${other.state === 'void' ? couponStates.void : '已被其他结算单占用'}，不能撤销退单`,
    )
  await mark(tx, use, back, 'used')
}

/**
 * Gives back what a settlement holds or has used, or of it the named coupons alone: 未使用 again, 已过期 where their last day is
 * before `today`. What it does not have stays as it is.
 */
export async function giveBackCoupons(
  tx: Tx,
  { settlementId, today }: { settlementId: number; today: string },
  only?: readonly number[],
): Promise<void> {
  const held = await locked(tx, settlementId, [])
  const ids = held.map(({ id }) => id)
  await free(tx, { settlementId, day: today }, only ? ids.filter((id) => only.includes(id)) : ids)
}

/** Coupons of these ids and those that the settlement has, locked by id in one statement. */
const locked = (tx: Tx, settlementId: number, ids: readonly number[]): Promise<StandingCoupon[]> =>
  tx.query({
    text: `${standing} and (c.id = any ($2::bigint[]) or c.used_by = $3) order by c.id for no key update of c`,
    values: [tx.groupId, [...ids], settlementId],
  })

async function take(
  tx: Tx,
  use: SettlementUse,
  ids: readonly number[],
  state: 'locked' | 'used',
): Promise<StandingCoupon[]> {
  const all = await locked(tx, use.settlementId, ids)
  const wanted = all.filter(({ id }) => ids.includes(id))
  if (wanted.length < new Set(ids).size) refuse('代金券不存在')
  for (const coupon of wanted) {
    const fault = couponFault(coupon, use)
    if (fault !== undefined) refuse(fault)
  }
  const dropped = all.filter(({ id }) => !ids.includes(id))
  await free(
    tx,
    use,
    dropped.map(({ id }) => id),
  )
  await mark(tx, use, wanted, state)
  return wanted
}

/** The statement asks for the state again: what is not as it was seen is not taken. */
async function mark(
  tx: Tx,
  { settlementId, day }: { settlementId: number; day: string },
  coupons: readonly StandingCoupon[],
  state: 'locked' | 'used',
): Promise<void> {
  if (coupons.length === 0) return
  const taken = await tx.query<{ id: number }>({
    text: `update coupon set state = $3, used_by = $4, used_on = $5 where group_id = $1 and id = any ($2::bigint[])
        and (state in ('unused', 'expired') or state in ('locked', 'used') and used_by = $4) returning id`,
    values: [tx.groupId, coupons.map(({ id }) => id), state, settlementId, state === 'used' ? day : null],
  })
  const missing = coupons.find(({ id }) => !taken.some((each) => each.id === id))
  if (missing) refuse(`代金券 ${missing.couponNo} 已被其他结算单占用`)
}

async function free(tx: Tx, { settlementId, day }: { settlementId: number; day: string }, ids: readonly number[]) {
  if (ids.length === 0) return
  await tx.query({
    text: `update coupon set state = case when valid_to < $4 then 'expired' else 'unused' end, used_by = null, used_on = null
      where group_id = $1 and id = any ($2::bigint[]) and used_by = $3`,
    values: [tx.groupId, [...ids], settlementId, day],
  })
}
