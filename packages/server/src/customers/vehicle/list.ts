import { vehicleHeadings } from '@chepu/contract/imports/import-headings'
import { expiries, type vehicleRoutes, type VehicleRow, vehicleUsages } from '@chepu/contract/customers/vehicle'
import { listedTitle } from '@chepu/contract/kernel/headings'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { mobileColumn } from '../../kernel/caller/mobile'
import { allOf, isAnyOf } from '../../kernel/caller/scope'
import { vehicleScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { ExportSource } from '../../kernel/export/registry'
import type { QueryOf } from '../../kernel/http/bind'
import { inWords } from '../../kernel/query/in-words'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { carName, namesVehicle, readMileage, vehicleTables } from './rows'

type Filters = QueryOf<typeof vehicleRoutes.totals>

const sortable = {
  plate: 'v.plate',
  partnerName: 'p.name',
  mileage: 'v.mileage',
  mileageOn: 'v.mileage_on',
  purchasedOn: 'v.purchased_on',
  compulsoryExpiresOn: 'v.compulsory_expires_on',
  commercialExpiresOn: 'v.commercial_expires_on',
  inspectionExpiresOn: 'v.inspection_expires_on',
  nextMaintenanceOn: 'v.next_maintenance_on',
}

/** The days on which something of a car runs out. */
const dueColumns: Record<keyof typeof expiries, string> = {
  compulsory: 'v.compulsory_expires_on',
  commercial: 'v.commercial_expires_on',
  inspection: 'v.inspection_expires_on',
  maintenance: 'v.next_maintenance_on',
}

/** Rows as the list shows them; mobiles as the caller may see them. */
export const vehicleRows = (tx: CallerTx, condition: RawBuilder<SqlBool>): RawBuilder<VehicleRow> =>
  sql<VehicleRow>`select v.id, v.version, v.plate, v.vin, v.engine_no, v.partner_id, p.name as partner_name,
    ${mobileColumn(tx.caller, 'p.mobile')} as partner_mobile,
    json_build_object('seriesId', v.series_id, 'modelId', v.model_id, 'text', ${carName}) as car, ${carName} as car_name,
    v.car_type_id, t.name as car_type_name, v.color_id, c.name as color_name, v.usage, v.purchased_on, v.invoiced_on, ${readMileage} as mileage, v.mileage_on,
    v.avg_daily_km, v.insurer_id, i.name as insurer_name, v.compulsory_expires_on, v.commercial_expires_on, v.inspection_expires_on,
    v.next_maintenance_on, v.next_maintenance_km, v.driver_name, ${mobileColumn(tx.caller, 'v.driver_mobile')} as driver_mobile, v.tags, v.remark, v.is_active
  ${vehicleTables} where ${vehicleScope(tx.caller)} and v.group_id = ${tx.groupId} and ${condition}`

/** Cars of the customers that the caller sees (business/customers 6.3). */
export const listVehicles = (tx: CallerTx, filters: QueryOf<typeof vehicleRoutes.list>) =>
  pageOf(
    tx,
    sql<VehicleRow>`${vehicleRows(tx, where(tx, filters))} order by ${sortedBy(sortable, filters.sort) ?? sql`v.plate, v.vin`}, v.id`,
    filters,
  )

export const vehicleTotals = (tx: CallerTx, filters: Filters): Promise<Totals> =>
  totalsOf(
    tx,
    sql`select count(*) as count from vehicle v join partner p on p.group_id = v.group_id and p.id = v.partner_id
    where ${vehicleScope(tx.caller)} and v.group_id = ${tx.groupId} and ${where(tx, filters)}`,
  )

const where = (tx: CallerTx, filters: Filters): RawBuilder<SqlBool> => {
  const { q, partnerId, carTypeId, expiring, withinDays, active, ids } = filters
  return allOf([
    ...(q ? [namesVehicle(tx.caller, q)] : []),
    ...(partnerId ? [sql<SqlBool>`v.partner_id = ${partnerId}`] : []),
    ...(carTypeId ? [sql<SqlBool>`v.car_type_id = ${carTypeId}`] : []),
    ...(expiring
      ? [sql<SqlBool>`${sql.raw(dueColumns[expiring])} <= ${addDays(shanghaiDay(), withinDays ?? 30)}`]
      : []),
    ...(active === undefined ? [] : [sql<SqlBool>`v.is_active = ${active}`]),
    ...(ids ? [isAnyOf('v.id', ids)] : []),
  ])
}

/** 导出 of cars; brand, series and model stand apart, as the import takes them. */
export const vehicleExport: ExportSource = {
  title: '车辆资料',
  columns: () => [
    { key: 'plate', title: vehicleHeadings.plate.title, kind: 'text', always: true },
    { key: 'vin', title: vehicleHeadings.vin.title, kind: 'text', width: 20, always: true },
    { key: 'partnerName', title: listedTitle(vehicleHeadings.partner), kind: 'text', width: 24, always: true },
    { key: 'partnerMobile', title: vehicleHeadings.mobile.title, kind: 'text', width: 14, always: true },
    { key: 'brandName', title: vehicleHeadings.brand.title, kind: 'text', always: true },
    { key: 'seriesName', title: vehicleHeadings.series.title, kind: 'text', always: true },
    { key: 'modelName', title: vehicleHeadings.model.title, kind: 'text', width: 24, always: true },
    { key: 'carTypeName', title: '车辆类型', kind: 'text' },
    { key: 'colorName', title: '颜色', kind: 'text' },
    { key: 'usage', title: '用途', kind: 'text' },
    { key: 'engineNo', title: '发动机号', kind: 'text', width: 16 },
    { key: 'mileage', title: listedTitle(vehicleHeadings.mileage), kind: 'number' },
    { key: 'mileageOn', title: '读数日期', kind: 'date' },
    { key: 'purchasedOn', title: vehicleHeadings.purchasedOn.title, kind: 'date' },
    { key: 'invoicedOn', title: '发票日期', kind: 'date' },
    { key: 'insurerName', title: '保险公司', kind: 'text', width: 20 },
    { key: 'compulsoryExpiresOn', title: listedTitle(vehicleHeadings.compulsoryExpiresOn), kind: 'date' },
    { key: 'commercialExpiresOn', title: '商业险到期', kind: 'date' },
    { key: 'inspectionExpiresOn', title: vehicleHeadings.inspectionExpiresOn.title, kind: 'date' },
    { key: 'nextMaintenanceOn', title: '下次保养', kind: 'date' },
    { key: 'nextMaintenanceKm', title: '保养里程', kind: 'number' },
    { key: 'driverName', title: '驾驶员', kind: 'text' },
    { key: 'driverMobile', title: '驾驶员手机', kind: 'text', width: 14 },
    { key: 'isActive', title: '状态', kind: 'text' },
    { key: 'remark', title: '备注', kind: 'text' },
  ],
  frame: async (tx, filters) => ({ totals: await vehicleTotals(tx, filters as Filters) }),
  rows: (tx, filters) => sql`select r.*, ${inWords('r.usage', vehicleUsages)} as usage,
      case when r.is_active then '启用' else '停用' end as is_active, b.name as brand_name, s.name as series_name,
      case when r.series_id is null then r.car_name else m.name end as model_name
    from (select w.*, (w.car ->> 'seriesId')::bigint as series_id, (w.car ->> 'modelId')::bigint as model_id
      from (${vehicleRows(tx, where(tx, filters as Filters))}) w) r
    left join car_series s on s.group_id = ${tx.groupId} and s.id = r.series_id
    left join brand b on b.group_id = s.group_id and b.id = s.brand_id
    left join car_model m on m.group_id = s.group_id and m.id = r.model_id
    order by r.plate, r.vin`,
}
