import { brandRoutes } from '@chepu/contract/basics/brand'
import { expenseCategoryRoutes } from '@chepu/contract/basics/expense-category'
import { categoryRoutes } from '@chepu/contract/basics/part-category'
import { settlementRoutes } from '@chepu/contract/basics/settlement-method'
import { taxRateRoutes } from '@chepu/contract/basics/tax-rate'
import { locationRoutes, warehouseRoutes } from '@chepu/contract/basics/warehouse'
import type { Bind } from '../kernel/http/bind'
import { brandTotals, enableBrand, listBrands, removeBrand, saveBrand } from './brand/brand'
import {
  enableExpenseCategory,
  listExpenseCategories,
  removeExpenseCategory,
  saveExpenseCategory,
} from './expense-category/expense-category'
import {
  enableLocation,
  generateLocations,
  listLocations,
  locationTotals,
  removeLocation,
  saveLocation,
} from './location/location'
import { enableCategory, listCategories, removeCategory, saveCategory } from './part-category/part-category'
import {
  enableSettlementMethod,
  listSettlementMethods,
  removeSettlementMethod,
  saveSettlementMethod,
  settlementTotals,
} from './settlement-method/settlement-method'
import { enableTaxRate, listTaxRates, removeTaxRate, saveTaxRate, taxRateTotals } from './tax-rate/tax-rate'
import { enableWarehouse, listWarehouses, saveWarehouse, warehouseTotals } from './warehouse/warehouse'

/** Brands, categories, warehouses and locations, and what money and tax of documents go by. */
export function bindCatalogue(bind: Bind): void {
  bind(brandRoutes.list, (tx, { query }) => listBrands(tx, query))
  bind(brandRoutes.totals, (tx, { query }) => brandTotals(tx, query))
  bind(brandRoutes.save, (tx, { body }) => saveBrand(tx, body))
  bind(brandRoutes.enable, (tx, { params, body }) => enableBrand(tx, params.id, body))
  bind(brandRoutes.remove, (tx, { params }) => removeBrand(tx, params.id))

  bind(categoryRoutes.list, async (tx) => ({ rows: await listCategories(tx) }))
  bind(categoryRoutes.save, (tx, { body }) => saveCategory(tx, body))
  bind(categoryRoutes.enable, (tx, { params, body }) => enableCategory(tx, params.id, body))
  bind(categoryRoutes.remove, (tx, { params }) => removeCategory(tx, params.id))

  bind(warehouseRoutes.list, (tx, { query }) => listWarehouses(tx, query))
  bind(warehouseRoutes.totals, (tx, { query }) => warehouseTotals(tx, query))
  bind(warehouseRoutes.save, (tx, { body }) => saveWarehouse(tx, body))
  bind(warehouseRoutes.enable, (tx, { params, body }) => enableWarehouse(tx, params.id, body))

  bind(locationRoutes.list, (tx, { query }) => listLocations(tx, query))
  bind(locationRoutes.totals, (tx, { query }) => locationTotals(tx, query))
  bind(locationRoutes.save, (tx, { body }) => saveLocation(tx, body))
  bind(locationRoutes.batch, (tx, { body }) => generateLocations(tx, body))
  bind(locationRoutes.enable, (tx, { params, body }) => enableLocation(tx, params.id, body))
  bind(locationRoutes.remove, (tx, { params }) => removeLocation(tx, params.id))

  bindTerms(bind)
}

/** Tax rates, settlement methods, categories of income and expense. */
function bindTerms(bind: Bind): void {
  bind(taxRateRoutes.list, (tx, { query }) => listTaxRates(tx, query))
  bind(taxRateRoutes.totals, (tx, { query }) => taxRateTotals(tx, query))
  bind(taxRateRoutes.save, (tx, { body }) => saveTaxRate(tx, body))
  bind(taxRateRoutes.enable, (tx, { params, body }) => enableTaxRate(tx, params.id, body))
  bind(taxRateRoutes.remove, (tx, { params }) => removeTaxRate(tx, params.id))

  bind(settlementRoutes.list, (tx, { query }) => listSettlementMethods(tx, query))
  bind(settlementRoutes.totals, (tx, { query }) => settlementTotals(tx, query))
  bind(settlementRoutes.save, (tx, { body }) => saveSettlementMethod(tx, body))
  bind(settlementRoutes.enable, (tx, { params, body }) => enableSettlementMethod(tx, params.id, body))
  bind(settlementRoutes.remove, (tx, { params }) => removeSettlementMethod(tx, params.id))

  bind(expenseCategoryRoutes.list, async (tx) => ({ rows: await listExpenseCategories(tx) }))
  bind(expenseCategoryRoutes.save, (tx, { body }) => saveExpenseCategory(tx, body))
  bind(expenseCategoryRoutes.enable, (tx, { params, body }) => enableExpenseCategory(tx, params.id, body))
  bind(expenseCategoryRoutes.remove, (tx, { params }) => removeExpenseCategory(tx, params.id))
}
