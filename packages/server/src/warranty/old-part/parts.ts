import {
  isHere,
  type OldPartLabel,
  oldPartStates,
  type placeOldParts,
  type saveOldPart,
  type scrapOldParts,
  type tagOldParts,
} from '@chepu/contract/warranty/old-part'
import { sql } from 'kysely'
import { invalid, refuse, staleRow } from '../../kernel/base/errors'
import { warehousesWith } from '../../kernel/caller/caller'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { assertHere, holdParts, moveParts, noteSteps } from './held'

/** 打签: notes that labels are printed, and answers what they say, in the order asked for. @throws Failure refusal of what has left the station */
export async function tagParts(tx: CallerTx, { ids }: BodyOf<typeof tagOldParts>): Promise<{ labels: OldPartLabel[] }> {
  const parts = await holdParts(tx, ids)
  const gone = parts.find(({ state }) => !isHere(state) && state !== 'packed')
  if (gone) refuse(`旧件 ${gone.tagNo} ${oldPartStates[gone.state]}，不用打签`)
  tx.send({
    name: 'tag-old-parts',
    text: 'update old_part set tagged_at = now(), version = version + 1 where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, ids],
  })
  noteSteps(tx, parts, { reason: '打印标签' })
  const labels =
    await tx.select<OldPartLabel>(sql`select o.tag_no, p.name as part_name, p.code as part_code, v.vin, d.bill_no,
      (o.created_at at time zone 'Asia/Shanghai')::date as stored_on
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
    join old_part o on o.group_id = ${tx.groupId} and o.id = asked.id
    join repair_document d on d.group_id = o.group_id and d.id = o.bill_id
    join part p on p.group_id = o.group_id and p.id = o.part_id
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    order by asked.place`)
  return { labels }
}

/** Serial number, place and remark of one. @throws Failure stale, invalid naming the place, refusal of what has left the station */
export async function savePart(
  tx: CallerTx,
  id: number,
  { version, ...typed }: BodyOf<typeof saveOldPart>,
): Promise<{ id: number; version: number }> {
  const [part] = await holdParts(tx, [id], () => 'id')
  if (!part || part.version !== version) return staleRow('旧件')
  assertHere([part], '修改')
  const isMoved = typed.warehouseId !== part.warehouseId || typed.locationId !== part.locationId
  if (isMoved) {
    const place = typed.warehouseId === null ? noPlace(typed.locationId) : await placeIn(tx, typed.warehouseId, typed)
    moveParts(tx, [id], 'stored', { place })
  }
  const next = version + (isMoved ? 2 : 1)
  tx.send({
    name: 'save-old-part',
    text: `update old_part set serial_no = $3, warehouse_id = $4, location_id = $5, remark = $6, version = $7 where group_id = $1 and id = $2`,
    values: [tx.groupId, id, typed.serialNo, typed.warehouseId, typed.locationId, typed.remark, next],
  })
  await audit(tx, { entity: 'old_part', entityId: id, action: 'update', detail: typed })
  return { id, version: next }
}

const noPlace = (locationId: number | null): string =>
  locationId === null ? '' : invalid([{ path: 'locationId', message: '请先选择仓库' }])

/** 存放: old parts of the station into one place; what was refused is in the store again. @throws Failure invalid or refusal */
export async function placeParts(tx: CallerTx, { ids, ...to }: BodyOf<typeof placeOldParts>) {
  const parts = await holdParts(tx, ids)
  assertHere(parts, '移位')
  const place = await placeIn(tx, to.warehouseId, to)
  tx.send({
    name: 'place-old-parts',
    text: 'update old_part set warehouse_id = $3, location_id = $4 where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, ids, to.warehouseId, to.locationId],
  })
  moveParts(tx, ids, 'stored', { place })
  return { count: ids.length }
}

/** The words for a place of the caller's organisation that he looks into. @throws Failure invalid, naming warehouse or location */
async function placeIn(tx: CallerTx, warehouseId: number, { locationId }: { locationId: number | null }) {
  const place = await tx.one<{ name: string; kind: string; code: string | null }>({
    name: 'place-of-old-part',
    text: `select w.name, w.kind, lo.code from warehouse w
      left join location lo on lo.group_id = w.group_id and lo.warehouse_id = w.id and lo.id = $4 and lo.is_active
      where w.group_id = $1 and w.org_id = $2 and w.id = $3 and w.is_active`,
    values: [tx.groupId, tx.caller.orgId, warehouseId, locationId],
  })
  if (!place || !warehousesWith(tx.caller, 'view').includes(warehouseId))
    return invalid([{ path: 'warehouseId', message: '仓库不存在或已停用' }])
  if (locationId !== null && place.code === null) invalid([{ path: 'locationId', message: '货位不属于该仓库或已停用' }])
  if (place.kind !== 'old_part') invalid([{ path: 'warehouseId', message: `${place.name} 不是旧件库` }])
  return [place.name, place.code].filter(Boolean).join(' ')
}

/** 报废 of old parts that are in the station. @throws Failure refusal, naming one that is not, or is on a 返厂单 */
export async function scrapParts(tx: CallerTx, { ids, reason }: BodyOf<typeof scrapOldParts>) {
  const parts = await holdParts(tx, ids)
  assertHere(parts, '报废')
  await assertOnNoReturn(tx, ids, { but: null })
  moveParts(tx, ids, 'scrapped', { reason })
  return { count: ids.length }
}

/**
 * Refuses old parts, whose rows are held, that a 返厂单 names which is under way, other than `but`.
 * @throws Failure refusal, naming both
 */
export async function assertOnNoReturn(tx: CallerTx, ids: readonly number[], { but }: { but: number | null }) {
  const taken = await tx.one<{ tagNo: string; billNo: string }>({
    name: 'return-of-old-parts',
    text: `select o.tag_no, d.bill_no from claim_line l
      join claim_document d on d.group_id = l.group_id and d.id = l.document_id
      join old_part o on o.group_id = l.group_id and o.id = l.old_part_id
      where l.group_id = $1 and l.old_part_id = any ($2::bigint[]) and l.document_id is distinct from $3
        and d.kind = 'old_part_return' and d.state in ('draft', 'packed', 'shipped') and (d.state <> 'shipped' or l.result is null)
      order by o.id limit 1`,
    values: [tx.groupId, [...ids], but],
  })
  if (taken) refuse(`旧件 ${taken.tagNo} 已在返厂单 ${taken.billNo} 中`)
}
