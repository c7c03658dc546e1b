import type { carModelRoutes, CarChoice } from '@chepu/contract/basics/car-model'
import { askedFitment } from '@chepu/contract/kernel/fitment'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { beginsPinyin } from './model'

const most = 30

/** Active series, then models, whose names hold every word; or the one that a filter names, active or not (business/basics 3.2). */
export function carChoices(tx: CallerTx, { q, value }: QueryOf<typeof carModelRoutes.choices>): Promise<CarChoice[]> {
  if (value !== undefined) return named(tx, askedFitment(value))
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (names: RawBuilder<unknown>) =>
    allOf([
      sql<SqlBool>`true`,
      ...words.map((word) => sql<SqlBool>`(lower(${names}) like ${containing(word)} or ${beginsPinyin(word)})`),
    ])
  return tx.select(sql<CarChoice>`select value, series_id, model_id, name, hint from (
      ${series(tx, sql`s.is_active and ${holds(sql`concat_ws(' ', b.name, s.maker, s.name)`)}`)}
      union all
      ${models(tx, sql`s.is_active and m.is_active and ${holds(sql`concat_ws(' ', b.name, s.maker, s.name, m.name, m.engine_code)`)}`)}
    ) found order by model_id is not null, name, value limit ${most}`)
}

function named(tx: CallerTx, asked: ReturnType<typeof askedFitment>): Promise<CarChoice[]> {
  if ('seriesId' in asked) return tx.select(series(tx, sql`s.id = ${asked.seriesId}`))
  return 'modelId' in asked ? tx.select(models(tx, sql`m.id = ${asked.modelId}`)) : Promise.resolve([])
}

const series = (tx: CallerTx, condition: RawBuilder<unknown>) =>
  sql<CarChoice>`select 'series:' || s.id as value, s.id as series_id, null::bigint as model_id, concat_ws(' ', b.name, s.name) as name,
    concat_ws(' ', nullif(s.maker, ''), nullif(s.car_type, '')) as hint
  from car_series s join brand b on b.group_id = s.group_id and b.id = s.brand_id
  where s.group_id = ${tx.groupId} and ${condition}`

const models = (tx: CallerTx, condition: RawBuilder<unknown>) =>
  sql<CarChoice>`select 'model:' || m.id as value, s.id as series_id, m.id as model_id, concat_ws(' ', b.name, s.name, m.name) as name,
    concat_ws(' ', nullif(m.engine_code, ''), m.displacement_ml || 'ml') as hint
  from car_model m join car_series s on s.group_id = m.group_id and s.id = m.series_id
  join brand b on b.group_id = s.group_id and b.id = s.brand_id
  where m.group_id = ${tx.groupId} and ${condition}`
