import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { exportRoute } from '../kernel/export-route'
import type { FieldKey } from '../kernel/fields'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { idParam, route } from '../kernel/route'
import { id, price, qtyOrZero, text255, addressedId } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

/** Buttons of 商品资料 (business/access 5). */
export const productButtons = {
  view: pageId('product'),
  add: button('product', 'add'),
  update: button('product', 'update'),
  shelf: button('product', 'shelf'),
  import: button('product', 'import'),
  export: button('part', 'export'),
}

/** Prices of a product that a user sets, with their Chinese names (business/basics 4.1). */
export const productPrices = {
  purchasePrice: '进价',
  wholesalePrice1: '批发价1',
  wholesalePrice2: '批发价2',
  wholesalePrice3: '批发价3',
  retailPrice: '零售价',
  transferPrice: '调拨价',
  minSalePrice: '最低售价',
} as const
export type ProductPrice = keyof typeof productPrices
/** Field permission of each price that a user sets (business/access 8). */
export const productPriceFields = {
  purchasePrice: 'purchase_price',
  wholesalePrice1: 'wholesale_price',
  wholesalePrice2: 'wholesale_price',
  wholesalePrice3: 'wholesale_price',
  retailPrice: 'doc_price',
  transferPrice: 'doc_price',
  minSalePrice: 'min_sale_price',
} as const satisfies Record<ProductPrice, FieldKey>
/** The prices in the order of lists and papers. */
export const priceNames = Object.keys(productPrices) as ProductPrice[]
/** Something for each of the prices. */
export const byPrice = <Value>(of: (name: ProductPrice) => Value): Record<ProductPrice, Value> =>
  Object.fromEntries(priceNames.map((name) => [name, of(name)])) as Record<ProductPrice, Value>
/** What a price may be marked up from: the others, and what the part cost last. */
export const markupBases = { ...productPrices, lastPurchasePrice: '最近进价' } as const

const shownPrice = z.string().nullable().optional()

/** A product as its list shows it; prices are absent without their field permission (business/access 8). */
const productRow = z.object({
  id,
  partId: id,
  code: z.string(),
  name: z.string(),
  oeNo: z.string(),
  brandName: z.string(),
  categoryName: z.string(),
  spec: z.string(),
  fitment: z.string(),
  unitName: z.string(),
  purchasePrice: shownPrice,
  lastPurchasePrice: shownPrice,
  lastPurchaseOn: z.string().nullable().optional(),
  lastSupplierName: z.string().nullable().optional(),
  wholesalePrice1: shownPrice,
  wholesalePrice2: shownPrice,
  wholesalePrice3: shownPrice,
  retailPrice: shownPrice,
  transferPrice: shownPrice,
  minSalePrice: shownPrice,
  minStock: z.string().nullable(),
  maxStock: z.string().nullable(),
  defaultWarehouseId: id.nullable(),
  defaultWarehouseName: z.string().nullable(),
  defaultLocationId: id.nullable(),
  defaultLocationCode: z.string().nullable(),
  defaultSupplierId: id.nullable().optional(),
  defaultSupplierName: z.string().nullable().optional(),
  leadDays: z.number().int().nullable(),
  onShelf: z.boolean(),
  pricingNote: z.string(),
  version: z.number().int(),
})
export type ProductRow = z.output<typeof productRow>

/** Limits of a product in one warehouse, beside those that it has as a whole (business/basics 4.1); 4 decimals. */
const ownLimits = z.object({ warehouseId: id, minStock: z.string().nullable(), maxStock: z.string().nullable() })
export type OwnLimits = z.output<typeof ownLimits>

/** What is set on products; a field that is left out stays as it is. */
const settings = z.object({
  purchasePrice: price.nullable().optional(),
  wholesalePrice1: price.nullable().optional(),
  wholesalePrice2: price.nullable().optional(),
  wholesalePrice3: price.nullable().optional(),
  retailPrice: price.nullable().optional(),
  transferPrice: price.nullable().optional(),
  /** 0 and empty are no floor. */
  minSalePrice: price
    .nullable()
    .transform((typed) => typed ?? '0')
    .optional(),
  minStock: qtyOrZero.nullable().optional(),
  maxStock: qtyOrZero.nullable().optional(),
  defaultWarehouseId: id.nullable().optional(),
  defaultLocationId: id.nullable().optional(),
  defaultSupplierId: id.nullable().optional(),
  leadDays: z
    .number({ error: '请输入正整数!' })
    .int('请输入正整数!')
    .min(0, '请输入正整数!')
    .max(999)
    .nullable()
    .optional(),
  pricingNote: text255.optional(),
})
export type ProductSettings = z.output<typeof settings>

/** Figures of a markup: 零售价 = 进价 × 1.3, half-up to 2 decimals. */
const markup = z.object({
  price: oneOf(productPrices),
  base: oneOf(markupBases),
  factor: z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, '系数整数最多3位，小数最多4位'),
})
export type Markup = z.output<typeof markup>

const filters = z.object({
  q: z.string().trim().max(60).optional(),
  brandId: addressedId.optional(),
  categoryId: addressedId.optional(),
  fitment: z.string().trim().max(60).optional(),
  warehouseId: addressedId.optional(),
  onShelf: flag.optional(),
  /** Without a retail price. */
  unpriced: flag.optional(),
})
const path = '/api/web/product'
const limit = qtyOrZero.nullable()
const ids = z.array(id).min(1, '请选择商品').max(1000, '一次最多1000个商品')
const counted = z.object({ count: z.number().int() })

/** 商品资料: the current org's view of parts (business/basics 4, 8). */
export const productRoutes = {
  list: route({
    method: 'GET',
    path,
    access: productButtons.view,
    summary: '商品列表',
    query: filters.extend(paging.shape),
    data: pageOf(productRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: productButtons.view,
    summary: '商品合计',
    query: filters,
    data: totals,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: productButtons.view,
    summary: '商品详情',
    params: idParam,
    /** Limits of the warehouses that the caller may view. */
    data: productRow.extend({ limits: z.array(ownLimits) }),
  }),
  save: route({
    method: 'POST',
    path,
    access: productButtons.update,
    summary: '保存商品',
    body: settings.extend({
      id,
      version: z.number().int(),
      /** In the place of those of all warehouses that the caller may view; left out, they stay. */
      limits: z
        .array(ownLimits.extend({ minStock: limit, maxStock: limit }))
        .max(100, '最多100个仓库')
        .optional(),
    }),
    /** Warnings are shown and do not hinder. */
    data: z.object({ id, version: z.number().int(), warnings: z.array(z.string()) }),
  }),
  introduce: route({
    method: 'POST',
    path: `${path}/introduce`,
    access: productButtons.add,
    summary: '从配件库引入',
    body: z.object({ partIds: z.array(id).min(1, '请选择配件').max(1000, '一次最多1000个配件') }),
    data: counted,
  }),
  setMany: route({
    method: 'POST',
    path: `${path}/batch`,
    access: productButtons.update,
    summary: '批量设价、货位、上下限',
    body: z.object({ ids, set: settings.default({}), markup: markup.optional() }),
    data: counted,
  }),
  /** The catalogue has no button of its own for it: who may export parts and sees the page. */
  export: exportRoute({
    path: `${path}/export`,
    access: productButtons.export,
    summary: '导出商品',
    filters,
  }),
  shelf: route({
    method: 'POST',
    path: `${path}/shelf`,
    access: productButtons.shelf,
    summary: '上下架',
    body: z.object({ ids, onShelf: z.boolean() }),
    data: counted,
  }),
}
