import type { coupons, voidCoupons } from '@chepu/contract/cards/coupon'
import { couponStates } from '@chepu/contract/cards/words'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { type SqlBool, sql } from 'kysely'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import type { QuerySource } from '../../kernel/query/query'

/** Coupons `c` of the caller's organisation: those of bearers, and of customers `p` of whom he knows. */
const ofCaller = ({ groupId, caller }: CallerTx) =>
  sql<SqlBool>`c.group_id = ${groupId} and c.org_id = ${caller.orgId}
    and (c.partner_id is null or ${partnerScope(caller, anyRole)})`

/** 代金券 of the caller's organisation, the newest first. */
export const couponSource: QuerySource<typeof coupons> = {
  select: ({ caller }) => ({
    id: sql`c.id`,
    usedById: sql`case when d.org_id = ${caller.orgId} then d.id end`,
    isStackable: sql`b.is_stackable`,
    isCrossOrg: sql`b.is_cross_org`,
    couponNo: sql`c.coupon_no`,
    batchName: sql`b.name`,
    face: sql`b.face`,
    threshold: sql`b.threshold`,
    scope: sql`b.scope`,
    partnerName: sql`p.name`,
    validFrom: sql`c.valid_from`,
    validTo: sql`c.valid_to`,
    state: sql`c.state`,
    usedBillNo: sql`d.bill_no`,
    usedOn: sql`c.used_on`,
    issuedOn: sql`(c.issued_at at time zone 'Asia/Shanghai')::date`,
  }),
  from(tx, { couponNo, batch, batchId, partnerId, state, from, to }) {
    const conditions = [
      ofCaller(tx),
      ...(couponNo ? [sql<SqlBool>`c.coupon_no like ${startingWith(couponNo)}`] : []),
      ...(batch ? [sql<SqlBool>`lower(b.name) like ${containing(batch.toLowerCase())}`] : []),
      ...(batchId ? [sql<SqlBool>`c.batch_id = ${batchId}`] : []),
      ...(partnerId ? [sql<SqlBool>`c.partner_id = ${partnerId}`] : []),
      ...(state ? [sql<SqlBool>`c.state = ${state}`] : []),
      ...(from ? [sql<SqlBool>`c.issued_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`] : []),
      ...(to ? [sql<SqlBool>`c.issued_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`] : []),
    ]
    return sql`from coupon c
      join coupon_batch b on b.group_id = c.group_id and b.id = c.batch_id
      left join partner p on p.group_id = c.group_id and p.id = c.partner_id
      left join repair_document d on d.group_id = c.group_id and d.id = c.used_by
      where ${allOf(conditions)}`
  },
  order: sql`id desc`,
}

interface Held {
  id: number
  couponNo: string
  state: keyof typeof couponStates
}

/**
 * 作废 of coupons that nobody has used or holds; all of them or none.
 * @throws Failure invalid of a coupon that is not the caller's, refusal that names one of another state
 */
export async function voidAll(tx: CallerTx, { couponIds, reason }: BodyOf<typeof voidCoupons>) {
  const ids = [...new Set(couponIds)]
  const rows = await tx.select<Held>(sql`select c.id, c.coupon_no, c.state from coupon c
    left join partner p on p.group_id = c.group_id and p.id = c.partner_id
    where ${ofCaller(tx)} and c.id = any (${ids}::bigint[]) order by c.id for no key update of c`)
  const known = new Set(rows.map(({ id }) => id))
  const faults = couponIds.flatMap((id, i) =>
    known.has(id) ? [] : [fieldError(`couponIds.${i}`, `第${i + 1}张代金券不存在或无权查看`)],
  )
  if (faults.length > 0) invalid(faults)
  const other = rows.find(({ state }) => state !== 'unused')
  if (other) refuse(`代金券 ${other.couponNo} ${couponStates[other.state]}，不能作废`)
  tx.send({
    text: `update coupon set state = 'void' where group_id = $1 and id = any ($2::bigint[]) and state = 'unused'`,
    values: [tx.groupId, ids],
  })
  await audit(
    tx,
    ...rows.map(({ id, couponNo, state }) => ({
      entity: 'coupon',
      entityId: id,
      action: 'void',
      fromState: state,
      toState: 'void',
      reason,
      detail: { couponNo },
    })),
  )
  return { count: ids.length }
}
