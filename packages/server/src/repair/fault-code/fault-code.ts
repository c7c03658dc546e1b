import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import type { faultCodeRoutes, FaultCodeRow } from '@chepu/contract/repair/fault-code'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { assertOwnCode } from '../../kernel/master/own-code'
import { assertMaySave } from '../../kernel/master/named'
import { assertReferences } from '../../kernel/master/references'

type Filters = QueryOf<typeof faultCodeRoutes.totals>

const faultCode: Master = { table: 'fault_code', title: '故障代码' }

interface FaultCode extends MasterRow {
  code: string
  manufacturerId: number | null
}

/** 故障代码 by code, name or system (business/repair-masters 1.6). */
export async function listFaultCodes(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy(
    { code: 'f.code', name: 'f.name', system: 'f.system', manufacturerName: 'm.name' },
    filters.sort,
  )
  return pageOf(
    tx,
    sql<FaultCodeRow>`select f.id, f.code, f.name, f.system, f.manufacturer_id, m.name as manufacturer_name, f.is_active, f.remark,
      f.version
    from fault_code f
    left join partner m on m.group_id = f.group_id and m.id = f.manufacturer_id
    where ${where(tx, filters)} order by ${order ?? sql`f.code`}, f.id`,
    filters,
  )
}

export async function faultCodeTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from fault_code f where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`f.group_id = ${tx.groupId}`,
    ...(text
      ? [
          sql<SqlBool>`(lower(f.code) like ${startingWith(text)} or lower(f.name) like ${containing(text)}
            or lower(f.system) like ${containing(text)})`,
        ]
      : []),
    ...(active === undefined ? [] : [sql<SqlBool>`f.is_active = ${active}`]),
  ])
}

/** Saves a 故障代码; its code is the only one whatever its capitals. */
export async function saveFaultCode(
  tx: CallerTx,
  { id, version, ...row }: BodyOf<typeof faultCodeRoutes.save>,
): Promise<SavedRow> {
  assertMaySave(tx, id, serviceItemButtons)
  const taken = `故障代码 ${row.code} 已存在`
  return onViolation({ fault_code_group_id_code_key: taken, fault_code_code_key: taken }, async () => {
    const before = id === undefined ? undefined : await lockMaster<FaultCode>(tx, faultCode, id, version ?? 0)
    const maker = { to: 'manufacturer', id: row.manufacturerId, path: 'manufacturerId', title: '厂家' } as const
    await assertReferences(tx, [maker], before ? [{ to: 'manufacturer', id: before.manufacturerId }] : [])
    await assertOwnCode(tx, 'fault_code', { code: row.code, id })
    return before ? changeMaster(tx, faultCode, before, row) : addMaster(tx, faultCode, row)
  })
}

export const enableFaultCode = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, faultCode, id, change)

export const removeFaultCode = async (tx: CallerTx, id: number) =>
  removeMaster(tx, faultCode, await lockMaster(tx, faultCode, id))
