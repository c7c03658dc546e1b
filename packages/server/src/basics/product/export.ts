import { productHeadings } from '@chepu/contract/imports/import-headings'
import { productPrices, type ProductPrice } from '@chepu/contract/basics/product'
import { listedTitle } from '@chepu/contract/kernel/headings'
import { sql } from 'kysely'
import { date, number, quantity, text } from '../../kernel/export/columns'
import type { ExportColumn, ExportSource } from '../../kernel/export/registry'
import { maySee } from './fields'
import { type ProductFilters, selectProducts } from './list'

const price = (key: ProductPrice) => number(key, listedTitle(productHeadings[key]))

const columns: ExportColumn[] = [
  text('code', listedTitle(productHeadings.code), 18),
  text('name', '配件名称', 24),
  text('onShelf', '上架', 8),
  text('oeNo', 'OE号', 18),
  text('brandName', '品牌'),
  text('spec', '规格'),
  text('unitName', '单位', 8),
  text('categoryName', '分类'),
  ...Object.keys(productPrices).map((key) => price(key as ProductPrice)),
  number('lastPurchasePrice', '最近进价'),
  date('lastPurchaseOn', '最近进货'),
  text('lastSupplierName', '最近供应商', 24),
  quantity('minStock', listedTitle(productHeadings.minStock)),
  quantity('maxStock', listedTitle(productHeadings.maxStock)),
  text('fitment', '适用车型', 24),
  text('defaultWarehouseName', listedTitle(productHeadings.warehouse)),
  text('defaultLocationCode', listedTitle(productHeadings.location)),
  text('defaultSupplierName', '默认供应商', 24),
  number('leadDays', '采购周期(天)', 14),
  text('pricingNote', '定价说明', 24),
]

/** 导出 of 商品资料: changed, it can be imported again. */
export const productExport: ExportSource = {
  title: '商品资料',
  columns: ({ caller }) => columns.filter(({ key }) => maySee(caller, key)),
  rows: async (tx, filters) => sql`select r.*, case when r.on_shelf then '上架' else '下架' end as on_shelf
    from (${await selectProducts(tx, filters as ProductFilters)}) r order by r.code`,
}
