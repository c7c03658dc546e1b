import { describe, expect, it } from 'vitest'
import { eanCheck } from '../identities'
import { orgs } from '../organisations'
import { openingStock, products } from '../products'
import { duplicates, fen, ofRole } from '../test-helpers'
import { defaultLocationCode, locations } from '../warehouses'
import { families, normaliseNumber } from './build'
import { boms, kits, parts, substitutes } from './index'
import { brands, partCategories, units } from './vocabulary'

const allParts = [...parts, ...kits]
const partByCode = new Map(allParts.map((part) => [part.code, part]))

function inOrg<T extends { orgCode: string }>(rows: T[], orgCode: string): T[] {
  return rows.filter((row) => row.orgCode === orgCode)
}

describe('parts (business/demo 4)', () => {
  it('has 300 parts in 22 families of the stated sizes', () => {
    expect(families.map(({ key }) => parts.filter(({ familyKey }) => familyKey === key).length)).toEqual(
      families.map(({ count }) => count),
    )
    expect(families.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      [20, 18, 18, 12, 16, 24, 14, 14, 16, 10, 12, 10, 12, 10, 10, 14, 8, 14, 14, 10, 14, 10].toSorted((a, b) => a - b),
    )
    expect(parts).toHaveLength(300)
    expect(kits).toHaveLength(8)
    expect(parts.filter(({ prices }) => prices === null)).toHaveLength(12)
  })

  it('uses the sample numbers of the design', () => {
    const known = new Set(
      parts.flatMap((part) => [
        part.factoryNo,
        part.spec ?? '',
        part.modelText ?? '',
        ...part.oes.map(({ oeNo }) => oeNo),
      ]),
    )
    const samples =
      '04152-YZZA1 15400-RTA-003 06J115403Q 17801-21050 87139-50100 1K0201051K SILZKBR8D8S 04465-02220 5Q0615301F G052182A2 ' +
      '6-QW-60 12972PR 6PK1873 CT1028 04E121600BD 48820-02030 5Q0407621 30520-RNA-A01 612600118895 VG1560118229 N90813202'
    for (const sample of samples.split(' ')) expect(known).toContain(sample)
  })

  it('has unique codes, factory numbers per brand, barcodes, and OE numbers per part', () => {
    expect(duplicates(allParts.map(({ code }) => code))).toEqual([])
    expect(duplicates(allParts.map((part) => `${part.brandName}/${part.factoryNoNormalised}`))).toEqual([])
    const barcodes = allParts.flatMap((part) => part.barcodes)
    expect(duplicates(barcodes)).toEqual([])
    for (const barcode of barcodes) {
      expect(barcode).toMatch(/^\d{13}$/)
      expect(eanCheck(barcode.slice(0, 12))).toBe(barcode[12])
    }
    expect(parts.filter((part) => part.barcodes.length > 0).length).toBeGreaterThan(240)
    for (const part of parts) {
      expect(part.oes.length).toBeGreaterThanOrEqual(1)
      expect(part.oes.length).toBeLessThanOrEqual(3)
      expect(duplicates(part.oes.map(({ oeNorm }) => oeNorm))).toEqual([])
      expect(part.oes.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
      for (const { oeNo, oeNorm } of part.oes) expect(normaliseNumber(oeNo)).toBe(oeNorm)
    }
    expect(normaliseNumber('09.a532-11 x')).toBe('09A53211X')
  })

  it('gives 70 % of the parts one to four vehicles and 40 % a substitute of the same family', () => {
    expect(parts.filter(({ fitments }) => fitments.length > 0)).toHaveLength(210)
    for (const { fitments } of parts) expect(fitments.length).toBeLessThanOrEqual(4)
    const linked = new Set(substitutes.flatMap(({ partCode, substituteCode }) => [partCode, substituteCode]))
    expect(linked.size).toBe(120)
    for (const { partCode, substituteCode } of substitutes) {
      expect(partCode).not.toBe(substituteCode)
      expect(partByCode.get(partCode)!.familyKey).toBe(partByCode.get(substituteCode)!.familyKey)
    }
    expect(new Set(substitutes.map(({ partCode }) => partByCode.get(partCode)!.familyKey)).size).toBe(22)
  })

  it('refers only to known brands, leaf categories, units and tax rates', () => {
    const partBrands = new Set(brands.filter(({ kind }) => kind === 'part').map(({ name }) => name))
    const carBrands = new Set(brands.filter(({ kind }) => kind === 'car').map(({ name }) => name))
    const leaves = new Set(partCategories.filter(({ isLeaf }) => isLeaf).map(({ path }) => path))
    const unitNames = new Set(units.map(({ name }) => name))
    for (const part of allParts) {
      expect(partBrands).toContain(part.brandName)
      expect(leaves).toContain(part.categoryPath)
      for (const unitName of [part.unitName, ...part.auxUnits.map((aux) => aux.unitName)])
        expect(unitNames).toContain(unitName)
      expect(part.taxRateName).toBe('13%')
      for (const { carBrandName } of part.oes) expect(carBrands).toContain(carBrandName)
      expect(part.shelfLifeDays === null || part.batchManaged).toBe(true)
      expect(part.name.length).toBeLessThanOrEqual(100)
    }
    const used = new Set(allParts.map(({ categoryPath }) => categoryPath))
    expect([...leaves].filter((path) => !used.has(path))).toEqual([])
    expect(Math.max(...partCategories.map(({ level }) => level))).toBe(4)
    expect(duplicates(partCategories.map(({ code }) => code))).toEqual([])
    expect(duplicates(brands.map(({ name }) => name))).toEqual([])
    expect(duplicates(units.map(({ name }) => name))).toEqual([])
  })

  it('manages batches of oil, batteries and tyres, and warrants truck parts for 6 to 24 months', () => {
    const batched = new Set(parts.filter(({ batchManaged }) => batchManaged).map(({ familyKey }) => familyKey))
    expect(batched).toEqual(new Set(['engine_oil', 'battery', 'tyre']))
    const truckMonths = parts.filter(({ familyKey }) => familyKey === 'truck').map((part) => part.warrantyMonths!)
    expect([Math.min(...truckMonths), Math.max(...truckMonths)]).toEqual([6, 24])
  })

  it('keeps floor <= wholesale 3 <= 2 <= 1 <= retail above the buying price', () => {
    for (const prices of allParts.flatMap((part) => part.prices ?? [])) {
      const levels = [
        prices.purchasePrice,
        prices.minSalePrice,
        prices.wholesalePrice3,
        prices.wholesalePrice2,
        prices.wholesalePrice1,
        prices.retailPrice,
      ].map(fen)
      expect(levels).toEqual(levels.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(fen(prices.transferPrice)).toBeGreaterThanOrEqual(fen(prices.purchasePrice))
    }
  })

  it('splits the cost of every kit completely among its components', () => {
    for (const kit of kits) {
      const lines = boms.filter(({ parentCode }) => parentCode === kit.code)
      expect(lines).toHaveLength(3)
      expect(lines.reduce((sum, { costRatio }) => sum + fen(costRatio), 0n)).toBe(10_000n)
      for (const { componentCode } of lines) expect(partByCode.has(componentCode)).toBe(true)
    }
  })
})

describe('products and opening stock (business/demo 4, 5.1)', () => {
  it('opens with 220, 110 and 60 parts', () => {
    expect(orgs.map(({ code }) => inOrg(openingStock, code).length)).toEqual([220, 110, 60])
    expect(duplicates(openingStock.map((row) => `${row.orgCode}/${row.partCode}`))).toEqual([])
    expect(duplicates(products.map((row) => `${row.orgCode}/${row.partCode}`))).toEqual([])
  })

  it('keeps 12 parts without price, 6 without location, 10 slow movers and 9 below their minimum', () => {
    const centre = inOrg(products, '01')
    expect(centre.filter(({ retailPrice }) => retailPrice === null)).toHaveLength(12)
    expect(products.filter((row) => row.defaultLocationCode === null)).toHaveLength(6)
    expect(products.filter(({ isSlowMover }) => isSlowMover)).toHaveLength(10)
    const low = openingStock.filter(({ orgCode, partCode, qty }) => {
      const row = products.find((candidate) => candidate.orgCode === orgCode && candidate.partCode === partCode)!
      return BigInt(qty.split('.')[0]!) < BigInt(row.minStock)
    })
    expect(low.map(({ partCode }) => partCode).toSorted()).toEqual(
      products.flatMap((row) => (row.isBelowMin ? row.partCode : [])).toSorted(),
    )
    expect(low).toHaveLength(9)
  })

  it('keeps slow movers out of the shops and of the kits', () => {
    for (const { partCode } of products.filter(({ isSlowMover }) => isSlowMover)) {
      expect(products.filter((row) => row.partCode === partCode)).toHaveLength(1)
      expect(boms.some(({ componentCode }) => componentCode === partCode)).toBe(false)
      expect(openingStock.some((row) => row.partCode === partCode)).toBe(true)
    }
  })

  it('refers only to known parts, bins and suppliers, and every kit can be assembled where it is traded', () => {
    const bins = new Set(locations.map((bin) => `${bin.orgCode}/${bin.warehouseCode}/${bin.code}`))
    const suppliers = new Set(ofRole(2).map(({ code }) => code))
    for (const row of products) {
      expect(partByCode.has(row.partCode)).toBe(true)
      expect(bins).toContain(
        `${row.orgCode}/${row.defaultWarehouseCode}/${row.defaultLocationCode ?? defaultLocationCode}`,
      )
      expect(row.defaultSupplierCode !== null && suppliers.has(row.defaultSupplierCode)).toBe(
        !row.partCode.startsWith('TJ'),
      )
      expect(BigInt(row.minStock)).toBeLessThanOrEqual(BigInt(row.maxStock))
      for (const { componentCode } of boms.filter(({ parentCode }) => parentCode === row.partCode))
        expect(openingStock.some((line) => line.orgCode === row.orgCode && line.partCode === componentCode)).toBe(true)
    }
    for (const line of openingStock) {
      const part = partByCode.get(line.partCode)!
      expect(bins).toContain(`${line.orgCode}/${line.warehouseCode}/${line.locationCode}`)
      expect(line.batchNo !== null).toBe(part.batchManaged)
      expect(fen(line.unitCost)).toBeGreaterThan(0n)
      expect(part.unitName === '升' || /^[1-9]\d*$/.test(line.qty)).toBe(true)
    }
  })
})
