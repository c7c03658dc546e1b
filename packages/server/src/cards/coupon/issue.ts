import { randomInt } from 'node:crypto'
import type { issueCoupons } from '@chepu/contract/cards/coupon'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { DataOf } from '@chepu/contract/kernel/route'
import { sql } from 'kysely'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { type CouponBatch, issuedOf, lockBatch } from './batch'

type Issued = DataOf<typeof issueCoupons>

/** A coupon that is to be written, without its number. */
interface Wanted {
  partnerId: number | null
  partnerName: string | null
}

/**
 * 发券 (business/cards 6): coupons of a batch for each of the customers, or for whoever brings them.
 * @throws Failure notFound, invalid of a customer, refusal of a batch that issues no more or not so many
 */
export async function issue(tx: CallerTx, { batchId, partnerIds, qty }: BodyOf<typeof issueCoupons>): Promise<Issued> {
  const batch = await lockBatch(tx, batchId)
  const today = shanghaiDay()
  assertIssues(batch, today)
  const names = await customerNames(tx, partnerIds)
  const holders = partnerIds.length === 0 ? [null] : partnerIds
  const wanted = holders.flatMap((partnerId): Wanted[] =>
    Array.from({ length: qty }, () => ({
      partnerId,
      partnerName: partnerId === null ? null : (names.get(partnerId) ?? null),
    })),
  )
  const left = batch.qty - (await issuedOf(tx, batchId))
  if (wanted.length > left) refuse(`批次“${batch.name}”还可发 ${left} 张，本次要发 ${wanted.length} 张`)
  const days = daysOf(batch, today)
  const written = await writeCoupons(tx, batch, days, wanted)
  const detail = { count: wanted.length, partnerIds, couponNos: written.map(({ couponNo }) => couponNo) }
  await audit(tx, { entity: 'coupon_batch', entityId: batchId, action: 'issue', detail })
  const coupons = written.map(({ id, couponNo, partnerName }) => ({ id, couponNo, partnerName, ...days }))
  return { coupons, left: left - wanted.length }
}

function assertIssues(batch: CouponBatch, today: string): void {
  if (!batch.isActive) refuse(`批次“${batch.name}”已停用，不能发券`)
  if (batch.validTo !== null && batch.validTo < today) refuse(`批次“${batch.name}”已于 ${batch.validTo} 到期，不能发券`)
}

/** First and last day of coupons that are issued today; the day of the issue itself is not counted among the days (ADR 0258). */
function daysOf({ validFrom, validTo, validDays }: CouponBatch, today: string) {
  const from = validFrom !== null && validFrom > today ? validFrom : today
  return { validFrom: from, validTo: validTo ?? addDays(from, validDays ?? 0) }
}

/** Names of customers by id, held against being merged meanwhile. Refuses ids that are no active customer of whom the caller knows. */
async function customerNames(tx: CallerTx, partnerIds: readonly number[]): Promise<Map<number, string>> {
  if (partnerIds.length === 0) return new Map()
  const rows = await tx.select<{
    id: number
    name: string
    isSystem: boolean
  }>(sql`select p.id, p.name, p.system_kind is not null as is_system from partner p
    where p.group_id = ${tx.groupId} and p.id = any (${[...partnerIds]}::bigint[]) and p.is_active
      and ${partnerScope(tx.caller, partnerRoles.customer)} order by p.id for key share of p`)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const faults = partnerIds.flatMap((id, i) =>
    names.has(id) ? [] : [fieldError(`partnerIds.${i}`, `第${i + 1}个客户不存在或已停用`)],
  )
  if (faults.length > 0) invalid(faults)
  const nobody = partnerIds.findIndex((id) => rows.some((row) => row.id === id && row.isSystem))
  if (nobody >= 0)
    invalid([fieldError(`partnerIds.${nobody}`, `第${nobody + 1}个客户是零散客户，请先登记客户资料，不能发券`)])
  return names
}

/** So many numbers of 12 digits that nobody can guess, no two alike; none begins with a zero, which spreadsheets would drop. */
function randomNumbers(count: number): string[] {
  const numbers = new Set<string>()
  while (numbers.size < count) numbers.add(String(randomInt(100_000_000_000, 1_000_000_000_000)))
  return [...numbers]
}

/** Writes the coupons; whoever drew a number that another coupon of the group has draws again. */
async function writeCoupons(
  tx: CallerTx,
  batch: CouponBatch,
  { validFrom, validTo }: ReturnType<typeof daysOf>,
  wanted: readonly Wanted[],
): Promise<(Wanted & { id: number; couponNo: string })[]> {
  const numbers = randomNumbers(wanted.length)
  const drawn = wanted.map((each, i) => ({ ...each, couponNo: numbers[i] as string }))
  const rows = await tx.insert<{ id: number; couponNo: string }>(
    'coupon',
    ['group_id', 'org_id', 'batch_id', 'coupon_no', 'partner_id', 'valid_from', 'valid_to', 'issued_by'],
    drawn.map(({ couponNo, partnerId }) => [
      tx.groupId,
      batch.orgId,
      batch.id,
      couponNo,
      partnerId,
      validFrom,
      validTo,
      tx.caller.userId,
    ]),
    'on conflict (group_id, coupon_no) do nothing returning id, coupon_no',
  )
  const ids = new Map(rows.map(({ id, couponNo }) => [couponNo, id]))
  const written = drawn.flatMap((each) => {
    const id = ids.get(each.couponNo)
    return id === undefined ? [] : [{ ...each, id }]
  })
  const others = drawn.filter(({ couponNo }) => !ids.has(couponNo))
  if (others.length === 0) return written
  return [...written, ...(await writeCoupons(tx, batch, { validFrom, validTo }, others))]
}
