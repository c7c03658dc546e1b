import { writtenFitment } from '@chepu/contract/kernel/fitment'
import type { Tx } from '../../../packages/server/src/kernel/db/tx'
import { pinyinOf } from '../../../packages/server/src/kernel/master/pinyin'
import { derivePart } from '../../../packages/server/src/basics/part/search-text'
import { boms, kits, parts, substitutes } from '../parts'
import type { DemoPart } from '../parts/types'
import { brands, partCategories, units } from '../parts/vocabulary'
import { products } from '../products'
import { type Book, insertAll } from './book'
import { loadCars } from './cars'

/** Brands, units, the category tree, parts with all they have, and every org's products. */
export async function loadParts(tx: Tx, book: Book): Promise<void> {
  const brandIds = await insertAll(
    tx,
    'brand',
    brands.map((brand) => ({ ...brand, ...pinyinOf(brand.name) })),
  )
  brands.forEach((brand, i) => book.set('brand', brand.name, brandIds[i] as number))
  await loadCars(tx, book)
  const unitIds = await insertAll(
    tx,
    'unit',
    units.map(({ name, decimals }) => ({ name, decimals })),
  )
  units.forEach((unit, i) => book.set('unit', unit.name, unitIds[i] as number))
  await loadCategories(tx, book)
  const all = [...parts, ...kits]
  const ids = await insertAll(
    tx,
    'part',
    all.map((part) => partRow(part, book)),
  )
  all.forEach((part, i) => book.set('part', part.code, ids[i] as number))
  await loadPartDetails(tx, book, all)
  await insertAll(
    tx,
    'product',
    products.map((product) => productRow(product, book)),
  )
}

async function loadCategories(tx: Tx, book: Book): Promise<void> {
  const paths = new Map<string, string>()
  for (const [i, category] of partCategories.entries()) {
    const parentId = book.idOrNull('category', category.parentPath)
    const [id] = await insertAll(tx, 'part_category', [
      { parentId, name: category.name, level: category.level, sortNo: i },
    ])
    const path = `${paths.get(category.parentPath ?? '') ?? '/'}${id}/`
    paths.set(category.path, path)
    book.set('category', category.path, id as number)
    await tx.query({
      text: 'update part_category set path = $3 where group_id = $1 and id = $2',
      values: [tx.groupId, id, path],
    })
  }
}

/** The car as the library writes it out; the demo's cars are called by brand and series. */
const writtenOut = ({ modelText, yearFrom, yearTo }: DemoPart['fitments'][number]) =>
  writtenFitment({ brandName: modelText, seriesName: '', modelName: '', yearFrom, yearTo })

function partRow(part: DemoPart, book: Book): Record<string, unknown> {
  const fitments = part.fitments.map(writtenOut)
  const derived = derivePart({ ...part, spec: part.spec ?? '', oeNos: part.oes.map((oe) => oe.oeNo), fitments })
  const oeNo = part.oes.find((oe) => oe.isPrimary)?.oeNo ?? part.oes[0]?.oeNo ?? ''
  return {
    code: part.code,
    name: part.name,
    ...derived,
    brandId: book.id('brand', part.brandName),
    grade: part.grade,
    categoryId: book.id('category', part.categoryPath),
    unitId: book.id('unit', part.unitName),
    spec: part.spec ?? '',
    modelText: part.modelText ?? '',
    origin: part.origin,
    factoryNo: part.factoryNo,
    weight: part.weight,
    packQty: part.packQty,
    taxRateId: book.id('taxRate', part.taxRateName),
    warrantyMonths: part.warrantyMonths,
    warrantyKm: part.warrantyKm,
    isWearPart: part.isWearPart,
    batchManaged: part.batchManaged,
    shelfLifeDays: part.shelfLifeDays,
    coreReturn: part.coreReturn,
    oeNo,
    fitment: [...new Set(fitments)].join('；'),
  }
}

async function loadPartDetails(tx: Tx, book: Book, all: readonly DemoPart[]): Promise<void> {
  const rowsOf = <Row extends object>(pick: (part: DemoPart) => readonly Row[]) =>
    all.flatMap((part) => pick(part).map((row) => ({ partId: book.id('part', part.code), ...row })))
  await insertAll(
    tx,
    'part_oe',
    rowsOf((part) => part.oes.map(({ oeNo, oeNorm, isPrimary }) => ({ oeNo, oeNorm, isPrimary }))),
  )
  await insertAll(
    tx,
    'part_barcode',
    rowsOf((part) => part.barcodes.map((barcode) => ({ barcode }))),
  )
  await insertAll(
    tx,
    'part_fitment',
    rowsOf((part) =>
      part.fitments.map((fitment) => ({
        ...fitment,
        modelText: writtenOut(fitment),
        seriesId: book.id('car_series', fitment.modelText),
        position: fitment.position ?? '',
      })),
    ),
  )
  await insertAll(
    tx,
    'part_aux_unit',
    rowsOf((part) =>
      part.auxUnits.map((aux) => ({
        unitId: book.id('unit', aux.unitName),
        factor: aux.factor,
        usedFor: aux.use,
      })),
    ),
  )
  await insertAll(
    tx,
    'part_substitute',
    substitutes.map(({ partCode, substituteCode, direction, priority, note }) => ({
      partId: book.id('part', partCode),
      substituteId: book.id('part', substituteCode),
      direction,
      priority,
      note,
    })),
  )
  await insertAll(
    tx,
    'part_bom',
    boms.map(({ parentCode, componentCode, qty, costRatio }) => ({
      parentId: book.id('part', parentCode),
      componentId: book.id('part', componentCode),
      qty,
      costRatio,
    })),
  )
}

function productRow(product: (typeof products)[number], book: Book): Record<string, unknown> {
  const { orgCode, defaultWarehouseCode, defaultLocationCode } = product
  const place = `${orgCode}/${defaultWarehouseCode}`
  return {
    orgId: book.id('org', orgCode),
    partId: book.id('part', product.partCode),
    purchasePrice: product.purchasePrice,
    wholesalePrice1: product.wholesalePrice1,
    wholesalePrice2: product.wholesalePrice2,
    wholesalePrice3: product.wholesalePrice3,
    retailPrice: product.retailPrice,
    transferPrice: product.transferPrice,
    minSalePrice: product.minSalePrice,
    minStock: product.minStock,
    maxStock: product.maxStock,
    defaultWarehouseId: book.id('warehouse', place),
    defaultLocationId: defaultLocationCode === null ? null : book.id('location', `${place}/${defaultLocationCode}`),
    defaultSupplierId: book.idOrNull('partner', product.defaultSupplierCode),
    leadDays: product.leadDays,
    onShelf: product.onShelf,
  }
}
