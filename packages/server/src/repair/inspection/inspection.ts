import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type InspectionRow, type inspectionRoutes, levelOf } from '@chepu/contract/repair/inspection'
import { bestFirst } from '@chepu/contract/repair/inspection-template'
import { reception } from '@chepu/contract/repair/reception'
import { stageOf, stateLabel } from '@chepu/contract/kernel/states'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, invalid, notFound, refuse, staleRow } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { allOf, assertOwn, containing } from '../../kernel/caller/scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'
import { repairDocuments } from '../../kernel/repair/repo'
import { repairScope } from '../../kernel/repair/scope'
import type { RepairDocument } from '../../kernel/repair/types'
import { carTypeIds } from './template'

type Filters = QueryOf<typeof inspectionRoutes.totals>
const title = '检车报告'

/** What a report belongs to: the order, or as long as there is none the reception of the car. */
interface Subject {
  workOrderId: number | null
  receptionId: number | null
}

const defOf = ({ workOrderId }: Subject) => (workOrderId === null ? reception : workOrder)

/** The kinds of document whose reports the caller may look at. */
const seenKinds = ({ caller }: CallerTx): string[] =>
  [workOrder, reception].filter(({ buttons }) => mayPress(caller, buttons.view)).map(({ kind }) => kind)

/** The document that a report belongs to. Throws Failure notFound when the caller does not see it. */
async function subjectOf(tx: CallerTx, subject: Subject): Promise<RepairDocument> {
  const def = defOf(subject)
  if (!mayPress(tx.caller, def.buttons.view)) notFound(title)
  return visible(tx, repairDocuments, def, (subject.workOrderId ?? subject.receptionId) as number)
}

/** 检车报告 of orders and receptions that the caller sees, the newest first (business/repair 12.3). */
export async function listInspections(tx: CallerTx, filters: Filters & Paging) {
  const columns = { billNo: 'd.bill_no', createdAt: 'n.created_at', doneAt: 'n.done_at', plate: 'v.plate' }
  const order = sortedBy(columns, filters.sort) ?? sql`n.id desc`
  const countOf = (level: string) =>
    sql`(select count(*) from inspection_point p where p.group_id = n.group_id and p.inspection_id = n.id and p.level = ${level})::int`
  return pageOf(
    tx,
    sql<InspectionRow>`select n.id, n.work_order_id, n.reception_id, d.bill_no, v.plate, v.model_text, p.name as partner_name, n.template_name,
        u.real_name as inspector_name, n.state, n.created_at, n.done_at, ${countOf('yellow')} as yellow_count, ${countOf('red')} as red_count
      ${from(tx, filters)} order by ${order}, n.id desc`,
    filters,
  )
}

export async function inspectionTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count ${from(tx, filters)}`)
}

const from = (
  tx: CallerTx,
  { q, state, workOrderId, receptionId }: Filters,
): RawBuilder<unknown> => sql`from inspection n
  join repair_document d on d.group_id = n.group_id and d.id = coalesce(n.work_order_id, n.reception_id)
  join partner p on p.group_id = d.group_id and p.id = d.partner_id
  join app_user u on u.group_id = n.group_id and u.id = n.inspector_id
  left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
  where ${allOf([
    sql<SqlBool>`n.group_id = ${tx.groupId}`,
    repairScope(tx.caller, workOrder.area),
    sql<SqlBool>`d.kind = any (${seenKinds(tx)})`,
    ...(q
      ? [
          sql<SqlBool>`(lower(v.plate) like ${containing(q.toLowerCase())} or lower(d.bill_no) like ${containing(q.toLowerCase())}
          or lower(p.name) like ${containing(q.toLowerCase())})`,
        ]
      : []),
    ...(state ? [sql<SqlBool>`n.state = ${state}`] : []),
    ...(workOrderId ? [sql<SqlBool>`n.work_order_id = ${workOrderId}`] : []),
    ...(receptionId ? [sql<SqlBool>`n.reception_id = ${receptionId}`] : []),
  ])}`

/** Templates that may be begun, the one that suits the car of an order or a reception best today first (business/repair 12.1). */
export async function templatesToChoose(tx: CallerTx, query: QueryOf<typeof inspectionRoutes.templates>) {
  const carTypeId = await carTypeOf(tx, query)
  const templates = await tx.select(
    sql<{ id: number; name: string; monthFrom: number | null; monthTo: number | null; carTypeIds: number[] }>`
      select t.id, t.name, t.month_from, t.month_to, ${carTypeIds} as car_type_ids
      from inspection_template t where t.group_id = ${tx.groupId} and t.is_active order by t.sort_no, t.id`,
  )
  const month = Number.parseInt(shanghaiDay().slice(5, 7), 10)
  return bestFirst(templates, { carTypeId, month }).map(({ id, name, suits }) => ({ id, name, suits }))
}

/** Type of the car that stands on an order or a reception; null where nobody named one. */
async function carTypeOf(tx: CallerTx, { workOrderId, receptionId }: Partial<Subject>): Promise<number | null> {
  if (workOrderId == null && receptionId == null) return null
  const { vehicleId } = await subjectOf(tx, { workOrderId: workOrderId ?? null, receptionId: receptionId ?? null })
  const car = await tx.one<{ carTypeId: number | null }>({
    text: 'select car_type_id from vehicle where group_id = $1 and id = $2',
    values: [tx.groupId, vehicleId],
  })
  return car?.carTypeId ?? null
}

type View = DataOf<typeof inspectionRoutes.read>

/** A report with its points in their order. Throws Failure notFound when the caller does not see its order or reception. */
export async function readInspection(tx: CallerTx, id: number): Promise<View> {
  const values = [tx.groupId, id]
  const found = await tx.one<Omit<View, 'points'>>({
    text: `select n.id, n.work_order_id, n.reception_id, d.bill_no, v.plate, v.model_text, p.name as partner_name, n.template_name,
        u.real_name as inspector_name, n.state, n.created_at, n.done_at, n.version
      from inspection n join repair_document d on d.group_id = n.group_id and d.id = coalesce(n.work_order_id, n.reception_id)
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      join app_user u on u.group_id = n.group_id and u.id = n.inspector_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      where n.group_id = $1 and n.id = $2`,
    values,
  })
  if (!found) notFound(title)
  await subjectOf(tx, found)
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

/** The document of the caller's own organisation to which a report belongs, that he may enter. Throws Failure notFound, forbidden. */
async function ownSubject(tx: CallerTx, subject: Subject): Promise<RepairDocument> {
  const { title: kindTitle, buttons } = defOf(subject)
  if (!mayPress(tx.caller, [buttons.add, buttons.update].flat())) forbidden(`您没有修改${kindTitle}的权限`)
  const document = await subjectOf(tx, subject)
  assertOwn(tx.caller, document)
  return document
}

/**
 * Begins a report on an order or a reception with the points of a template as they stand now. One of that template that is not finished is answered
 * in its place, so that two who begin at once write on the same one.
 */
export async function startInspection(tx: CallerTx, body: BodyOf<typeof inspectionRoutes.start>) {
  const { workOrderId = null, receptionId = null, templateId } = body
  const { orgId } = await begun(tx, { workOrderId, receptionId })
  const values = [tx.groupId, templateId]
  const standing = tx.one<{ id: number; version: number }>({
    text: `select n.id, n.version from inspection n join inspection_template t on t.group_id = n.group_id and t.name = n.template_name
      where n.group_id = $1 and t.id = $2 and n.state = 'open' and (n.work_order_id = $3::bigint or $3 is null and n.reception_id = $4::bigint)
      order by n.id limit 1`,
    values: [...values, workOrderId, receptionId],
  })
  const [open, template, points] = await Promise.all([
    standing,
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
  if (open) return open
  const [made] = await tx.insert<{ id: number }>(
    'inspection',
    ['group_id', 'org_id', 'work_order_id', 'reception_id', 'template_name', 'inspector_id'],
    [[tx.groupId, orgId, workOrderId, receptionId, template.name, tx.caller.userId]],
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
    detail: { workOrderId, receptionId, template: template.name },
  })
  return { id, version: 1 }
}

/** What a new report belongs to, held until the report stands: no order is made of a reception without it, and no other report is begun beside it. */
async function begun(tx: CallerTx, subject: Subject): Promise<RepairDocument> {
  const { id } = await ownSubject(tx, subject)
  const { kind, title: kindTitle } = defOf(subject)
  const document = (await repairDocuments.lock(tx, kind, id)) ?? notFound(kindTitle)
  if (subject.workOrderId !== null) {
    if (subject.receptionId !== null && subject.receptionId !== document.receptionId)
      invalid([{ path: 'receptionId', message: '接车单不属于本工单' }])
    if (stageOf(workOrder, document.state) === 'voided') refuse(`工单 ${document.billNo} 已取消，不能检车`)
    return document
  }
  if (stageOf(reception, document.state) !== 'entry')
    refuse(`接车单 ${document.billNo} ${stateLabel(reception, document.state)}，不能检车`)
  return document
}

/** A report that is worked on, locked. Throws Failure notFound, forbidden. */
export async function lockInspection(tx: CallerTx, id: number) {
  const row = await tx.one<Subject & { id: number; state: 'open' | 'done'; version: number }>({
    text: 'select id, work_order_id, reception_id, state, version from inspection where group_id = $1 and id = $2 for no key update',
    values: [tx.groupId, id],
  })
  if (!row) notFound(title)
  return { ...row, document: await ownSubject(tx, row) }
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
  await assertPhotos(tx, report.document, points)
  const levels = points.map(({ id: pointId, level, value }) => {
    const limit = limits.get(pointId)
    return level ?? (value !== null && limit ? (levelOf(value, limit) ?? null) : null)
  })
  // A photo list is no column of unnest: it travels as text of an array.
  tx.send({
    name: 'save-inspection-points',
    text: `update inspection_point p set level = u.level, value = u.value, remark = u.remark, photo_ids = string_to_array(u.photos, ',')::bigint[]
      from unnest($3::bigint[], $4::text[], $5::numeric[], $6::text[], $7::text[]) u (id, level, value, remark, photos)
      where p.group_id = $1 and p.inspection_id = $2 and p.id = u.id`,
    values: [
      tx.groupId,
      id,
      points.map((point) => point.id),
      levels,
      points.map(({ value }) => value),
      points.map(({ remark }) => remark),
      points.map(({ photoIds }) => photoIds.join(',')),
    ],
  })
  return raise(tx, report)
}

function raise(tx: CallerTx, { id, version }: { id: number; version: number }, isDone?: boolean) {
  tx.send({
    text: `update inspection set version = version + 1, state = coalesce($3::text, state), done_at = case when $3::text = 'done' then $4::timestamptz end
      where group_id = $1 and id = $2`,
    values: [tx.groupId, id, isDone === undefined ? null : isDone ? 'done' : 'open', new Date().toISOString()],
  })
  return { id, version: version + 1 }
}

/** Photos are files of the order or reception, so that who sees one sees the other. */
async function assertPhotos(
  tx: CallerTx,
  { kind, id }: RepairDocument,
  points: BodyOf<typeof inspectionRoutes.save>['points'],
) {
  const asked = [...new Set(points.flatMap(({ photoIds }) => photoIds))]
  if (asked.length === 0) return
  const found = await tx.query({
    text: `select id from attachment where group_id = $1 and owner_kind = $2 and owner_id = $3 and stored_as is not null
        and content_type like 'image/%' and id = any ($4::bigint[])`,
    values: [tx.groupId, kind, id, asked],
  })
  if (found.length < asked.length) invalid([{ path: 'points', message: '照片不属于本单据，或已删除' }])
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
