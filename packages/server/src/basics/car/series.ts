import { carButtons, type carSeriesRoutes, type CarSeriesRow } from '@chepu/contract/basics/car-model'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { forbidden, invalid } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
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
import { rewriteFitments } from './fitted-cars'
import { assertCarType } from './kinds'

type Body = BodyOf<typeof carSeriesRoutes.save>

interface Series extends MasterRow {
  brandId: number
  name: string
  carType: string
}

const series: Master = { table: 'car_series', title: '车系' }

/** Car brands by initial, and their series by name with the number of their models (business/basics 5.1). */
export async function listCarSeries(tx: CallerTx) {
  const brands = await tx.query<{ id: number; name: string; initial: string; isActive: boolean }>({
    name: 'list-car-brands',
    text: `select id, name, initial, is_active from brand where group_id = $1 and kind = 'car' order by initial, name`,
    values: [tx.groupId],
  })
  const rows = await tx.query<CarSeriesRow>({
    name: 'list-car-series',
    text: `select s.id, s.brand_id, s.maker, s.name, s.car_type, s.is_active, s.remark, s.version,
        (select count(*) from car_model m where m.group_id = s.group_id and m.series_id = s.id) as model_count
      from car_series s where s.group_id = $1 order by s.initials, s.name, s.id`,
    values: [tx.groupId],
  })
  return { brands, series: rows }
}

/** Saves a series below a car brand; parts that fit it are written out by its new name (business/basics 5.1). */
export async function saveCarSeries(tx: CallerTx, body: Body): Promise<SavedRow> {
  const { id, version, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? carButtons.add : carButtons.update)) forbidden()
  const row = { ...fields, ...pinyinOf(fields.name) }
  const taken = (name: string) => `该品牌下已有车系“${name}”`
  const twins = { car_series_group_id_brand_id_name_key: taken(row.name), car_series_name_key: taken(row.name) }
  return onViolation(twins, async () => {
    const before = id === undefined ? undefined : await lockMaster<Series>(tx, series, id, version ?? 0)
    await assertBrand(tx, row.brandId, before)
    await assertCarType(tx, row.carType, before?.carType)
    await assertOnlyName(tx, 'car_series', row, before, taken)
    if (!before) return addMaster(tx, series, row)
    const saved = await changeMaster(tx, series, before, row)
    if (before.name !== row.name || before.brandId !== row.brandId) await rewriteFitments(tx, 'series', before.id)
    return saved
  })
}

/** Shared until the commit, so that the brand keeps its kind and name under its new series. */
async function assertBrand(tx: CallerTx, brandId: number, before: Series | undefined): Promise<void> {
  const brand = await tx.one<{ kind: string; isActive: boolean }>({
    text: 'select kind, is_active from brand where group_id = $1 and id = $2 for share',
    values: [tx.groupId, brandId],
  })
  const fault = (message: string) => invalid([{ path: 'brandId', message }])
  if (!brand) fault('品牌不存在')
  else if (brand.kind !== 'car') fault('请选择整车品牌')
  else if (!brand.isActive && before?.brandId !== brandId) fault('品牌已停用')
}

export const enableCarSeries = (tx: CallerTx, id: number, change: { isActive: boolean; version: number }) =>
  enableMaster(tx, series, id, change)

/** Deletes a series that has no models and that no part and no rule names. */
export const removeCarSeries = async (tx: CallerTx, id: number) =>
  removeMaster(tx, series, await lockMaster(tx, series, id))
