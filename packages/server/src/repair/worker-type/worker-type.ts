import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { technicianButtons, type workerTypeRoutes, type WorkerTypeRow } from '@chepu/contract/repair/worker-type'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { enableMaster, lockMaster, type MasterRow, removeMaster } from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { settableRate } from '../earnings'
import { earning } from '../earnings'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'

type Filters = QueryOf<typeof workerTypeRoutes.totals>

const workerType: NamedMaster = { table: 'worker_type', title: '工种' }

interface WorkerType extends MasterRow {
  name: string
  commissionRate: string | null
}

/** 工种 with how many technicians and items have each (business/repair-masters 1.1). */
export async function listWorkerTypes(tx: CallerTx, filters: Filters & Paging) {
  const sortable = {
    name: 'w.name',
    hourPrice: 'w.hour_price',
    sortNo: 'w.sort_no',
    ...(sees(tx.caller, 'commission') ? { commissionRate: 'w.commission_rate' } : {}),
  }
  return pageOf(
    tx,
    sql<WorkerTypeRow>`select w.id, w.name, w.hour_price, w.sort_no, w.is_active, w.remark, w.version
      ${earning(tx, 'w.commission_rate')},
      (select count(*) from technician_skill s where s.group_id = w.group_id and s.worker_type_id = w.id) as technician_count,
      (select count(*) from service_item i where i.group_id = w.group_id and i.worker_type_id = w.id) as item_count
    from worker_type w where ${where(tx, filters)}
    order by ${sortedBy(sortable, filters.sort) ?? sql`w.sort_no`}, w.id`,
    filters,
  )
}

export async function workerTypeTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from worker_type w where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`w.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(w.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`w.is_active = ${active}`]),
  ])
}

/** Saves a 工种; its rate of commission is changed by who may alone. */
export const saveWorkerType = (tx: CallerTx, { commissionRate, ...body }: BodyOf<typeof workerTypeRoutes.save>) =>
  saveNamed<WorkerType>(tx, workerType, technicianButtons, body, (before) => settableRate(tx, commissionRate, before))

export const enableWorkerType = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, workerType, id, change)

/** Deletes a 工种 that no technician and no item has. */
export const removeWorkerType = async (tx: CallerTx, id: number) =>
  removeMaster(tx, workerType, await lockMaster(tx, workerType, id))
