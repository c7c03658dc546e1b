import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import type { DataOf } from '@chepu/contract/kernel/route'
import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import type { InspectionTemplateRow, inspectionTemplateRoutes } from '@chepu/contract/repair/inspection-template'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { enableMaster, lockMaster, type MasterRow, removeMaster, replaceRows } from '../../kernel/master/master'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { type NamedMaster, saveNamed } from '../../kernel/master/named'
import { assertReferences, type Reference } from '../../kernel/master/references'

type Body = BodyOf<typeof inspectionTemplateRoutes.save>
type Filters = QueryOf<typeof inspectionTemplateRoutes.totals>

const template: NamedMaster = { table: 'inspection_template', title: '检车模板' }
const points = 'inspection_template_point'
const carTypes = 'inspection_template_car_type'

interface Template extends MasterRow {
  name: string
}

/** Types of car that template `t` is meant for. */
export const carTypeIds = sql.raw(
  `array(select m.car_type_id from inspection_template_car_type m where m.group_id = t.group_id and m.template_id = t.id order by 1)`,
)

/** 检车模板 with how much each looks at (business/repair 12.1). */
export async function listTemplates(tx: CallerTx, filters: Filters & Paging) {
  const order =
    sortedBy({ name: 't.name', monthFrom: 't.month_from', sortNo: 't.sort_no' }, filters.sort) ?? sql`t.sort_no`
  return pageOf(
    tx,
    sql<InspectionTemplateRow>`select t.id, t.name, t.month_from, t.month_to, ${carTypeIds} as car_type_ids, coalesce((
          select string_agg(c.name, '、' order by c.sort_no, c.id) from inspection_template_car_type m
          join car_type c on c.group_id = m.group_id and c.id = m.car_type_id
          where m.group_id = t.group_id and m.template_id = t.id), '') as car_type_names, t.sort_no, t.is_active, t.remark, t.version, (select count(*) from inspection_template_point p where p.group_id = t.group_id and p.template_id = t.id)::int as point_count
      from inspection_template t where ${where(tx, filters)} order by ${order}, t.id`,
    filters,
  )
}

export async function templateTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from inspection_template t where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, active }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`t.group_id = ${tx.groupId}`,
    ...(q ? [sql<SqlBool>`lower(t.name) like ${containing(q.toLowerCase())}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`t.is_active = ${active}`]),
  ])
}

type View = DataOf<typeof inspectionTemplateRoutes.read>

/** A template with its points in their order. */
export async function readTemplate(tx: CallerTx, id: number): Promise<View> {
  const values = [tx.groupId, id]
  const [found] = await tx.select(
    sql<
      Omit<View, 'points'>
    >`select t.id, t.name, t.month_from, t.month_to, ${carTypeIds} as car_type_ids, t.sort_no, t.is_active, t.remark, t.version
      from inspection_template t where t.group_id = ${tx.groupId} and t.id = ${id}`,
  )
  if (!found) notFound(template.title)
  const rows = await tx.query<View['points'][number]>({
    text: `select p.part_of_car, p.name, p.unit, p.yellow_at, p.red_at, p.service_item_id, i.name as service_item_name
      from inspection_template_point p left join service_item i on i.group_id = p.group_id and i.id = p.service_item_id
      where p.group_id = $1 and p.template_id = $2 order by p.line_no`,
    values,
  })
  return { ...found, points: rows }
}

/** Saves a template with its points. Reports that were begun keep the points they have. */
export async function saveTemplate(
  tx: CallerTx,
  { points: typed, carTypeIds: types, ...body }: Body,
): Promise<SavedRow> {
  const saved = await saveNamed<Template>(tx, template, serviceItemButtons, body, (before) =>
    namedBefore(tx, before?.id).then((stood) => assertReferences(tx, namedIn(types, typed), stood)),
  )
  const numbered = typed.map((point, i) => ({ lineNo: i + 1, ...point }))
  await replaceRows(tx, points, { column: 'template_id', id: saved.id }, numbered)
  const meant = [...new Set(types)].map((carTypeId) => ({ carTypeId }))
  await replaceRows(tx, carTypes, { column: 'template_id', id: saved.id }, meant)
  return saved
}

const namedIn = (types: Body['carTypeIds'], typed: Body['points']): Reference[] => [
  ...types.map((id, i): Reference => ({ to: 'carType', id, path: `carTypeIds.${i}`, title: '车辆类型' })),
  ...typed.map(({ serviceItemId }, i): Reference => ({
    to: 'serviceItem',
    id: serviceItemId,
    path: `points.${i}.serviceItemId`,
    title: `第${i + 1}行服务项目`,
  })),
]

const namedBefore = (tx: CallerTx, id: number | undefined) =>
  tx.query<Pick<Reference, 'to' | 'id'>>({
    text: `select 'serviceItem' as to, service_item_id as id from inspection_template_point
        where group_id = $1 and template_id = $2 and service_item_id is not null
      union all
      select 'carType', car_type_id from inspection_template_car_type where group_id = $1 and template_id = $2`,
    values: [tx.groupId, id ?? 0],
  })

export const enableTemplate = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, template, id, change)

export const removeTemplate = async (tx: CallerTx, id: number) =>
  removeMaster(tx, template, await lockMaster(tx, template, id), [
    [points, 'template_id'],
    [carTypes, 'template_id'],
  ])
