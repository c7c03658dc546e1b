import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { areaButtons, type areaRoutes, type AreaRow, maxAreaLevel } from '@chepu/contract/basics/large-area'
import type { BodyOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  removeMaster,
} from '../../kernel/master/master'
import { assertTreePlace } from '../../kernel/master/tree-place'

const area: Master = { table: 'large_area', title: '大区' }

/** Sales areas with the names of their provinces. */
export function listAreas(tx: CallerTx): Promise<AreaRow[]> {
  return tx.query({
    name: 'list-areas',
    text: `select a.id, a.parent_id, a.name, a.region_codes, a.sort, a.is_active, a.version,
        array(select coalesce(r.name, c.code) from unnest(a.region_codes) with ordinality as c (code, place)
          left join shared.region r on r.code = c.code order by c.place) as region_names
      from large_area a where a.group_id = $1 order by a.sort, a.id`,
    values: [tx.groupId],
  })
}

/** Saves a sales area; a province belongs to one at most. */
export async function saveArea(
  tx: CallerTx,
  { id, version, ...fields }: BodyOf<typeof areaRoutes.save>,
): Promise<SavedRow> {
  if (!mayPress(tx.caller, id === undefined ? areaButtons.add : areaButtons.update)) forbidden()
  return onViolation({ large_area_group_id_name_key: `大区“${fields.name}”已存在` }, async () => {
    const before = id === undefined ? undefined : await lockMaster(tx, area, id, version ?? 0)
    await assertPlace(tx, id, fields.parentId)
    await assertProvinces(tx, id, fields.regionCodes)
    return before ? changeMaster(tx, area, before, fields) : addMaster(tx, area, fields)
  })
}

async function assertPlace(tx: CallerTx, id: number | undefined, parentId: number | null): Promise<void> {
  if (parentId === null) return
  const all = await tx.query<{ id: number; parentId: number | null }>({
    text: 'select id, parent_id from large_area where group_id = $1',
    values: [tx.groupId],
  })
  assertTreePlace(all, { id, parentId }, { title: '大区', most: maxAreaLevel })
}

async function assertProvinces(tx: CallerTx, id: number | undefined, codes: readonly string[]): Promise<void> {
  const known = await tx.query<{ code: string }>({
    text: 'select code from shared.region where level = 1 and code = any ($1::text[])',
    values: [codes],
  })
  if (known.length < new Set(codes).size) invalid([{ path: 'regionCodes', message: '只能选择省级地区' }])
  const taken = await tx.one<{ area: string; province: string }>({
    text: `select a.name as area, r.name as province from large_area a
      cross join lateral unnest(a.region_codes) as c (code) join shared.region r on r.code = c.code
      where a.group_id = $1 and a.id <> $2 and c.code = any ($3::text[]) limit 1`,
    values: [tx.groupId, id ?? 0, codes],
  })
  if (taken) invalid([{ path: 'regionCodes', message: `${taken.province}已属于大区“${taken.area}”` }])
}

export const enableArea = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, area, id, change)

export const removeArea = async (tx: CallerTx, id: number) => removeMaster(tx, area, await lockMaster(tx, area, id))
