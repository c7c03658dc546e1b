// Types of organisations and shops, and companies: three small masters with one manner of listing and saving.
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { orgButtons } from '@chepu/contract/access/org'
import type {
  CompanyRow,
  companyRoutes,
  OrgTypeRow,
  orgTypeRoutes,
  StoreTypeRow,
  storeTypeRoutes,
} from '@chepu/contract/access/org-masters'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { allOf, containing } from '../../kernel/caller/scope'
import { refreshGroupRights } from './members'
import { pageOf, totalsOf } from '../../kernel/query/page'

interface Filters {
  q?: string | undefined
  active?: boolean | undefined
}
type Page<Row> = Promise<{ rows: Row[]; more: boolean }>

const orgType: Master = { table: 'org_type', title: '组织类型' }
const storeType: Master = { table: 'store_type', title: '门店类型' }
const company: Master = { table: 'company', title: '公司主体' }

async function page<Row>(
  tx: CallerTx,
  filters: Filters & Paging,
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Page<Row> {
  return pageOf(
    tx,
    sql<Row>`select ${columns} from ${from} where ${where(tx, filters)}
    order by ${order}`,
    filters,
  )
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(t.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

async function count(tx: CallerTx, filters: Filters, from: RawBuilder<unknown>): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from ${from} where ${where(tx, filters)}`)
}

/** Saves a row of one of them; its name is unique in the group. */
async function save(
  tx: CallerTx,
  master: Master,
  {
    id,
    version,
    ...row
  }: { id?: number | undefined; version?: number | undefined; name: string } & Record<string, unknown>,
): Promise<SavedRow> {
  if (!mayPress(tx.caller, id === undefined ? orgButtons.add : orgButtons.update)) forbidden()
  return onViolation({ [`${master.table}_group_id_name_key`]: `${master.title}“${row.name}”已存在` }, async () => {
    if (id === undefined) return addMaster(tx, master, row)
    return changeMaster(tx, master, await lockMaster(tx, master, id, version ?? 0), row)
  })
}

type Change = { isActive: boolean; version: number }
const enabler = (master: Master) => (tx: CallerTx, id: number, change: Change) => enableMaster(tx, master, id, change)
const remover = (master: Master) => async (tx: CallerTx, id: number) =>
  removeMaster(tx, master, await lockMaster(tx, master, id))

export const orgTypes = {
  list: (tx: CallerTx, filters: Filters & Paging): Page<OrgTypeRow> =>
    page(
      tx,
      filters,
      sql`t.id, t.code, t.name, t.screens, t.sort, t.remark, t.is_system, t.is_active, t.version,
        (select count(*) from org o where o.group_id = t.group_id and o.org_type = t.code) as org_count`,
      sql`org_type t`,
      sql`t.sort, t.id`,
    ),
  totals: (tx: CallerTx, filters: Filters) => count(tx, filters, sql`org_type t`),
  /** Another choice of menus changes what the users of such organisations see, at once. */
  save: async (tx: CallerTx, { screens, ...body }: BodyOf<typeof orgTypeRoutes.save>): Promise<SavedRow> => {
    const code = body.id === undefined ? { code: `type_${crypto.randomUUID().slice(0, 8)}` } : {}
    const allowed = screens && [...new Set(['organization', ...screens])]
    const saved = await save(tx, orgType, { ...body, ...code, screens: allowed })
    await refreshGroupRights(tx)
    return saved
  },
  enable: enabler(orgType),
  remove: async (tx: CallerTx, id: number): Promise<{ id: number }> => {
    const row = await lockMaster<MasterRow & { code: string; isSystem: boolean }>(tx, orgType, id)
    if (row.isSystem) refuse(`“${String(row.name)}”是系统自带的组织类型，不能删除，可改为停用`)
    const used = await tx.one({
      text: 'select 1 as used from org where group_id = $1 and org_type = $2 limit 1',
      values: [tx.groupId, row.code],
    })
    if (used) refuse(`组织类型“${String(row.name)}”已被使用，不能删除，可改为停用`)
    return removeMaster(tx, orgType, row)
  },
}

export const storeTypes = {
  list: (tx: CallerTx, filters: Filters & Paging): Page<StoreTypeRow> =>
    page(
      tx,
      filters,
      sql`t.id, t.name, t.sort, t.remark, t.is_active, t.version,
        (select count(*) from org o where o.group_id = t.group_id and o.store_type_id = t.id) as org_count`,
      sql`store_type t`,
      sql`t.sort, t.id`,
    ),
  totals: (tx: CallerTx, filters: Filters) => count(tx, filters, sql`store_type t`),
  save: (tx: CallerTx, body: BodyOf<typeof storeTypeRoutes.save>) => save(tx, storeType, body),
  enable: enabler(storeType),
  remove: remover(storeType),
}

/** A taxpayer is one company of the group: refuses a 税号 that another has, and names it. Upper and lower case are alike. */
async function assertOwnTaxNo(tx: CallerTx, { id, taxNo }: BodyOf<typeof companyRoutes.save>): Promise<void> {
  if (taxNo === '') return
  const other = await tx.one<{ name: string }>({
    text: `select name from company where group_id = $1 and upper(tax_no) = upper($2) and id <> $3 limit 1`,
    values: [tx.groupId, taxNo, id ?? 0],
  })
  if (other) invalid([{ path: 'taxNo', message: `税号已被公司主体“${other.name}”使用` }])
}

export const companies = {
  list: (tx: CallerTx, filters: Filters & Paging): Page<CompanyRow> =>
    page(
      tx,
      filters,
      sql`t.id, t.name, t.tax_no, t.taxpayer_kind, t.address_tel, t.bank_name, t.bank_account, t.legal_person, t.remark,
        t.is_active, t.version,
        (select count(*) from org o where o.group_id = t.group_id and o.company_id = t.id) as org_count`,
      sql`company t`,
      sql`t.name`,
    ),
  totals: (tx: CallerTx, filters: Filters) => count(tx, filters, sql`company t`),
  save: async (tx: CallerTx, body: BodyOf<typeof companyRoutes.save>): Promise<SavedRow> => {
    await assertOwnTaxNo(tx, body)
    return save(tx, company, body)
  },
  enable: enabler(company),
  remove: remover(company),
}
