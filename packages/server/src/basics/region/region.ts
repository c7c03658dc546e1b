import { maxRegionLevel, regionRoot, type regionRoutes, type RegionRow } from '@chepu/contract/basics/region'
import { audit, changes } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid, notFound, refuse, staleRow } from '../../kernel/base/errors'

interface Region {
  code: string
  parentCode: string
  name: string
  level: number
  isActive: boolean
  version: number
}

/** Every region, provinces first; the code as a number is the id. */
export async function listRegions(tx: CallerTx): Promise<RegionRow[]> {
  const rows = await tx.query<Region>({
    name: 'list-regions',
    text: 'select code, parent_code, name, level, is_active, version from shared.region order by level, code',
  })
  return rows.map(({ code, parentCode, ...row }) => ({
    id: Number.parseInt(code, 10),
    code: Number.parseInt(code, 10),
    parentId: parentCode === regionRoot ? null : Number.parseInt(parentCode, 10),
    ...row,
  }))
}

/** Saves a region; another parent moves it with all below it, within the three levels. */
export async function saveRegion(tx: CallerTx, body: BodyOf<typeof regionRoutes.save>): Promise<{ id: number }> {
  const parent = body.parentId === null ? null : await lockRegion(tx, body.parentId, undefined, 'parentId')
  const place = { parentCode: parent?.code ?? regionRoot, level: (parent?.level ?? 0) + 1 }
  if (place.level > maxRegionLevel) invalid([{ path: 'parentId', message: '地区最多3级：省、市、区' }])
  if (body.id === undefined) await addRegion(tx, `${body.code}`, body.name, place)
  else await changeRegion(tx, await lockRegion(tx, body.id, body.version ?? 0), body.name, place)
  await raiseStamp(tx)
  return { id: body.id ?? body.code }
}

async function addRegion(
  tx: CallerTx,
  code: string,
  name: string,
  place: { parentCode: string; level: number },
): Promise<void> {
  await onViolation({ region_pkey: `地区代码${code}已存在` }, () =>
    tx.query({
      text: 'insert into shared.region (code, parent_code, name, level) values ($1, $2, $3, $4)',
      values: [code, place.parentCode, name, place.level],
    }),
  )
  await note(tx, code, 'add', { code, name, ...place })
}

async function changeRegion(
  tx: CallerTx,
  before: Region,
  name: string,
  place: { parentCode: string; level: number },
): Promise<void> {
  const below = await tx.query<{ code: string; level: number }>({
    text: `with recursive below as (
        select code, level from shared.region where code = $1
        union all
        select r.code, r.level from shared.region r join below b on r.parent_code = b.code
      )
      select code, level from below`,
    values: [before.code],
  })
  if (below.some((each) => each.code === place.parentCode))
    invalid([{ path: 'parentId', message: '不能移到自己的下级' }])
  const shift = place.level - before.level
  if (Math.max(...below.map((each) => each.level)) + shift > maxRegionLevel)
    invalid([{ path: 'parentId', message: '移动后地区超过3级' }])
  await tx.query({
    text: `update shared.region set name = $2, parent_code = $3, version = version + 1 where code = $1`,
    values: [before.code, name, place.parentCode],
  })
  if (shift !== 0)
    await tx.query({
      text: 'update shared.region set level = level + $2 where code = any ($1::text[])',
      values: [below.map((each) => each.code), shift],
    })
  await note(tx, before.code, 'update', changes({ ...before }, { name, parentCode: place.parentCode }))
}

/** 停用 hides a region, and all below it, from choices; what was chosen before keeps its name. */
export async function enableRegion(
  tx: CallerTx,
  id: number,
  change: { isActive: boolean; version: number },
): Promise<{ id: number }> {
  const region = await lockRegion(tx, id, change.version)
  if (region.isActive === change.isActive) refuse(`地区已经${change.isActive ? '启用' : '停用'}`)
  await tx.query({
    text: 'update shared.region set is_active = $2, version = version + 1 where code = $1',
    values: [region.code, change.isActive],
  })
  await note(tx, region.code, change.isActive ? 'enable' : 'disable')
  await raiseStamp(tx)
  return { id }
}

/** Deletes a region without parts. Rows that hold its code go on showing the code. */
export async function removeRegion(tx: CallerTx, id: number): Promise<{ id: number }> {
  const region = await lockRegion(tx, id)
  const below = await tx.one({
    text: 'select 1 as below from shared.region where parent_code = $1 limit 1',
    values: [region.code],
  })
  if (below) refuse(`“${region.name}”有下级地区，不能删除，可改为停用`)
  await tx.query({ text: 'delete from shared.region where code = $1', values: [region.code] })
  await note(tx, region.code, 'delete', region)
  await raiseStamp(tx)
  return { id }
}

async function lockRegion(tx: CallerTx, id: number, version?: number, path?: string): Promise<Region> {
  const region = await tx.one<Region>({
    text: `select code, parent_code, name, level, is_active, version from shared.region where code = $1
      for no key update`,
    values: [`${id}`],
  })
  if (!region && path) invalid([{ path, message: '上级地区不存在' }])
  if (!region) notFound('地区')
  if (version !== undefined && region.version !== version) staleRow('地区')
  return region
}

/** Tells every server process that the regions have changed. */
export async function raiseStamp(tx: CallerTx): Promise<void> {
  await tx.query({ text: 'update shared.region_stamp set version = version + 1' })
}

const note = (tx: CallerTx, code: string, action: string, detail?: unknown) =>
  audit(tx, { entity: 'region', entityId: Number.parseInt(code, 10), action, detail })
