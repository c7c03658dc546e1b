import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { RegistrationRow } from '@chepu/contract/access/registration'
import type { FastifyReply } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { maskedMobile } from '../../kernel/caller/mobile'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { orgAndBelow } from '../organisation/org-list'
import { pageOf, totalsOf } from '../../kernel/query/page'

interface Filters {
  q?: string | undefined
  state?: string | undefined
  orgType?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * Applications `r` for shops that shall stand below the organisation in which the caller works; the platform's keeper sees
 * those that want to found a group besides.
 */
export async function visibleApplications(tx: CallerTx): Promise<RawBuilder<SqlBool>> {
  const below = await orgAndBelow(tx, tx.caller.orgId)
  const own = sql<SqlBool>`(r.group_id = ${tx.groupId} and ${isAnyOf('r.parent_org_id', below)})`
  return tx.caller.isPlatform
    ? sql<SqlBool>`(${own} or r.group_id is null) and r.state <> 'open'`
    : sql<SqlBool>`${own} and r.state <> 'open'`
}

async function where(tx: CallerTx, { q, state, orgType, from, to }: Filters): Promise<RawBuilder<SqlBool>> {
  return allOf([
    await visibleApplications(tx),
    ...(q ? [sql<SqlBool>`(r.name like ${containing(q)} or r.credit_code like ${containing(q.toUpperCase())})`] : []),
    ...(state ? [sql<SqlBool>`r.state = ${state}`] : []),
    ...(orgType ? [sql<SqlBool>`r.org_type = ${orgType}`] : []),
    ...(from ? [sql<SqlBool>`r.applied_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'`] : []),
    ...(to ? [sql<SqlBool>`r.applied_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`] : []),
  ])
}

/** Applications, those that wait first. */
export async function listRegistrations(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy({ appliedAt: 'r.applied_at', name: 'r.name', state: 'r.state' }, filters.sort)
  const { rows, more } = await pageOf(
    tx,
    sql<RegistrationRow>`select r.id, r.applied_at, r.name, r.credit_code,
      r.contact, r.mobile, r.address, r.org_type, r.state, r.reason, r.decided_at, r.licence is not null as has_licence,
      coalesce(r.username, '') as username, coalesce(o.name, '') as parent,
      concat(province.name, city.name, district.name) as region
    from shared.registration r
    left join org o on o.group_id = ${tx.groupId} and o.group_id = r.group_id and o.id = r.parent_org_id
    left join shared.region district on district.code = r.region_code
    left join shared.region city on city.code = district.parent_code
    left join shared.region province on province.code = city.parent_code
    where ${await where(tx, filters)}
    order by ${order ?? sql`r.state = 'pending' desc, r.id desc`}`,
    filters,
  )
  return {
    rows: rows.map((row) => ({ ...row, mobile: maskedMobile(tx.caller, row.mobile) })),
    more,
  }
}

export async function registrationTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from shared.registration r where ${await where(tx, filters)}`)
}

/** Sends the picture of the licence as it is. */
export async function sendLicence(tx: CallerTx, id: number, reply: FastifyReply): Promise<void> {
  const [row] = await tx.select<{ licence: Buffer | null; licenceType: string }>(
    sql<{ licence: Buffer | null; licenceType: string }>`select r.licence, r.licence_type from shared.registration r
      where r.id = ${id} and ${await visibleApplications(tx)}`,
  )
  if (!row?.licence) notFound('营业执照')
  await reply.header('content-type', row.licenceType).header('cache-control', 'private, no-store').send(row.licence)
}
