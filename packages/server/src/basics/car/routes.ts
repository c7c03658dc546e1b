import { carColorRoutes, carTypeRoutes } from '@chepu/contract/basics/car-kinds'
import { carModelRoutes, carSeriesRoutes } from '@chepu/contract/basics/car-model'
import { lookUpVin, vinRuleRoutes } from '@chepu/contract/basics/vin-rule'
import type { Bind } from '../../kernel/http/bind'
import { carChoices } from './choices'
import {
  carColorTotals,
  carTypeTotals,
  enableCarColor,
  enableCarType,
  listCarColors,
  listCarTypes,
  removeCarColor,
  removeCarType,
  saveCarColor,
  saveCarType,
} from './kinds'
import { carModelTotals, enableCarModel, listCarModels, removeCarModel, saveCarModel } from './model'
import { enableCarSeries, listCarSeries, removeCarSeries, saveCarSeries } from './series'
import { enableVinRule, findByVin, listVinRules, removeVinRule, saveVinRule, vinRuleTotals } from './vin'

/** 车型库: series of car brands, their model-years, and the rules that find them by VIN; types and colours of cars. */
export function bindCars(bind: Bind): void {
  bind(carSeriesRoutes.list, (tx) => listCarSeries(tx))
  bind(carSeriesRoutes.save, (tx, { body }) => saveCarSeries(tx, body))
  bind(carSeriesRoutes.enable, (tx, { params, body }) => enableCarSeries(tx, params.id, body))
  bind(carSeriesRoutes.remove, (tx, { params }) => removeCarSeries(tx, params.id))

  bind(carModelRoutes.list, (tx, { query }) => listCarModels(tx, query))
  bind(carModelRoutes.totals, (tx, { query }) => carModelTotals(tx, query))
  bind(carModelRoutes.save, (tx, { body }) => saveCarModel(tx, body))
  bind(carModelRoutes.enable, (tx, { params, body }) => enableCarModel(tx, params.id, body))
  bind(carModelRoutes.remove, (tx, { params }) => removeCarModel(tx, params.id))
  bind(carModelRoutes.choices, async (tx, { query }) => ({ rows: await carChoices(tx, query) }))
  bind(lookUpVin, (tx, { query }) => findByVin(tx, query))

  bind(vinRuleRoutes.list, (tx, { query }) => listVinRules(tx, query))
  bind(vinRuleRoutes.totals, (tx, { query }) => vinRuleTotals(tx, query))
  bind(vinRuleRoutes.save, (tx, { body }) => saveVinRule(tx, body))
  bind(vinRuleRoutes.enable, (tx, { params, body }) => enableVinRule(tx, params.id, body))
  bind(vinRuleRoutes.remove, (tx, { params }) => removeVinRule(tx, params.id))

  bind(carTypeRoutes.list, (tx, { query }) => listCarTypes(tx, query))
  bind(carTypeRoutes.totals, (tx, { query }) => carTypeTotals(tx, query))
  bind(carTypeRoutes.save, (tx, { body }) => saveCarType(tx, body))
  bind(carTypeRoutes.enable, (tx, { params, body }) => enableCarType(tx, params.id, body))
  bind(carTypeRoutes.remove, (tx, { params }) => removeCarType(tx, params.id))

  bind(carColorRoutes.list, (tx, { query }) => listCarColors(tx, query))
  bind(carColorRoutes.totals, (tx, { query }) => carColorTotals(tx, query))
  bind(carColorRoutes.save, (tx, { body }) => saveCarColor(tx, body))
  bind(carColorRoutes.enable, (tx, { params, body }) => enableCarColor(tx, params.id, body))
  bind(carColorRoutes.remove, (tx, { params }) => removeCarColor(tx, params.id))
}
