import { z } from 'zod'
import { labelled } from '../kernel/labelled'
import { flag } from '../kernel/list-query'
import { partQueryColumns } from '../kernel/part-columns'
import { defineQuery, type QueryColumns, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, day, id } from '../kernel/scalars'
import { maxAdjusted, priceButtons } from './price-adjustment'
import { byPrice, productPriceFields, productPrices } from './product'

const path = '/api/web/price'
const price = { kind: 'price', width: 68, nullable: true, isKey: true } as const
const level = byPrice((name) => ({ ...price, title: productPrices[name], field: productPriceFields[name] }))

const filters = z.object({
  part: z.string().trim().max(60).optional(),
  brandId: addressedId.optional(),
  categoryId: addressedId.optional(),
  fitment: z.string().trim().max(60).optional(),
  spec: z.string().trim().max(60).optional(),
  onShelf: flag.optional(),
  /** Without a retail price. */
  unpriced: flag.optional(),
  /** 毛利率低于, in per cent. Refused without the right to see it. */
  marginBelow: z
    .string()
    .trim()
    .regex(/^-?\d{1,3}(\.\d{1,2})?$/, '毛利率应为百分数，最多2位小数')
    .optional(),
  /** Products whose prices an adjustment changes. */
  adjustmentId: addressedId.optional(),
})

/**
 * 价格 (business/basics 4.4): the prices of the org's products beside what they cost. 成本 is the average of all warehouses, without the
 * tax that is deducted; 毛利率 is that of 零售价 over it.
 */
export const priceList = defineQuery({
  key: 'price_list',
  title: '价格',
  path,
  access: priceButtons.view,
  mayExport: priceButtons.export,
  filters,
  columns: {
    ...partQueryColumns,
    oeNo: { ...partQueryColumns.oeNo, hidden: true },
    spec: { ...partQueryColumns.spec, hidden: true },
    unitName: { ...partQueryColumns.unitName, hidden: true },
    lastPurchasePrice: { ...price, title: '最近进价', field: 'purchase_price' },
    costPrice: { ...price, title: '成本', kind: 'cost', field: 'cost_price' },
    purchasePrice: { ...level.purchasePrice, hidden: true },
    wholesalePrice1: level.wholesalePrice1,
    wholesalePrice2: level.wholesalePrice2,
    wholesalePrice3: level.wholesalePrice3,
    retailPrice: { ...level.retailPrice, card: 'amount' },
    transferPrice: level.transferPrice,
    minSalePrice: level.minSalePrice,
    marginRate: { title: '毛利率', kind: 'percent', field: 'gross_profit', width: 62, nullable: true, isKey: true },
    changedOn: { title: '上次调价', kind: 'date', width: 80, nullable: true, isKey: true },
  } as const satisfies QueryColumns,
  beside: { productId: id, partId: id, taxRate: z.string() },
})
export type PriceRow = QueryRow<typeof priceList>

/** What the prices of parts are now, for lines that are being entered; parts that are no products yet have none. */
export const currentPrices = route({
  method: 'POST',
  path: `${path}/current`,
  access: priceButtons.view,
  summary: '商品现价',
  body: z.object({ partIds: z.array(id).min(1).max(maxAdjusted) }),
  data: z.array(
    z.object({
      partId: id,
      ...byPrice(() => z.string().nullable().optional()),
      lastPurchasePrice: z.string().nullable().optional(),
      costPrice: z.string().nullable().optional(),
      taxRate: z.string(),
    }),
  ),
})

/** Where a change of a price came from. */
export const priceSources = { adjustment: '调价单', product: '商品资料', import: '导入' } as const

/** 调价记录 (business/basics 4.5): every change of a price, of the levels that the caller may see. */
export const priceHistory = defineQuery({
  key: 'price_history',
  title: '调价记录',
  path: `${path}/history`,
  access: priceButtons.view,
  mayExport: priceButtons.export,
  filters: z.object({
    partId: addressedId.optional(),
    part: z.string().trim().max(60).optional(),
    price: z
      .string()
      .max(200)
      .describe(`价格，多个用英文逗号隔开：${labelled(productPrices)}`)
      .optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  columns: {
    changedAt: { title: '时间', kind: 'time', isKey: true },
    partCode: partQueryColumns.partCode,
    partName: partQueryColumns.partName,
    price: { title: '价格', kind: 'code', labels: productPrices, width: 72, isKey: true, sort: false },
    oldPrice: { title: '原价', kind: 'price', width: 80, nullable: true, isKey: true, sort: false },
    newPrice: { title: '新价', kind: 'price', width: 80, nullable: true, isKey: true, sort: false },
    source: { title: '来源', kind: 'code', labels: priceSources, width: 72, isKey: true, sort: false },
    billNo: { title: '调价单号', width: 130, nullable: true, isKey: true, sort: false },
    userName: { title: '操作人', width: 80, nullable: true, isKey: true, sort: false },
  } as const satisfies QueryColumns,
  beside: { id, partId: id, adjustmentId: id.nullable() },
})
export type PriceChangeRow = QueryRow<typeof priceHistory>
