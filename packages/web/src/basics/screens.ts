import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  brands: { page: () => import('./brands') },
  cars: { page: () => import('./cars/page') },
  carType: { page: () => import('./cars/car-types') },
  carColor: { page: () => import('./cars/car-colors') },
  dictionaries: { page: () => import('./dictionaries') },
  regions: { page: () => import('./regions') },
  goodsAllocation: { page: () => import('./goods-allocation') },
  partCategories: { page: () => import('./part-categories') },
  parts: { page: () => import('./part/list'), editor: () => import('./part/editor') },
  price: {
    document: { kind: 'price_adjustment', title: '调价单', paper: () => import('./price/paper') },
    page: () => import('./price/page'),
    editor: () => import('./price/editor'),
  },
  products: { page: () => import('./products') },
  taxSettings: { page: () => import('./tax-settings') },
  settlementMethods: { page: () => import('./settlement-methods') },
  expenseCategories: { page: () => import('./expense-categories') },
  warehouseInfo: { page: () => import('./warehouse-info') },
}
