import { labourQuotaHeadings } from '@chepu/contract/imports/import-headings'
import { listedTitle } from '@chepu/contract/kernel/headings'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import type { quotaRoutes, QuotaRow } from '@chepu/contract/warranty/labour-quota'
import { policyButtons } from '@chepu/contract/warranty/policy'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { ExportSource } from '../../kernel/export/registry'
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
import { assertMaySave, namesItem } from '../../kernel/master/named'
import { assertReferences } from '../../kernel/master/references'
import { yesNo } from '../../kernel/query/in-words'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'

type Filters = QueryOf<typeof quotaRoutes.totals>

const quota: Master = { table: 'labour_quota', title: '工时定额' }

interface Quota extends MasterRow {
  manufacturerId: number
  serviceItemId: number
}

const sortable = {
  manufacturerName: 'f.name',
  itemCode: 'i.code',
  itemName: 'i.name',
  hours: 'x.hours',
  validFrom: 'x.valid_from',
}

/** In force on a day: active, and the newest of its manufacturer and item whose day has come. */
const isCurrent = (tx: CallerTx) => sql<boolean>`(x.is_active and x.valid_from = (
  select max(y.valid_from) from labour_quota y where y.group_id = ${tx.groupId} and y.is_active and y.manufacturer_id = x.manufacturer_id
    and y.service_item_id = x.service_item_id and y.valid_from <= ${shanghaiDay()}::date))`

const tables = sql.raw(`from labour_quota x
  join partner f on f.group_id = x.group_id and f.id = x.manufacturer_id
  join service_item i on i.group_id = x.group_id and i.id = x.service_item_id`)

const rows = (
  tx: CallerTx,
  filters: Filters,
) => sql<QuotaRow>`select x.id, x.manufacturer_id, f.name as manufacturer_name, x.service_item_id,
    i.code as item_code, i.name as item_name, x.labour_code, x.hours, x.valid_from, ${isCurrent(tx)} as is_current, x.is_active, x.remark,
    x.version
  ${tables} where ${where(tx, filters)}`

/** 厂家工时定额 by manufacturer and item, the latest first (business/three-guarantees 1.3). */
export async function listQuotas(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy(sortable, filters.sort)
  return pageOf(tx, sql<QuotaRow>`${rows(tx, filters)} order by ${order ?? usualOrder}, x.id`, filters)
}
const usualOrder = sql.raw('f.name, i.code, x.valid_from desc')

/** How many quotas a list has. */
export const quotaTotals = (tx: CallerTx, filters: Filters): Promise<Totals> =>
  totalsOf(tx, sql`select count(*) as count ${tables} where ${where(tx, filters)}`)

function where(tx: CallerTx, { q, manufacturerId, current, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`x.group_id = ${tx.groupId}`,
    ...(q
      ? [
          sql<SqlBool>`(${namesItem('i', q)} or lower(x.labour_code) like ${startingWith(q.toLowerCase())} or f.name like ${containing(q)})`,
        ]
      : []),
    ...(manufacturerId ? [sql<SqlBool>`x.manufacturer_id = ${manufacturerId}`] : []),
    ...(current === undefined ? [] : [sql<SqlBool>`${isCurrent(tx)} = ${current}`]),
    ...(active === undefined ? [] : [sql<SqlBool>`x.is_active = ${active}`]),
  ])
}

/** What is said where manufacturer, item and day stand already. */
const twiceQuota = '此厂家和项目在该生效日期已有定额'

/** Saves a quota; manufacturer, item and day are the only ones. */
export async function saveQuota(
  tx: CallerTx,
  { id, version, ...row }: BodyOf<typeof quotaRoutes.save>,
): Promise<SavedRow> {
  assertMaySave(tx, id, policyButtons)
  return onViolation({ [quotaKey]: twiceQuota }, async () => {
    const before = id === undefined ? undefined : await lockMaster<Quota>(tx, quota, id, version ?? 0)
    await assertReferences(
      tx,
      [
        { to: 'manufacturer', id: row.manufacturerId, path: 'manufacturerId', title: '厂家' },
        { to: 'serviceItem', id: row.serviceItemId, path: 'serviceItemId', title: '服务项目' },
      ],
      before
        ? [
            { to: 'manufacturer', id: before.manufacturerId },
            { to: 'serviceItem', id: before.serviceItemId },
          ]
        : [],
    )
    return before ? changeMaster(tx, quota, before, row) : addMaster(tx, quota, row)
  })
}

/** The index that keeps manufacturer, item and day the only ones. */
export const quotaKey = 'labour_quota_group_id_manufacturer_id_service_item_id_valid_key'

/** 启用 or 停用 of a quota: one that is switched off counts for no new bill. */
export const enableQuota = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, quota, id, change)

/** Deletes a quota; bills keep the hours that they took of it. */
export const removeQuota = async (tx: CallerTx, id: number) => removeMaster(tx, quota, await lockMaster(tx, quota, id))

/** 导出 of the list: changed, it can be imported again. */
export const quotaExport: ExportSource = {
  title: '厂家工时定额',
  columns: () => [
    {
      key: 'manufacturerName',
      title: listedTitle(labourQuotaHeadings.manufacturer),
      kind: 'text',
      width: 24,
      always: true,
    },
    { key: 'itemCode', title: listedTitle(labourQuotaHeadings.item), kind: 'text', always: true },
    { key: 'itemName', title: '项目名称', kind: 'text', width: 30 },
    { key: 'labourCode', title: listedTitle(labourQuotaHeadings.labourCode), kind: 'text', width: 20 },
    { key: 'hours', title: listedTitle(labourQuotaHeadings.hours), kind: 'number', always: true },
    { key: 'validFrom', title: listedTitle(labourQuotaHeadings.validFrom), kind: 'date', always: true },
    { key: 'isCurrent', title: '现行', kind: 'text' },
    { key: 'isActive', title: '状态', kind: 'text' },
    { key: 'remark', title: listedTitle(labourQuotaHeadings.remark), kind: 'text' },
  ],
  rows: (tx, filters) => sql`select r.*, ${yesNo('r.is_current')} as is_current,
      case when r.is_active then '启用' else '停用' end as is_active
    from (${rows(tx, filters as Filters)}) r order by r.manufacturer_name, r.item_code, r.valid_from desc`,
}
