import type { Tx } from '../../../packages/server/src/kernel/db/tx'
import { pinyinOf } from '../../../packages/server/src/kernel/master/pinyin'
import { carSeries, truckRules, vinRules } from '../cars'
import { type Book, insertAll } from './book'

const nameOf = ({ brandName, name }: (typeof carSeries)[number]) => `${brandName} ${name}`

/** 车型库 below the brands that are there: series, model-years, VIN rules. */
export async function loadCars(tx: Tx, book: Book): Promise<void> {
  const ids = await insertAll(
    tx,
    'car_series',
    carSeries.map(({ brandName, name, maker, carType }) => ({
      brandId: book.id('brand', brandName),
      maker,
      name,
      ...pinyinOf(name),
      carType,
    })),
  )
  carSeries.forEach((series, i) => book.set('car_series', nameOf(series), ids[i] as number))
  await insertAll(
    tx,
    'car_model',
    carSeries.flatMap((series) =>
      series.models.map((model) => ({ seriesId: book.id('car_series', nameOf(series)), ...model })),
    ),
  )
  await insertAll(
    tx,
    'vin_rule',
    [...vinRules, ...truckRules].map(([prefix, series]) => ({ prefix, seriesId: book.id('car_series', series) })),
  )
}
