import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { commissionModes, type serviceItemRoutes, type ServiceItemRow } from '@chepu/contract/repair/service-item'
import { pricingModes } from '@chepu/contract/kernel/pricing-modes'
import { serviceItemHeadings } from '@chepu/contract/imports/import-headings'
import { listedTitle } from '@chepu/contract/kernel/headings'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { ExportSource } from '../../kernel/export/registry'
import type { QueryOf } from '../../kernel/http/bind'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { inWords, yesNo } from '../../kernel/query/in-words'
import { earning } from '../earnings'
import { namesItem } from '../../kernel/master/named'

type Filters = QueryOf<typeof serviceItemRoutes.totals>

const sortable = {
  code: 'i.code',
  name: 'i.name',
  workerTypeName: 'w.name',
  businessTypeName: 'b.name',
  stdHours: 'i.std_hours',
  hourPrice: 'i.hour_price',
  fixedPrice: 'i.fixed_price',
  updatedAt: 'i.updated_at',
}

const rows = (
  tx: CallerTx,
  filters: Filters,
) => sql<ServiceItemRow>`select i.id, i.code, i.name, w.name as worker_type_name,
    b.name as business_type_name, i.pricing_mode, i.std_hours, i.hour_price, i.fixed_price, r.name as tax_rate_name,
    i.allows_discount, i.is_active, i.remark, i.updated_at, i.version ${earning(tx, 'i.commission_mode, i.commission_value')},
    (select count(*) from service_item_part p where p.group_id = i.group_id and p.service_item_id = i.id) as part_count
  from service_item i
  join worker_type w on w.group_id = i.group_id and w.id = i.worker_type_id
  join tax_rate r on r.group_id = i.group_id and r.id = i.tax_rate_id
  left join business_type b on b.group_id = i.group_id and b.id = i.business_type_id
  where ${where(tx, filters)}`

/** 服务项目 with the number of their materials (business/repair-masters 1.7). */
export async function listServiceItems(tx: CallerTx, filters: Filters & Paging) {
  const order = sortedBy(sortable, filters.sort) ?? sql`i.code`
  return pageOf(tx, sql<ServiceItemRow>`${rows(tx, filters)} order by ${order}, i.id`, filters)
}

export async function serviceItemTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from service_item i where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, workerTypeId, businessTypeId, pricingMode, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`i.group_id = ${tx.groupId}`,
    ...(q ? [namesItem('i', q)] : []),
    ...(workerTypeId ? [sql<SqlBool>`i.worker_type_id = ${workerTypeId}`] : []),
    ...(businessTypeId ? [sql<SqlBool>`i.business_type_id = ${businessTypeId}`] : []),
    ...(pricingMode ? [sql<SqlBool>`i.pricing_mode = ${pricingMode}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`i.is_active = ${active}`]),
  ])
}

/** What the import reads as 提成: 不提成, yuan of an item as 20元, or a rate, empty where technician and trade decide. */
const commissionText = sql`case r.commission_mode when 'none' then ${commissionModes.none}
  when 'fixed' then trim_scale(r.commission_value)::text || '元' else trim_scale(r.commission_value)::text end`

/** 导出 of the list: changed, it can be imported again. */
export const serviceItemExport: ExportSource = {
  title: '服务项目',
  columns: (tx) => [
    { key: 'code', title: listedTitle(serviceItemHeadings.code), kind: 'text', always: true },
    { key: 'name', title: listedTitle(serviceItemHeadings.name), kind: 'text', width: 30 },
    { key: 'workerTypeName', title: listedTitle(serviceItemHeadings.workerType), kind: 'text' },
    { key: 'businessTypeName', title: listedTitle(serviceItemHeadings.businessType), kind: 'text' },
    { key: 'pricingMode', title: listedTitle(serviceItemHeadings.pricingMode), kind: 'text' },
    { key: 'stdHours', title: listedTitle(serviceItemHeadings.stdHours), kind: 'number' },
    { key: 'hourPrice', title: listedTitle(serviceItemHeadings.hourPrice), kind: 'number' },
    { key: 'fixedPrice', title: listedTitle(serviceItemHeadings.fixedPrice), kind: 'number' },
    ...(sees(tx.caller, 'commission')
      ? [{ key: 'commissionValue', title: listedTitle(serviceItemHeadings.commission), kind: 'text' as const }]
      : []),
    { key: 'taxRateName', title: '税率', kind: 'text' },
    { key: 'allowsDiscount', title: '允许打折', kind: 'text' },
    { key: 'partCount', title: '材料数', kind: 'number' },
    { key: 'isActive', title: '状态', kind: 'text' },
    { key: 'remark', title: listedTitle(serviceItemHeadings.remark), kind: 'text' },
    { key: 'updatedAt', title: '修改时间', kind: 'date' },
  ],
  rows: (tx, filters) => sql`select r.*, ${inWords('r.pricing_mode', pricingModes)} as pricing_mode,
      ${yesNo('r.allows_discount')} as allows_discount, case when r.is_active then '启用' else '停用' end as is_active
      ${sees(tx.caller, 'commission') ? sql`, ${commissionText} as commission_value` : sql``}
    from (${rows(tx, filters as Filters)}) r order by r.code`,
}
