import { orgButtons, type OrgRow, type orgRoutes } from '@chepu/contract/access/org'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { buttonsByOrg, visibleOrgs } from '../../kernel/caller/visible-orgs'
import { pageOf, totalsOf } from '../../kernel/query/page'

type Filters = Omit<QueryOf<typeof orgRoutes.list>, keyof Paging>
type Condition = RawBuilder<SqlBool>
type Listed = Omit<OrgRow, 'buttons'>

/** Buttons that act on an organisation which exists. */
const onOrg = [orgButtons.update, orgButtons.disable, orgButtons.abdicate, orgButtons.config]

/** Says of each organisation what the caller may do to it: what he may where he works, and in it or above it too. */
async function withButtons(tx: CallerTx, rows: readonly Listed[]): Promise<OrgRow[]> {
  const here = onOrg.filter((button) => mayPress(tx.caller, button))
  const found = await buttonsByOrg(tx, here)
  return rows.map((row) => ({ ...row, buttons: found.get(row.id) ?? [] }))
}

/** Organisations as 企业管理 lists them; `shopsOnly` leaves those of the type 集团总部 out (门店管理). */
export async function listOrgs(
  tx: CallerTx,
  filters: Filters & Paging,
  shopsOnly = false,
): Promise<{ rows: OrgRow[]; more: boolean }> {
  const order = sortedBy(
    {
      code: 'o.code',
      name: 'o.name',
      orgTypeName: 't.sort',
      startMonth: 'o.start_month',
      closedMonth: 'o.closed_month',
    },
    filters.sort,
  )
  const { rows, more } = await pageOf(
    tx,
    sql<Listed>`${selection(tx)} where ${await where(tx, filters, shopsOnly)}
    order by ${order ?? sql`o.code`}`,
    filters,
  )
  return { rows: await withButtons(tx, rows), more }
}

export async function orgTotals(tx: CallerTx, filters: Filters, shopsOnly = false): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from org o where ${await where(tx, filters, shopsOnly)}`)
}

/** One organisation with its settings. */
export async function readOrg(tx: CallerTx, id: number): Promise<DataOf<typeof orgRoutes.read>> {
  const shown = isAnyOf('o.id', await visibleOrgs(tx))
  const found = await tx.select<Listed>(
    sql<Listed>`${selection(tx)} where o.group_id = ${tx.groupId} and o.id = ${id} and ${shown}`,
  )
  const [row] = await withButtons(tx, found)
  if (!row) return notFound('企业')
  const own = await tx.one<{ config: unknown }>({
    text: 'select config from org where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  return { ...row, config: orgConfig.parse(own?.config ?? {}) }
}

const selection = (
  tx: CallerTx,
): RawBuilder<unknown> => sql`select o.id, o.parent_id, p.name as parent_name, o.code, o.name,
  o.short_name, o.org_type, coalesce(t.name, o.org_type) as org_type_name, o.store_type_id, s.name as store_type_name,
  o.company_id, c.name as company_name, o.region_code,
  concat(r3.name, r2.name, coalesce(r1.name, o.region_code)) as region_name, o.address, o.longitude, o.latitude, o.tel,
  o.business_hours, o.bay_count, o.manager, o.taxpayer_kind, o.default_tax_rate_id, o.start_month, o.closed_month,
  o.status, o.status = 'active' as is_active, o.admin_user_id, u.real_name as admin_name,
  (select count(*) from user_org uo where uo.group_id = o.group_id and uo.org_id = o.id and uo.is_active) as user_count,
  exists (select from goods_document d where d.group_id = o.group_id and d.org_id = o.id)
    or exists (select from money_slip m where m.group_id = o.group_id and m.org_id = o.id) as has_documents,
  o.id = ${tx.caller.orgId} as is_current, o.remark, o.version
  from org o
  left join org p on p.group_id = o.group_id and p.id = o.parent_id
  left join org_type t on t.group_id = o.group_id and t.code = o.org_type
  left join store_type s on s.group_id = o.group_id and s.id = o.store_type_id
  left join company c on c.group_id = o.group_id and c.id = o.company_id
  left join app_user u on u.group_id = o.group_id and u.id = o.admin_user_id
  left join shared.region r1 on r1.code = o.region_code
  left join shared.region r2 on r2.code = r1.parent_code
  left join shared.region r3 on r3.code = r2.parent_code`

async function where(tx: CallerTx, filters: Filters, shopsOnly: boolean): Promise<Condition> {
  const text = filters.q ? containing(filters.q.toLowerCase()) : undefined
  const below = filters.below === undefined ? undefined : await orgAndBelow(tx, filters.below)
  return allOf([
    sql<SqlBool>`o.group_id = ${tx.groupId}`,
    isAnyOf('o.id', await visibleOrgs(tx)),
    ...(below ? [isAnyOf('o.id', below)] : []),
    ...(text
      ? [sql<SqlBool>`(lower(o.name) like ${text} or lower(o.short_name) like ${text} or lower(o.code) like ${text})`]
      : []),
    ...(filters.orgType ? [sql<SqlBool>`o.org_type = ${filters.orgType}`] : []),
    ...(filters.storeTypeId === undefined ? [] : [sql<SqlBool>`o.store_type_id = ${filters.storeTypeId}`]),
    ...(filters.active === undefined ? [] : [sql<SqlBool>`(o.status = 'active') = ${filters.active}`]),
    ...(shopsOnly ? [sql<SqlBool>`o.org_type <> 'group_hq'`] : []),
  ])
}

/** An organisation and all below it. */
export async function orgAndBelow(tx: CallerTx, orgId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>({
    name: 'orgs-below',
    text: `with recursive below as (
        select id from org where group_id = $1 and id = $2
        union
        select o.id from org o join below b on o.parent_id = b.id where o.group_id = $1
      )
      select id from below`,
    values: [tx.groupId, orgId],
  })
  return rows.map((row) => row.id)
}

/** Codes and names of the organisations that the caller sees, for trees and choices. */
export async function orgNodes(
  tx: CallerTx,
  { page, rows: size }: { page: number; rows: number },
): Promise<DataOf<typeof orgRoutes.nodes>> {
  const group = await tx.one<{ name: string }>({
    text: 'select name from shared.tenant_group where id = $1',
    values: [tx.groupId],
  })
  const rows = await tx.query<DataOf<typeof orgRoutes.nodes>['rows'][number]>({
    name: 'org-nodes',
    text: `select id, parent_id, code, name, org_type, status = 'active' as is_active from org
      where group_id = $1 and id = any ($2::bigint[]) order by code limit $3 offset $4`,
    values: [tx.groupId, await visibleOrgs(tx), size, (page - 1) * size],
  })
  return { groupName: group?.name ?? '', rows }
}
