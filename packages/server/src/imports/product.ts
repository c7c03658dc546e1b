import { besideImport, productHeadings } from '@chepu/contract/imports/import-headings'
import { equals } from '@chepu/contract/kernel/decimal'
import { code, price, qtyOrZero } from '@chepu/contract/kernel/scalars'
import type { ProductSettings } from '@chepu/contract/basics/product'
import { inTurns } from '../kernel/master/bulk'
import type { CallerTx } from '../kernel/db/tx'
import { own } from '../kernel/base/own'
import type { TableColumn } from '../kernel/spreadsheet/table'
import { type BulkProduct, bulkProductErrors, saveProductsBulk } from '../basics/public'
import { maySee } from '../basics/public'
import { findParts } from './find-parts'
import { importer, type Plan } from './importer'
import { FirstRows } from './lists'
import { orgPlaces, placeExample } from './places'

type Field = keyof typeof productHeadings
const money = <const Key extends Field>(key: Key, note: string, example: string) =>
  ({ key, ...productHeadings[key], kind: 'number', schema: price, note, example }) as const
const figure = <const Key extends Field>(key: Key, note: string, example: string) =>
  ({ key, ...productHeadings[key], kind: 'number', schema: qtyOrZero, note, example }) as const
const text = code(40)

const columns = [
  {
    key: 'code',
    ...productHeadings.code,
    required: true,
    schema: code(60),
    note: '配件编码，也可填OE号或厂家件号',
    example: '04152-YZZA1',
  },
  money('purchasePrice', '整数最多10位，小数最多4位', '18.5'),
  money('wholesalePrice1', '同上', '26'),
  money('wholesalePrice2', '同上', '25'),
  money('wholesalePrice3', '同上', '24'),
  money('retailPrice', '不能低于最低售价', '32'),
  money('transferPrice', '空白时等于进价', '20'),
  money('minSalePrice', '0 为不限', '22'),
  figure('maxStock', '库存上限，不能小于下限', '100'),
  figure('minStock', '库存下限', '10'),
  { key: 'warehouse', ...productHeadings.warehouse, schema: text, note: '本企业仓库的名称或编码', example: '主仓' },
  { key: 'location', ...productHeadings.location, schema: text, note: '默认仓库中的货位编码', example: 'A-01-02' },
] as const

/** Titles of the fields whose rules stand between several columns. */
const titles: Readonly<Record<string, string>> = {
  retailPrice: productHeadings.retailPrice.title,
  maxStock: productHeadings.maxStock.title,
  minStock: productHeadings.minStock.title,
  defaultLocationId: productHeadings.location.title,
}

/** Products of the caller's org: prices, limits, place (business/basics 10). Hidden prices can be neither seen nor set. */
export const productImporter = importer({
  title: '商品',
  headings: productHeadings,
  beside: besideImport.product,
  columns: (caller) => columns.filter((column: TableColumn) => maySee(caller, column.key)) as unknown as typeof columns,
  async examples(tx) {
    const [part] = await tx.query<{ code: string }>({
      text: `select code from part p where group_id = $1 and is_active
          and not exists (select from product where group_id = $1 and org_id = $2 and part_id = p.id) order by code limit 1`,
      values: [tx.groupId, tx.caller.orgId],
    })
    return { ...(part && { code: part.code }), ...(await placeExample(tx)) }
  },
  async prepare(tx, entries, { overwrite, lock, fault }): Promise<Plan> {
    const partOf = await findParts(
      tx,
      entries.map(({ values }) => values.code),
    )
    const places = await orgPlaces(tx, { warehouse: '默认仓库', location: '默认货位' })
    const found = entries.map(({ values }) => partOf(values.code))
    const before = await productsOf(
      tx,
      found.flatMap((part) => ('item' in part ? part.item.id : [])),
      lock,
    )
    const first = new FirstRows()
    const products: BulkProduct[] = []
    const rows: number[] = []
    for await (const [i, { row, values }] of inTurns([...entries.entries()])) {
      const part = found[i]
      if (!part || 'message' in part) {
        if (part) fault(row, '编码', part.message)
        continue
      }
      const partId = part.item.id
      const old = before.get(partId)
      if (!old && part.stopped) fault(row, '编码', part.stopped)
      const repeated = first.seen(String(partId), row)
      if (repeated !== undefined) fault(row, '编码', `与第${repeated}行是同一配件`)
      if (old && !overwrite) fault(row, '编码', `商品 ${part.item.code} 已存在，如需更新请勾选“覆盖”`)
      const { code: _, warehouse, location, ...figures } = values
      const place = places.find(
        warehouse,
        location,
        old && { warehouseId: old.defaultWarehouseId, locationId: old.defaultLocationId },
      )
      if ('message' in place) {
        fault(row, place.column, place.message)
        continue
      }
      products.push({ partId, ...settingsOf(figures, place, old) })
      rows.push(row)
    }
    for (const { path, message } of await bulkProductErrors(tx, products)) {
      const [index = '', field = ''] = path.split('.')
      if (field !== 'partId') fault(rows[Number.parseInt(index, 10)] as number, own(titles, field) ?? '编码', message)
    }
    return {
      added: products.filter(({ partId }) => !before.has(partId)).length,
      updated: products.filter(({ partId }) => before.has(partId)).length,
      write: async () => {
        await saveProductsBulk(tx, products)
        return []
      },
    }
  },
})

interface Before {
  partId: number
  defaultWarehouseId: number | null
  defaultLocationId: number | null
  purchasePrice: string | null
  transferPrice: string | null
}

async function productsOf(tx: CallerTx, partIds: readonly number[], lock: boolean): Promise<Map<number, Before>> {
  const rows = await tx.query<Before>({
    text: `select part_id, default_warehouse_id, default_location_id, purchase_price, transfer_price from product
      where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[]) order by part_id ${lock ? 'for no key update' : ''}`,
    values: [tx.groupId, tx.caller.orgId, partIds],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}

type Figures = Record<'purchasePrice' | 'transferPrice' | 'minSalePrice', string | null> & Record<string, string | null>

/** Filled cells only; the transfer price is a new purchase price unless one is set (business/basics 4.1). */
function settingsOf(
  figures: Figures,
  place: { warehouseId: number | null; locationId: number | null },
  old: Before | undefined,
): ProductSettings {
  const filled = Object.entries(figures).filter(([, value]) => value !== null && value !== undefined)
  const { purchasePrice } = figures
  const isPriced = purchasePrice != null && !(old?.purchasePrice != null && equals(purchasePrice, old.purchasePrice))
  const transferPrice = figures.transferPrice ?? old?.transferPrice ?? (isPriced ? purchasePrice : null)
  return {
    ...Object.fromEntries(filled),
    ...(transferPrice != null && { transferPrice }),
    ...(place.warehouseId !== null && { defaultWarehouseId: place.warehouseId }),
    ...(place.locationId !== null && { defaultLocationId: place.locationId }),
  }
}
