import { z } from 'zod'
import { openSourceLine, partColumns } from '../kernel/goods-document'
import { flag, idList, pageOf, pages } from '../kernel/list-query'
import { anyRole } from '../kernel/partner-roles'
import { route } from '../kernel/route'
import { day, id, addressed, addressedId } from '../kernel/scalars'
import { plainCode } from '../kernel/typed'
import { grade } from './part'

const optionalId = addressedId.optional()
const searchText = z.string().trim().max(60).default('')

/** What a document knows when it asks for parts: prices and stock depend on partner, warehouse, direction and tax mode. */
const partContext = {
  partnerId: optionalId,
  warehouseId: optionalId,
  mode: z.enum(['sale', 'purchase']).default('sale'),
  /** Whether its prices are with tax; without an answer they are as the organisation keeps them. */
  taxIncluded: z.union([z.boolean(), flag]).optional(),
}

/** A part that can stand in for another, with what a seller asks about it. */
const substitute = z.object({
  partId: id,
  partCode: z.string(),
  partName: z.string(),
  brandName: z.string().nullable(),
  grade,
  available: z.string(),
  price: z.string().nullable(),
  note: z.string(),
})

/**
 * One part as the part picker shows it. Quantities in base units, prices in yuan with 4 decimals. Price levels, floor,
 * purchase price and cost are absent without the field permission (business/access 8).
 */
const lookupPart = partColumns.extend({
  partId: id,
  grade,
  barcodes: z.array(z.string()),
  /** Price proposed for this partner, direction and tax mode (business/basics 4.2), null when there is none. */
  price: z.string().nullable(),
  priceSource: z.string(),
  discountRate: z.string(),
  taxRate: z.string(),
  /** Price of the last posted line with this partner, in the asked tax mode. */
  lastPrice: z.string().nullable(),
  lastPriceOn: z.string().nullable(),
  retailPrice: z.string().nullable().optional(),
  wholesalePrice1: z.string().nullable().optional(),
  wholesalePrice2: z.string().nullable().optional(),
  wholesalePrice3: z.string().nullable().optional(),
  minSalePrice: z.string().nullable().optional(),
  purchasePrice: z.string().nullable().optional(),
  unitCost: z.string().nullable().optional(),
  /** In the asked warehouse, or in all warehouses the caller may use when none was asked. */
  stock: z.string(),
  available: z.string(),
  batchManaged: z.boolean(),
  unitDecimals: z.number().int(),
  auxUnits: z.array(z.object({ unitId: id, unitName: z.string(), factor: z.string() })),
  /** Where the part usually lies in the asked warehouse. */
  locationId: id.nullable(),
  locationCode: z.string().nullable(),
  substitutes: z.array(substitute),
})
export type LookupPart = z.output<typeof lookupPart>

/** At most this many codes in one question, as many as a document has lines. */
export const maxCodes = 2000
/** Signs of the longest code, barcode or OE number. */
export const longestCode = 60

/** Part search of pickers and scanners; `exact` finds only what a whole code names, as `resolveParts` (business/basics 9). */
export const searchParts = route({
  method: 'GET',
  path: '/api/web/sale/add/product',
  access: 'signedIn',
  summary: '配件选择',
  query: pages.extend({
    ...partContext,
    q: z.string().overwrite(plainCode).max(longestCode).default(''),
    exact: flag.optional(),
    brandId: optionalId,
    categoryId: optionalId,
    fitment: z.string().trim().max(60).optional(),
    inStock: flag.optional(),
  }),
  data: pageOf(lookupPart),
})

/**
 * Parts of many codes at once, for pasted and imported lines. A code matches a part code or barcode exactly, else an
 * OE number in any spelling; no part and several parts are answers, not errors (business/basics 10).
 */
export const resolveParts = route({
  method: 'POST',
  path: '/api/web/sale/add/product',
  access: 'signedIn',
  summary: '按编码批量取配件',
  body: z.object({
    ...partContext,
    codes: z.array(z.string().overwrite(plainCode).min(1).max(longestCode)).max(maxCodes),
  }),
  data: z.object({ matches: z.array(z.object({ code: z.string(), parts: z.array(lookupPart) })) }),
})

/** Parts by id, as alternatives are compared with each other: grade, stock, price, and what may be seen of floor and cost. */
export const lookupPartsById = route({
  method: 'POST',
  path: '/api/web/sale/add/product/parts',
  access: 'signedIn',
  summary: '按配件取价格与库存',
  body: z.object({ ...partContext, partIds: z.array(id).max(maxCodes) }),
  data: z.object({ rows: z.array(lookupPart) }),
})

/** What helps while lines are entered and changes behind them: stock in base units, the last price with the partner in yuan. */
const partHint = lookupPart.pick({ partId: true, available: true, lastPrice: true })
export type PartHint = z.output<typeof partHint>

/** Hints for the lines of an open draft. What is held for the former lines that they execute is free for them. */
export const partHints = route({
  method: 'POST',
  path: '/api/web/sale/add/product/hints',
  access: 'signedIn',
  summary: '明细可用量与上次价',
  body: z.object({
    ...partContext,
    partIds: z.array(id).max(maxCodes),
    sourceLineIds: z.array(id).max(maxCodes).default([]),
  }),
  data: z.object({ rows: z.array(partHint) }),
})

/** Stock of parts by warehouse, location and batch, in base units. */
const stockRow = z.object({
  partId: id,
  warehouseId: id,
  warehouseName: z.string(),
  locationId: id.nullable(),
  locationCode: z.string().nullable(),
  batchNo: z.string(),
  qty: z.string(),
  available: z.string(),
})
export type StockRow = z.output<typeof stockRow>

export const partStock = route({
  method: 'GET',
  path: '/api/web/product/inv',
  access: 'signedIn',
  summary: '配件库存分布',
  query: z.object({ partIds: idList, warehouseId: optionalId }),
  data: z.object({ rows: z.array(stockRow) }),
})

/**
 * One partner as pickers show it. Terms, contact and address are absent for who has no page of a document that takes them
 * over, credit and balance without the field permission.
 */
const lookupPartner = z.object({
  id,
  code: z.string(),
  name: z.string(),
  cusFlag: z.number().int(),
  mobile: z.string().nullable(),
  address: z.string().nullable().optional(),
  /** Where his goods are sent: region, street, receiver and, where the caller sees mobiles, his; the default first. */
  addresses: z.array(z.object({ text: z.string(), isDefault: z.boolean() })).optional(),
  contactName: z.string().nullable().optional(),
  settlementMethodId: id.nullable().optional(),
  creditDays: z.number().int().optional(),
  invoiceKind: z.string().optional(),
  salespersonId: id.nullable().optional(),
  discountRate: z.string().optional(),
  priceLevel: z.string().optional(),
  creditLimit: z.string().nullable().optional(),
  receivable: z.string().optional(),
  payable: z.string().optional(),
  blacklisted: z.boolean().optional(),
})
export type LookupPartner = z.output<typeof lookupPartner>

/** Partners by code, part of the name, of its pinyin or initials, or mobile tail of at least 4 digits (business/lists 2.10). */
export const searchPartners = route({
  method: 'GET',
  path: '/api/web/customer/info',
  access: 'signedIn',
  summary: '往来单位选择',
  query: pages.extend({
    q: searchText,
    /** Sum of the role bits; a partner with any of them is found. */
    cus_flag: addressed(z.number().min(1).max(anyRole)).optional(),
    ids: idList.optional(),
  }),
  data: pageOf(lookupPartner),
})

const lookupWarehouse = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  isDefault: z.boolean(),
  allowSale: z.boolean(),
})
export type LookupWarehouse = z.output<typeof lookupWarehouse>

/** Warehouses the caller may use in the current organisation. */
export const listWarehouses = route({
  method: 'POST',
  path: '/api/web/warehouse/query',
  access: 'signedIn',
  summary: '可用仓库',
  data: z.object({ rows: z.array(lookupWarehouse) }),
})

const lookupLocation = z.object({ id, code: z.string(), zone: z.string().nullable() })
export type LookupLocation = z.output<typeof lookupLocation>

/** Warehouses with their active locations. */
export const listLocations = route({
  method: 'POST',
  path: '/api/web/all/ware/info',
  access: 'signedIn',
  summary: '仓库与货位',
  body: z.object({ warehouseId: id.optional() }),
  data: z.object({ rows: z.array(lookupWarehouse.extend({ locations: z.array(lookupLocation) })) }),
})

const lookupSettlement = z.object({
  id,
  name: z.string(),
  kind: z.string(),
  /** Day of the month a monthly settlement falls due, and days after it (business/basics 7.2). */
  dayOfMonth: z.number().int().nullable(),
  graceDays: z.number().int(),
})
export type LookupSettlement = z.output<typeof lookupSettlement>

export const listSettlements = route({
  method: 'GET',
  path: '/api/web/settlement',
  access: 'signedIn',
  summary: '结算方式',
  data: z.object({ rows: z.array(lookupSettlement) }),
})

const lookupEmployee = z.object({
  id,
  name: z.string(),
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
})
export type LookupEmployee = z.output<typeof lookupEmployee>

/** Active employees of the current organisation. */
export const listEmployees = route({
  method: 'GET',
  path: '/api/web/common/user',
  access: 'signedIn',
  summary: '员工选择',
  data: z.object({ rows: z.array(lookupEmployee) }),
})

const lookupDepartment = z.object({ id, name: z.string(), parentId: id.nullable() })

export const listDepartments = route({
  method: 'GET',
  path: '/api/web/org/dep',
  access: 'signedIn',
  summary: '部门选择',
  data: z.object({ rows: z.array(lookupDepartment) }),
})

const sourceParams = z.object({ target: z.string().max(40) })

/**
 * Lines of earlier documents that the target kind can execute, return or copy (business/documents 4.1).
 * `source` is the kind of the earlier document; `open` leaves out lines with nothing remaining.
 */
export const listSourceLines = route({
  method: 'GET',
  path: '/api/web/former/:target',
  access: 'signedIn',
  summary: '前单引用',
  params: sourceParams,
  query: pages.extend({
    source: z.string().max(40),
    billNo: z.string().trim().max(40).optional(),
    from: day.optional(),
    to: day.optional(),
    partnerId: optionalId,
    warehouseId: optionalId,
    part: z.string().trim().max(60).optional(),
    open: flag.optional(),
  }),
  data: pageOf(openSourceLine),
})

const sourcePrice = z.object({
  kind: z.string(),
  documentId: id,
  billNo: z.string(),
  bizDate: z.string(),
  partnerName: z.string().nullable(),
  qty: z.string(),
  price: z.string(),
  discountRate: z.string(),
})

/** The last 10 posted prices of a part with a partner, newest first. */
export const listSourcePrices = route({
  method: 'GET',
  path: '/api/web/former/:target/prices',
  access: 'signedIn',
  summary: '最近十次价格',
  params: sourceParams,
  query: z.object({ partId: addressedId, partnerId: optionalId }),
  data: z.object({ rows: z.array(sourcePrice) }),
})
