import { gradeLabels, type partRoutes, type PartRow } from '@chepu/contract/basics/part'
import { partHeadings } from '@chepu/contract/imports/import-headings'
import { listedTitle } from '@chepu/contract/kernel/headings'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import type { ExportSource } from '../../kernel/export/registry'
import { fits, namesPart } from '../../kernel/query/part-filter'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { yesNo } from '../../kernel/query/in-words'
import { inCategory } from '../part-search/find'
import { pageOf, totalsOf } from '../../kernel/query/page'

type PartFilters = QueryOf<typeof partRoutes.totals>

const sortable = {
  code: 'p.code',
  name: 'p.name',
  brandName: 'b.name',
  categoryName: 'c.name',
  spec: 'p.spec',
  factoryNo: 'p.factory_no',
  oeNo: 'p.oe_no',
  grade: 'p.grade',
  updatedAt: 'p.updated_at',
}

const tables = sql`from part p
  join brand b on b.group_id = p.group_id and b.id = p.brand_id
  join part_category c on c.group_id = p.group_id and c.id = p.category_id
  join unit u on u.group_id = p.group_id and u.id = p.unit_id
  join tax_rate t on t.group_id = p.group_id and t.id = p.tax_rate_id`

async function selectRows(tx: CallerTx, filters: PartFilters): Promise<RawBuilder<PartRow>> {
  return sql<PartRow>`select p.id, p.code, p.name, p.brand_id, b.name as brand_name, p.grade, p.category_id, c.name as category_name,
      u.name as unit_name, p.spec, p.model_text, p.origin, p.factory_no, p.oe_no, p.fitment, t.name as tax_rate_name, p.weight,
      p.pack_qty, p.warranty_months, p.warranty_km, p.is_wear_part, p.batch_managed, p.core_return, p.is_active, p.remark,
      p.updated_at, p.version, coalesce((select min(bc.barcode) from part_barcode bc
        where bc.group_id = p.group_id and bc.part_id = p.id), '') as barcode
    ${tables} where ${await where(tx, filters)}`
}

export async function listParts(tx: CallerTx, filters: QueryOf<typeof partRoutes.list>) {
  return pageOf(
    tx,
    sql<PartRow>`${await selectRows(tx, filters)}
    order by ${sortedBy(sortable, filters.sort) ?? sql`p.code`}, p.id`,
    filters,
  )
}

export async function partTotals(tx: CallerTx, filters: PartFilters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from part p where ${await where(tx, filters)}`)
}

async function where(tx: CallerTx, filters: PartFilters): Promise<RawBuilder<SqlBool>> {
  const { q, brandId, categoryId, grade, fitment, spec, active, ids } = filters
  return allOf([
    sql<SqlBool>`p.group_id = ${tx.groupId}`,
    ...(q ? [await namesPart(tx, q)] : []),
    ...(brandId ? [sql<SqlBool>`p.brand_id = ${brandId}`] : []),
    ...(categoryId ? [inCategory(tx, categoryId)] : []),
    ...(grade ? [sql<SqlBool>`p.grade = ${grade}`] : []),
    ...(fitment ? [fits(tx, fitment)] : []),
    ...(spec ? [sql<SqlBool>`lower(p.spec) like ${containing(spec.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`p.is_active = ${active}`]),
    ...(ids ? [isAnyOf('p.id', ids)] : []),
  ])
}

/** The names down to a category where its own stands in several places, as the import wants it. */
const categoryPath = ({ groupId }: CallerTx) => sql`case
  when (select count(*) from part_category o where o.group_id = ${groupId} and o.name = r.category_name) = 1 then r.category_name
  else (select string_agg(a.name, '/' order by a.level) from part_category c
    join part_category a on a.group_id = c.group_id and (a.id = c.id or (a.path <> '' and c.path like a.path || '%'))
    where c.group_id = ${groupId} and c.id = r.category_id) end`

/** 导出 of the list: changed, it can be imported again; lists are whole, as the import replaces them. */
export const partExport: ExportSource = {
  title: '配件资料',
  columns: () => [
    { key: 'code', title: listedTitle(partHeadings.code), kind: 'text' },
    { key: 'name', title: listedTitle(partHeadings.name), kind: 'text', width: 30 },
    { key: 'brandName', title: listedTitle(partHeadings.brand), kind: 'text' },
    { key: 'grade', title: listedTitle(partHeadings.grade), kind: 'text' },
    { key: 'categoryName', title: listedTitle(partHeadings.category), kind: 'text' },
    { key: 'unitName', title: listedTitle(partHeadings.unit), kind: 'text' },
    { key: 'spec', title: listedTitle(partHeadings.spec), kind: 'text' },
    { key: 'modelText', title: '型号', kind: 'text' },
    { key: 'origin', title: listedTitle(partHeadings.origin), kind: 'text' },
    { key: 'factoryNo', title: listedTitle(partHeadings.factoryNo), kind: 'text' },
    { key: 'oeNo', title: listedTitle(partHeadings.oes), kind: 'text' },
    { key: 'barcode', title: listedTitle(partHeadings.barcodes), kind: 'text' },
    { key: 'fitment', title: listedTitle(partHeadings.fitments), kind: 'text', width: 30 },
    { key: 'taxRateName', title: listedTitle(partHeadings.taxRate), kind: 'text' },
    { key: 'weight', title: '重量(kg)', kind: 'number' },
    { key: 'packQty', title: '包装数', kind: 'quantity' },
    { key: 'warrantyMonths', title: listedTitle(partHeadings.warrantyMonths), kind: 'number' },
    { key: 'warrantyKm', title: listedTitle(partHeadings.warrantyKm), kind: 'number' },
    { key: 'isWearPart', title: '易损件', kind: 'text' },
    { key: 'batchManaged', title: '批次', kind: 'text' },
    { key: 'coreReturn', title: '旧件回收', kind: 'text' },
    { key: 'isActive', title: '状态', kind: 'text' },
    { key: 'remark', title: listedTitle(partHeadings.remark), kind: 'text' },
    { key: 'updatedAt', title: '修改时间', kind: 'date' },
  ],
  rows: async (tx, filters) => sql`select r.*, ${labelOf('r.grade', gradeLabels)} as grade,
      ${yesNo('r.is_wear_part')} as is_wear_part, ${yesNo('r.batch_managed')} as batch_managed, ${yesNo('r.core_return')} as core_return,
      case when r.is_active then '启用' else '停用' end as is_active, ${categoryPath(tx)} as category_name,
      coalesce((select string_agg(o.oe_no, ';' order by o.is_primary desc, o.id) from part_oe o
        where o.group_id = ${tx.groupId} and o.part_id = r.id), '') as oe_no,
      coalesce((select string_agg(b.barcode, ';' order by b.id) from part_barcode b
        where b.group_id = ${tx.groupId} and b.part_id = r.id), '') as barcode
    from (${await selectRows(tx, filters as PartFilters)}) r order by r.code`,
}

/** A coded column as its Chinese text. The labels are ours. */
const labelOf = (column: string, labels: Readonly<Record<string, string>>): RawBuilder<string> =>
  sql<string>`case ${sql.raw(column)} ${sql.join(
    Object.entries(labels).map(([code, label]) => sql`when ${code} then ${label}`),
    sql` `,
  )} end`
