import { oldParts, openOldPartStates, type OldPartRow, type OldPartStep } from '@chepu/contract/warranty/old-part'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { Failure } from '../../kernel/base/errors'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { namesPart } from '../../kernel/query/part-filter'
import { type QuerySource, selectList } from '../../kernel/query/query'
import { namesCar } from '../../kernel/repair/list'
import { ofCaller } from './held'
import { ofReturn, placeJoins, placeOf } from './standing'

const storedOn = sql`(o.created_at at time zone 'Asia/Shanghai')::date`

/** Of no state asked for, all but tags of bills that were undone. */
const inState = (state: string | undefined) =>
  state === undefined
    ? sql<SqlBool>`o.state <> 'dropped'`
    : sql<SqlBool>`o.state = any (${state === 'open' ? [...openOldPartStates] : [state]})`

/** 旧件库 of the caller's organisation, the newest first. Tags of bills that were undone are shown to who asks for them. */
export const oldPartSource: QuerySource<typeof oldParts> = {
  select: () => ({
    id: sql`o.id`,
    version: sql`o.version`,
    tagNo: sql`o.tag_no`,
    partName: sql`p.name`,
    partCode: sql`p.code`,
    billId: sql`o.bill_id`,
    billNo: sql`d.bill_no`,
    carText: sql`coalesce(nullif(v.plate, ''), v.vin)`,
    manufacturerId: sql`m.id`,
    manufacturerName: sql`m.name`,
    isCause: sql`(coalesce(o.part_id = d.cause_part_id, false))::text`,
    // Nobody sends back what is not claimed any more.
    returns: sql`(coalesce(l.returns_old_part, false) and d.state <> 'closed')::text`,
    warehouseId: sql`o.warehouse_id`,
    locationId: sql`o.location_id`,
    placeName: placeOf,
    state: sql`o.state`,
    tagged: sql`(o.tagged_at is not null)::text`,
    returnId: ofReturn('id'),
    returnNo: ofReturn('bill_no'),
    storedOn,
    days: sql`case when o.state in ('stored', 'refused', 'packed') then ${shanghaiDay()}::date - ${storedOn} end`,
    serialNo: sql`o.serial_no`,
    remark: sql`o.remark`,
  }),
  async from(tx, filters, page) {
    const { ids, tagNo, state, untagged, manufacturerId, billId, billNo, part, car, warehouseId, location } = filters
    const conditions: RawBuilder<SqlBool>[] = [
      ofCaller(tx),
      ...[page, ids].flatMap((some) => (some ? [sql<SqlBool>`o.id = any (${[...some]}::bigint[])`] : [])),
      ...(tagNo ? [sql<SqlBool>`o.tag_no like ${containing(tagNo)}`] : []),
      inState(state),
      ...(untagged ? [sql<SqlBool>`o.tagged_at is null and o.state = 'stored' and d.state <> 'closed'`] : []),
      ...(manufacturerId ? [sql<SqlBool>`m.id = ${manufacturerId}`] : []),
      ...(billId ? [sql<SqlBool>`o.bill_id = ${billId}`] : []),
      ...(billNo ? [sql<SqlBool>`d.bill_no like ${containing(billNo.toUpperCase())}`] : []),
      ...(part ? [await namesPart(tx, part)] : []),
      ...(car ? [namesCar(car)] : []),
      ...(warehouseId ? [sql<SqlBool>`o.warehouse_id = ${warehouseId}`] : []),
      ...(location ? [sql<SqlBool>`lo.code ilike ${containing(location)}`] : []),
    ]
    return sql`from old_part o
      join repair_document d on d.group_id = o.group_id and d.id = o.bill_id
      join part p on p.group_id = o.group_id and p.id = o.part_id
      left join repair_line l on l.group_id = o.group_id and l.id = o.bill_line_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join partner mk on mk.group_id = d.group_id and mk.id = d.manufacturer_id
      left join partner m on m.group_id = d.group_id and m.id = coalesce(mk.merged_into_id, mk.id)
      ${placeJoins}
      where ${allOf(conditions)}`
  },
  foundBy: 'id',
  order: sql`id desc`,
}

function unknownTag(tagNo: string): never {
  throw new Failure('notFound', `没有找到旧件标签 ${tagNo}`)
}

/** An old part by its tag, with its steps, the newest first. @throws Failure notFound */
export async function readByTag(tx: CallerTx, tagNo: string): Promise<{ row: OldPartRow; steps: OldPartStep[] }> {
  const found = await tx.one<{ id: number }>({
    name: 'old-part-by-tag',
    text: 'select id from old_part where group_id = $1 and org_id = $2 and tag_no = $3',
    values: [tx.groupId, tx.caller.orgId, tagNo],
  })
  if (!found) return unknownTag(tagNo)
  const { id } = found
  const [[row], steps] = await Promise.all([
    tx.select<OldPartRow>(
      sql`select ${selectList(tx.caller, oldParts, oldPartSource.select(tx, {}))} ${await oldPartSource.from(tx, {}, [id])}`,
    ),
    stepsOf(tx, id),
  ])
  return { row: row ?? unknownTag(tagNo), steps }
}

const stepsOf = (tx: CallerTx, id: number): Promise<OldPartStep[]> =>
  tx.query({
    name: 'steps-of-old-part',
    text: `select s.at, u.real_name as user_name, s.state, s.doc_kind, s.doc_id, coalesce(c.bill_no, b.bill_no) as doc_no, s.place, s.reason
      from old_part_step s
      left join app_user u on u.group_id = s.group_id and u.id = s.user_id
      left join claim_document c on c.group_id = s.group_id and c.id = s.doc_id and c.kind = s.doc_kind
      left join repair_document b on b.group_id = s.group_id and b.id = s.doc_id and b.kind = s.doc_kind
      where s.group_id = $1 and s.old_part_id = $2 order by s.id desc limit 200`,
    values: [tx.groupId, id],
  })
