import {
  couponBatches,
  couponButtons,
  type enableCouponBatch,
  promisedByBatch,
  type saveCouponBatch,
} from '@chepu/contract/cards/coupon'
import { equals } from '@chepu/contract/kernel/decimal'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { fieldError, forbidden, invalid, notFound } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
} from '../../kernel/master/master'
import type { QuerySource } from '../../kernel/query/query'

type Body = BodyOf<typeof saveCouponBatch>

const couponBatch: Master = { table: 'coupon_batch', title: '代金券批次' }

/** A batch as its table has it. */
export interface CouponBatch extends MasterRow {
  orgId: number
  name: string
  face: string
  threshold: string
  scope: Body['scope']
  validFrom: string | null
  validTo: string | null
  validDays: number | null
  isStackable: boolean
  isCrossOrg: boolean
  qty: number
}

/** Whether a batch issues; one past its last day does not, whatever it is switched to. */
const stateOf = (): RawBuilder<string> => sql`case when not b.is_active then 'disabled'
  when b.valid_to < ${shanghaiDay()}::date then 'ended' else 'active' end`

const validity = sql`case when b.valid_to is null then concat_ws(' ', to_char(b.valid_from, 'YYYY-MM-DD') || ' 起', '领取后' || b.valid_days || '天')
  when b.valid_from is null then to_char(b.valid_to, 'YYYY-MM-DD') || ' 止'
  else to_char(b.valid_from, 'YYYY-MM-DD') || ' 至 ' || to_char(b.valid_to, 'YYYY-MM-DD') end`

/** 代金券批次 of the caller's organisation with what became of their coupons. */
export const couponBatchSource: QuerySource<typeof couponBatches> = {
  select: () => ({
    id: sql`b.id`,
    version: sql`b.version`,
    isActive: sql`b.is_active`,
    name: sql`b.name`,
    face: sql`b.face`,
    threshold: sql`b.threshold`,
    scope: sql`b.scope`,
    validFrom: sql`b.valid_from`,
    validTo: sql`b.valid_to`,
    validDays: sql`b.valid_days`,
    validity,
    isStackable: sql`b.is_stackable`,
    isCrossOrg: sql`b.is_cross_org`,
    qty: sql`b.qty`,
    issued: sql`n.issued`,
    used: sql`n.used`,
    expired: sql`n.expired`,
    state: stateOf(),
    remark: sql`b.remark`,
  }),
  from({ caller, groupId }, { batch, batchState }) {
    const conditions = [
      sql<SqlBool>`b.group_id = ${groupId} and b.org_id = ${caller.orgId}`,
      ...(batch ? [sql<SqlBool>`lower(b.name) like ${containing(batch.toLowerCase())}`] : []),
      ...(batchState ? [sql<SqlBool>`${stateOf()} = ${batchState}`] : []),
    ]
    return sql`from coupon_batch b
      join lateral (select count(*) as issued, count(*) filter (where c.state = 'used') as used,
          count(*) filter (where c.state = 'expired') as expired
        from coupon c where c.group_id = ${groupId} and c.batch_id = b.id) n on true
      where ${allOf(conditions)}`
  },
  order: sql`id desc`,
}

/** Locks a batch of the caller's organisation: of two who issue of it the second counts what the first has issued. */
export async function lockBatch(tx: CallerTx, id: number, version?: number): Promise<CouponBatch> {
  const batch = await lockMaster<CouponBatch>(tx, couponBatch, id, version)
  if (batch.orgId !== tx.caller.orgId) notFound(couponBatch.title)
  return batch
}

/** How many coupons were issued of a batch, whatever became of them. */
export async function issuedOf(tx: CallerTx, batchId: number): Promise<number> {
  const row = await tx.one<{ count: number }>({
    text: 'select count(*) as count from coupon where group_id = $1 and batch_id = $2',
    values: [tx.groupId, batchId],
  })
  return row?.count ?? 0
}

/**
 * Adds or changes a batch. Once coupons were issued, what was promised with them stays, and the number is not below theirs; other days
 * are those of coupons that are issued from now on.
 * @throws Failure forbidden, stale, invalid
 */
export async function saveBatch(tx: CallerTx, { id, version, ...body }: Body): Promise<SavedRow> {
  if (!mayPress(tx.caller, couponButtons.issue)) forbidden()
  if (id === undefined) {
    if (isPast(body.validTo)) invalid([lastDayIsPast])
    return addMaster(tx, couponBatch, { ...body, orgId: tx.caller.orgId, creatorId: tx.caller.userId })
  }
  const before = await lockBatch(tx, id, version ?? 0)
  const issued = await issuedOf(tx, id)
  const errors = issued === 0 ? [] : promiseFaults(before, body)
  // A batch that has ended may still be described anew.
  if (isPast(body.validTo) && body.validTo !== before.validTo) errors.push(lastDayIsPast)
  if (body.qty < issued) errors.push(fieldError('qty', `已发 ${issued} 张，发行数不能小于已发数`))
  if (errors.length > 0) invalid(errors)
  return changeMaster(tx, couponBatch, before, body)
}

const isPast = (day: string | null): boolean => day !== null && day < shanghaiDay()
const lastDayIsPast = fieldError('validTo', '截止日期已过')

function promiseFaults(before: CouponBatch, after: Omit<Body, 'id' | 'version'>) {
  const { face, threshold, scope, isStackable, isCrossOrg } = promisedByBatch
  const changed: (readonly [field: string, title: string, isChanged: boolean])[] = [
    ['face', face, !equals(before.face, after.face)],
    ['threshold', threshold, !equals(before.threshold, after.threshold)],
    ['scope', scope, before.scope !== after.scope],
    ['isStackable', isStackable, before.isStackable !== after.isStackable],
    ['isCrossOrg', isCrossOrg, before.isCrossOrg !== after.isCrossOrg],
  ]
  return changed
    .filter(([, , isChanged]) => isChanged)
    .map(([field, title]) => fieldError(field, `已发券，不能修改${title}；可停用此批次，另建新批次`))
}

/** 启用 or 停用; what was issued stays good either way. */
export const enableBatch = (tx: CallerTx, id: number, change: BodyOf<typeof enableCouponBatch>) =>
  enableMaster<CouponBatch>(tx, couponBatch, id, change, (row) => {
    if (row.orgId !== tx.caller.orgId) notFound(couponBatch.title)
  })
