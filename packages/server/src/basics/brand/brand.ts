import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { brandButtons, type brandRoutes, type BrandRow } from '@chepu/contract/basics/brand'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
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
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { assertOnlyName } from '../../kernel/master/name-twins'
import { pinyinOf } from '../../kernel/master/pinyin'
import { allOf, containing, startingWith } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { rewriteFitments } from '../car/fitted-cars'

interface Filters {
  q?: string | undefined
  kind?: 'part' | 'car' | undefined
  active?: boolean | undefined
}

const brand: Master = { table: 'brand', title: '品牌' }

interface Brand extends MasterRow {
  name: string
  kind: 'part' | 'car'
}

/** Brands with the number of their parts. */
export async function listBrands(
  tx: CallerTx,
  filters: Filters & Paging,
): Promise<{ rows: BrandRow[]; more: boolean }> {
  const order = sortedBy({ name: 'b.name', initial: 'b.initial', country: 'b.country', kind: 'b.kind' }, filters.sort)
  return pageOf(
    tx,
    sql<BrandRow>`select b.id, b.name, b.kind, b.initial, b.country, b.is_active, b.remark, b.version,
      (select count(*) from part p where p.group_id = b.group_id and p.brand_id = b.id) as part_count
    from brand b where ${where(tx, filters)}
    order by ${order ?? sql`b.initial, b.name`}`,
    filters,
  )
}

export async function brandTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from brand b where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, kind, active }: Filters): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`b.group_id = ${tx.groupId}`,
    ...(text ? [sql<SqlBool>`(lower(b.name) like ${containing(text)} or b.pinyin like ${startingWith(text)})`] : []),
    ...(kind ? [sql<SqlBool>`b.kind = ${kind}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`b.is_active = ${active}`]),
  ])
}

/**
 * Saves a brand; its name is unique in the group however it is written, initial and pinyin follow from it. A car brand with series stays one, and parts that
 * fit its cars are written out by its new name.
 */
export async function saveBrand(tx: CallerTx, body: BodyOf<typeof brandRoutes.save>): Promise<SavedRow> {
  const { id, version, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? brandButtons.add : brandButtons.update)) forbidden()
  const { pinyin, initials } = pinyinOf(fields.name)
  const row = { ...fields, pinyin, initials, initial: initials.slice(0, 1).toUpperCase() }
  const taken = (name: string) => `品牌“${name}”已存在`
  const twins = { brand_group_id_name_key: taken(row.name), brand_name_key: taken(row.name) }
  return onViolation(twins, async () => {
    const before = id === undefined ? undefined : await lockMaster<Brand>(tx, brand, id, version ?? 0)
    await assertOnlyName(tx, 'brand', row, before, taken)
    if (!before) return addMaster(tx, brand, row)
    if (before.kind !== row.kind) await assertNoSeries(tx, before)
    const saved = await changeMaster(tx, brand, before, row)
    if (before.kind === 'car' && before.name !== row.name) await rewriteFitments(tx, 'brand', before.id)
    return saved
  })
}

async function assertNoSeries(tx: CallerTx, { id, name }: Brand): Promise<void> {
  const series = await tx.one({
    text: 'select id from car_series where group_id = $1 and brand_id = $2 limit 1',
    values: [tx.groupId, id],
  })
  if (series) invalid([{ path: 'kind', message: `“${name}”在车型库中有车系，不能改类型` }])
}

export const enableBrand = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, brand, id, change)

export const removeBrand = async (tx: CallerTx, id: number) => removeMaster(tx, brand, await lockMaster(tx, brand, id))
