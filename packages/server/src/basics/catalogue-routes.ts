import { brandRoutes } from '@chepu/contract/basics/brand'
import { categoryRoutes } from '@chepu/contract/basics/part-category'
import { locationRoutes, warehouseRoutes } from '@chepu/contract/basics/warehouse'
import type { Bind } from '../kernel/http/bind'
import { brandTotals, enableBrand, listBrands, removeBrand, saveBrand } from './brand/brand'
import {
  enableLocation,
  generateLocations,
  listLocations,
  locationTotals,
  removeLocation,
  saveLocation,
} from './location/location'
import { enableCategory, listCategories, removeCategory, saveCategory } from './part-category/part-category'
import { enableWarehouse, listWarehouses, saveWarehouse, warehouseTotals } from './warehouse/warehouse'

/** Brands, categories, warehouses and locations. */
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
}
