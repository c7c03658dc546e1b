import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type InspectionRow, type inspectionRoutes, levelOf } from '@chepu/contract/repair/inspection'
import { stageOf } from '@chepu/contract/kernel/states'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { allOf, assertOwn, containing } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { repairDocuments } from '../../kernel/repair/repo'
import { repairScope } from '../../kernel/repair/scope'

type Filters = QueryOf<typeof inspectionRoutes.totals>
const title = '检车报告'

/** 检车报告 of orders that the caller sees, the newest first (business/repair 12.3). */
export async function listInspections(tx: CallerTx, filters: Filters & Paging) {
  const columns = { billNo: 'd.bill_no', createdAt: 'n.created_at', doneAt: 'n.done_at', plate: 'v.plate' }
  const order = sortedBy(columns, filters.sort) ?? sql`n.id desc`
  const countOf = (level: string) =>
    sql`(select count(*) from inspection_point p where p.group_id = n.group_id and p.inspection_id = n.id and p.level = ${level})::int`
  return pageOf(
    tx,
    sql<InspectionRow>`select n.id, n.work_order_id, d.bill_no, v.plate, v.model_text, p.name as partner_name, n.template_name,
        u.real_name as inspector_name, n.state, n.created_at, n.done_at, ${countOf('yellow')} as yellow_count, ${countOf('red')} as red_count
      ${from(tx, filters)} order by ${order}, n.id desc`,
    filters,
  )
}

export async function inspectionTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count ${from(tx, filters)}`)
}

const from = (tx: CallerTx, { q, state, workOrderId }: Filters): RawBuilder<unknown> => sql`from inspection n
  join repair_document d on d.group_id = n.group_id and d.id = n.work_order_id
  join partner p on p.group_id = d.group_id and p.id = d.partner_id
  join app_user u on u.group_id = n.group_id and u.id = n.inspector_id
  left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
  where ${allOf([
    sql<SqlBool>`n.group_id = ${tx.groupId}`,
    repairScope(tx.caller, workOrder.area),
    ...(q
      ? [
          sql<SqlBool>`(lower(v.plate) like ${containing(q.toLowerCase())} or lower(d.bill_no) like ${containing(q.toLowerCase())}
          or lower(p.name) like ${containing(q.toLowerCase())})`,
        ]
      : []),
    ...(state ? [sql<SqlBool>`n.state = ${state}`] : []),
    ...(workOrderId ? [sql<SqlBool>`n.work_order_id = ${workOrderId}`] : []),
  ])}`

/** Templates that may be begun, those of no type of car last asked for first. */
export const templatesToChoose = (tx: CallerTx) =>
  tx.query<{ id: number; name: string; carTypeId: number | null }>({
    text: 'select id, name, car_type_id from inspection_template where group_id = $1 and is_active order by sort_no, id',
    values: [tx.groupId],
  })

type View = DataOf<typeof inspectionRoutes.read>

/** A report with its points in their order. Throws Failure notFound when the caller does not see its order. */
export async function readInspection(tx: CallerTx, id: number): Promise<View> {
  const values = [tx.groupId, id]
  const found = await tx.one<Omit<View, 'points'>>({
    text: `select n.id, n.work_order_id, d.bill_no, v.plate, v.model_text, p.name as partner_name, n.template_name,
        u.real_name as inspector_name, n.state, n.created_at, n.done_at, n.version
      from inspection n join repair_document d on d.group_id = n.group_id and d.id = n.work_order_id
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join app_user u on u.group_id = n.group_id and u.id = n.inspector_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      where n.group_id = $1 and n.id = $2`,
    values,
  })
  if (!found) notFound(title)
  await visible(tx, repairDocuments, workOrder, found.workOrderId)
  const points = await tx.query<View['points'][number]>({
    text: `select p.id, p.part_of_car, p.name, p.unit, p.yellow_at, p.red_at, i.name as service_item_name, p.level, p.value, p.remark,
        p.photo_ids, l.id is not null as is_quoted
      from inspection_point p
      left join service_item i on i.group_id = p.group_id and i.id = p.service_item_id
      left join repair_line l on l.group_id = p.group_id and l.id = p.line_id
      where p.group_id = $1 and p.inspection_id = $2 order by p.line_no`,
    values,
  })
  return { ...found, points }
}

/** The order of the caller's own organisation to which a report belongs. Throws Failure notFound, forbidden. */
async function ownOrder(tx: CallerTx, id: number) {
  const order = await visible(tx, repairDocuments, workOrder, id)
  assertOwn(tx.caller, order)
  return order
}

/** Begins a report on an order with the points of a template as they stand now. */
export async function startInspection(
  tx: CallerTx,
  { workOrderId, templateId }: BodyOf<typeof inspectionRoutes.start>,
) {
  const order = await ownOrder(tx, workOrderId)
  if (stageOf(workOrder, order.state) === 'voided') refuse(`工单 ${order.billNo} 已取消，不能检车`)
  const values = [tx.groupId, templateId]
  const [template, points] = await Promise.all([
    tx.one<{ name: string }>({
      text: 'select name from inspection_template where group_id = $1 and id = $2 and is_active',
      values,
    }),
    tx.query<
      Record<'partOfCar' | 'name' | 'unit', string> &
        Record<'yellowAt' | 'redAt', string | null> & { serviceItemId: number | null }
    >({
      text: `select part_of_car, name, unit, yellow_at, red_at, service_item_id from inspection_template_point
        where group_id = $1 and template_id = $2 order by line_no`,
      values,
    }),
  ])
  if (!template) invalid([{ path: 'templateId', message: '检车模板不存在或已停用' }])
  const [made] = await tx.insert<{ id: number }>(
    'inspection',
    ['group_id', 'org_id', 'work_order_id', 'template_name', 'inspector_id'],
    [[tx.groupId, order.orgId, workOrderId, template.name, tx.caller.userId]],
    'returning id',
  )
  const { id } = made as { id: number }
  await tx.insert(
    'inspection_point',
    ['group_id', 'inspection_id', 'line_no', 'part_of_car', 'name', 'unit', 'yellow_at', 'red_at', 'service_item_id'],
    points.map((p, i) => [tx.groupId, id, i + 1, p.partOfCar, p.name, p.unit, p.yellowAt, p.redAt, p.serviceItemId]),
  )
  await audit(tx, {
    entity: 'inspection',
    entityId: id,
    action: 'add',
    detail: { workOrderId, template: template.name },
  })
  return { id, version: 1 }
}

/** A report that is worked on, locked. Throws Failure notFound, forbidden. */
export async function lockInspection(tx: CallerTx, id: number) {
  const row = await tx.one<{ id: number; workOrderId: number; state: 'open' | 'done'; version: number }>({
    text: 'select id, work_order_id, state, version from inspection where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, id],
  })
  if (!row) notFound(title)
  return { ...row, order: await ownOrder(tx, row.workOrderId) }
}

const assertVersion = ({ version }: { version: number }, asked: number): void => {
  if (version !== asked) staleRow(title)
}

/** Saves what was found at some points; a measured value says the level where nobody does (business/repair 12.2). */
export async function saveInspection(
  tx: CallerTx,
  id: number,
  { version, points }: BodyOf<typeof inspectionRoutes.save>,
) {
  const report = await lockInspection(tx, id)
  assertVersion(report, version)
  if (report.state !== 'open') refuse('检车报告已完成，不能修改，请先退回')
  const stood = await tx.query<{ id: number; yellowAt: string | null; redAt: string | null }>({
    text: 'select id, yellow_at, red_at from inspection_point where group_id = $1 and inspection_id = $2',
    values: [tx.groupId, id],
  })
  const limits = new Map(stood.map((point) => [point.id, point]))
  const strange = points.findIndex((point) => !limits.has(point.id))
  if (strange >= 0) invalid([{ path: `points.${strange}.id`, message: '检查项不属于本报告' }])
  await assertPhotos(tx, report.workOrderId, points)
  const levels = points.map(({ id: pointId, level, value }) => {
    const limit = limits.get(pointId)
    return level ?? (value !== null && limit ? (levelOf(value, limit) ?? null) : null)
  })
  // A photo list is no column of unnest: it travels as text of an array.
  tx.send({
    name: 'save-inspection-points',
    text: `update inspection_point p set level = u.level, value = u.value, remark = u.remark, photo_ids = u.photos::bigint[]
      from unnest($3::bigint[], $4::text[], $5::numeric[], $6::text[], $7::text[]) u (id, level, value, remark, photos)
      where p.group_id = $1 and p.inspection_id = $2 and p.id = u.id`,
    values: [
      tx.groupId,
      id,
      points.map((point) => point.id),
      levels,
      points.map(({ value }) => value),
      points.map(({ remark }) => remark),
      points.map(({ photoIds }) => `{${photoIds.join(',')}}`),
    ],
  })
  return raise(tx, report)
}

function raise(tx: CallerTx, { id, version }: { id: number; version: number }, isDone?: boolean) {
  tx.send({
    text: `update inspection set version = version + 1, state = coalesce($3::text, state), done_at = case $3::text when 'done' then $4::timestamptz end
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id, isDone === undefined ? null : isDone ? 'done' : 'open', new Date().toISOString()],
  })
  return { id, version: version + 1 }
}

/** Photos are files of the order, so that who sees one sees the other. */
async function assertPhotos(tx: CallerTx, orderId: number, points: BodyOf<typeof inspectionRoutes.save>['points']) {
  const asked = [...new Set(points.flatMap(({ photoIds }) => photoIds))]
  if (asked.length === 0) return
  const found = await tx.query({
    text: `select id from attachment where group_id = $1 and owner_kind = $2 and owner_id = $3 and stored_as is not null
        and content_type like 'image/%' and id = any ($4::bigint[])`,
    values: [tx.groupId, workOrder.kind, orderId, asked],
  })
  if (found.length < asked.length) invalid([{ path: 'points', message: '照片不属于本工单，或已删除' }])
}

/** Ends a report whose every point was looked at, or takes it up again. */
export async function finishInspection(
  tx: CallerTx,
  id: number,
  { version, isDone }: BodyOf<typeof inspectionRoutes.finish>,
) {
  const report = await lockInspection(tx, id)
  assertVersion(report, version)
  if (isDone) {
    const open = await tx.query<{ name: string }>({
      text: 'select name from inspection_point where group_id = $1 and inspection_id = $2 and level is null order by line_no',
      values: [tx.groupId, id],
    })
    if (open.length > 0)
      refuse(
        `还有${open.length}项没有检查：${open
          .slice(0, 3)
          .map(({ name }) => name)
          .join('、')}${open.length > 3 ? '…' : ''}`,
      )
  }
  await audit(tx, { entity: 'inspection', entityId: id, action: isDone ? 'finish' : 'reopen' })
  return raise(tx, report, isDone)
}
