import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { bayRoutes, BayRow } from '@chepu/contract/repair/bay'
import { technicianButtons } from '@chepu/contract/repair/worker-type'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { enableMaster, lockMaster, type MasterRow, removeMaster } from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'

type Filters = QueryOf<typeof bayRoutes.totals>

const bay: NamedMaster = { table: 'bay', title: '工位' }

interface Bay extends MasterRow {
  orgId: number
  name: string
}

/** 工位 of the caller's organisation (business/repair-masters 1.5). */
export async function listBays(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy({ name: 'b.name', kind: 'b.kind', sortNo: 'b.sort_no' }, filters.sort)
  return pageOf(
    tx,
    sql<BayRow>`select b.id, b.name, b.kind, b.sort_no, b.is_active, b.remark, b.version
    from bay b where ${where(tx, filters)} order by ${order ?? sql`b.sort_no`}, b.id`,
    filters,
  )
}

export async function bayTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from bay b where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`b.group_id = ${tx.groupId}`,
    sql<SqlBool>`b.org_id = ${tx.caller.orgId}`,
    ...(q ? [sql<SqlBool>`lower(b.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`b.is_active = ${active}`]),
  ])
}

const assertOwn = (tx: CallerTx, row: Bay | undefined): void => {
  if (row && row.orgId !== tx.caller.orgId) notFound(bay.title)
}

/** Saves a 工位; its name is the only one of the organisation. */
export const saveBay = (tx: CallerTx, body: BodyOf<typeof bayRoutes.save>) =>
  saveNamed<Bay>(tx, bay, technicianButtons, body, (before) => {
    assertOwn(tx, before)
    return { orgId: tx.caller.orgId }
  })

export const enableBay = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster<Bay>(tx, bay, id, change, (row) => assertOwn(tx, row))

export async function removeBay(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockMaster<Bay>(tx, bay, id)
  assertOwn(tx, row)
  return removeMaster(tx, bay, row)
}
