// What a picker shows of found parts: names, stock, prices for this partner, substitutes.
import type { LookupPart, PartHint } from '@chepu/contract/basics/lookups'
import { type Decimal, div, isZero, round } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import { anyRole, partnerScope } from '../../kernel/partner-scope'
import { shanghaiDay } from '../../kernel/calendar'
import { type Caller, mayPress, sees } from '../../kernel/caller'
import { costlessWarehouses } from '../../kernel/cost-sight'
import type { CallerTx } from '../../kernel/db'
import { boundKinds } from '../../kernel/goods-document/kinds'
import { linesInSight } from '../../kernel/goods-document/sight'
import { groupBy } from '../../kernel/group-by'
import { isAnyOf } from '../../kernel/scope'
import { askedWarehouses } from './find'
import { type ResolvedPrice, resolvePrice } from './price'

export interface PartContext {
  mode: 'sale' | 'purchase'
  partnerId?: number | undefined
  warehouseId?: number | undefined
}

/** The parts of the ids, in their order, as a document of this context needs them. Seven statements, however many parts. */
export async function lookupParts(tx: CallerTx, asked: PartContext, ids: readonly number[]): Promise<LookupPart[]> {
  if (ids.length === 0) return []
  const context = await inSight(tx, asked)
  const links = await substitutesOf(tx, ids)
  const all = [...new Set([...ids, ...links.map((link) => link.substituteId)])]
  const linksOf = groupBy(links, (link) => link.partId)
  const parts = new Map((await readParts(tx, context, all)).map((part) => [part.partId, part]))
  const stock = await stockOf(tx, context, all)
  const terms = await termsOf(tx, context)
  const last = await lastPrices(tx, context, all)
  const extras = await extrasOf(tx, ids)
  const mayPrice = maySeePrice(tx.caller, context)
  const priceOf = (part: PartRow) =>
    mayPrice ? resolvePrice({ ...part, lastPrice: last.get(part.partId)?.price ?? null }, terms, context.mode) : noPrice

  const hidden = costlessWarehouses(tx.caller)
  const seesCost =
    sees(tx.caller, 'cost_price') && !askedWarehouses(tx, context.warehouseId).some((each) => hidden.includes(each))

  return ids.flatMap((id): LookupPart[] => {
    const part = parts.get(id)
    if (!part) return []
    const held = stock.get(id) ?? noStock
    const price = priceOf(part)
    const own = linksOf.get(id) ?? []
    return [
      {
        ...shownColumns(part),
        ...levelPrices(tx.caller, part, seesCost ? held : null),
        barcodes: (extras.barcodes.get(id) ?? []).map((row) => row.barcode),
        auxUnits: (extras.auxUnits.get(id) ?? []).filter((row) => row.usedFor === context.mode),
        price: price.price,
        priceSource: price.source,
        discountRate: price.discountRate,
        taxRate: terms.saleTaxRate ?? part.taxRate,
        lastPrice: mayPrice ? (last.get(id)?.price ?? null) : null,
        lastPriceOn: mayPrice ? (last.get(id)?.bizDate ?? null) : null,
        stock: held.qty,
        available: held.available,
        substitutes: own.flatMap((link) => {
          const other = parts.get(link.substituteId)
          if (!other) return []
          return {
            partId: other.partId,
            partCode: other.partCode,
            partName: other.partName,
            brandName: other.brandName,
            available: (stock.get(other.partId) ?? noStock).available,
            price: priceOf(other).price,
            note: link.note,
          }
        }),
      },
    ]
  })
}

/** 可用量 and 上次价 of the parts. What is held for the former lines that the document executes is free for who sees them. */
export async function hintsOf(
  tx: CallerTx,
  asked: PartContext,
  ids: readonly number[],
  sourceLineIds: readonly number[],
): Promise<PartHint[]> {
  const context = await inSight(tx, asked)
  const formers = (await linesInSight(tx, sourceLineIds)).map((line) => line.id)
  const stock = await stockOf(tx, context, ids, formers)
  const last = maySeePrice(tx.caller, context) ? await lastPrices(tx, context, ids) : undefined
  return ids.map((partId) => ({
    partId,
    available: (stock.get(partId) ?? noStock).available,
    lastPrice: last?.get(partId)?.price ?? null,
  }))
}

/**
 * Prices of a direction are told to who sees them and has a page of a document that goes there (ADR 0095): what is proposed to a
 * seller may come of a level that he does not see as such.
 */
function maySeePrice(caller: Caller, { mode }: PartContext): boolean {
  const field = mode === 'sale' ? 'doc_price' : 'purchase_price'
  const isEntered = boundKinds().some((kind) => kind.priceField === field && mayPress(caller, kind.def.buttons.view))
  return isEntered && sees(caller, field)
}

/** Where a price comes from tells as much as the price: that a supplier has delivered, that a contract stands. */
const noPrice: ResolvedPrice = { price: null, source: '', discountRate: '1' }

/** The context without a partner whom the caller could not pick: his prices are not told (ADR 0086). */
async function inSight(tx: CallerTx, context: PartContext): Promise<PartContext> {
  if (context.partnerId === undefined) return context
  const [partner] = await tx.select(sql`select p.id from partner p
    where p.group_id = ${tx.groupId} and p.id = ${context.partnerId} and ${partnerScope(tx.caller, anyRole)}`)
  return partner ? context : { ...context, partnerId: undefined }
}

interface PartRow {
  partId: number
  partCode: string
  partName: string
  oeNo: string | null
  brandName: string | null
  spec: string | null
  fitment: string | null
  unitName: string
  unitDecimals: number
  batchManaged: boolean
  taxRate: Decimal
  locationId: number | null
  locationCode: string | null
  retailPrice: Decimal | null
  wholesalePrice1: Decimal | null
  wholesalePrice2: Decimal | null
  wholesalePrice3: Decimal | null
  minSalePrice: Decimal | null
  purchasePrice: Decimal | null
  lastPurchasePrice: Decimal | null
  contractPrice: Decimal | null
}

const shownColumns = (part: PartRow) => ({
  partId: part.partId,
  partCode: part.partCode,
  partName: part.partName,
  oeNo: part.oeNo,
  brandName: part.brandName,
  spec: part.spec,
  fitment: part.fitment,
  unitName: part.unitName,
  unitDecimals: part.unitDecimals,
  batchManaged: part.batchManaged,
  locationId: part.locationId,
  locationCode: part.locationCode,
})

/** Price levels, each behind its field permission (DOMAIN 10.5), and the cost of the stock, where it may be seen. */
function levelPrices(caller: Caller, part: PartRow, stock: Stock | null): Partial<LookupPart> {
  return {
    ...(sees(caller, 'doc_price') && { retailPrice: part.retailPrice }),
    ...(sees(caller, 'wholesale_price') && {
      wholesalePrice1: part.wholesalePrice1,
      wholesalePrice2: part.wholesalePrice2,
      wholesalePrice3: part.wholesalePrice3,
    }),
    ...(sees(caller, 'min_sale_price') && { minSalePrice: part.minSalePrice }),
    ...(sees(caller, 'purchase_price') && { purchasePrice: part.purchasePrice }),
    ...(stock && { unitCost: isZero(stock.qty) ? null : round(div(stock.value, stock.qty), 4) }),
  }
}

/** The usual location is the product's own in the asked warehouse, else the one that holds most there. */
function readParts(tx: CallerTx, context: PartContext, ids: readonly number[]): Promise<PartRow[]> {
  const { orgId } = tx.caller
  const warehouseId = context.warehouseId ?? null
  return tx.query<PartRow>({
    name: 'lookup-parts',
    text: `select p.id as part_id, p.code as part_code, p.name as part_name, p.oe_no, b.name as brand_name, p.spec, p.fitment,
        u.name as unit_name, u.decimals as unit_decimals, p.batch_managed, t.rate as tax_rate,
        pr.retail_price, pr.wholesale_price1, pr.wholesale_price2, pr.wholesale_price3, pr.min_sale_price,
        pr.purchase_price, pr.last_purchase_price, agreed.price as contract_price,
        coalesce(own.id, most.location_id) as location_id, coalesce(own.code, most.code) as location_code
      from part p
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      join tax_rate t on t.group_id = p.group_id and t.id = p.tax_rate_id
      left join product pr on pr.group_id = p.group_id and pr.org_id = $2 and pr.part_id = p.id
      left join location own on own.group_id = p.group_id and own.id = pr.default_location_id and own.is_active
        and own.warehouse_id = $4
      left join lateral (
        select a.price from partner_price a where a.group_id = p.group_id and a.org_id = $2 and a.partner_id = $5
          and a.part_id = p.id and a.valid_from <= $6 and (a.valid_to is null or a.valid_to >= $6)
        order by a.valid_from desc limit 1
      ) agreed on true
      left join lateral (
        select s.location_id, l.code from stock_balance s join location l on l.group_id = s.group_id and l.id = s.location_id
        where s.group_id = p.group_id and s.org_id = $2 and s.warehouse_id = $4 and s.part_id = p.id and s.qty > 0
        order by s.qty desc, l.code limit 1
      ) most on true
      where p.group_id = $1 and p.id = any ($3::bigint[])`,
    values: [tx.groupId, orgId, ids, warehouseId, context.partnerId ?? null, shanghaiDay()],
  })
}

interface Stock {
  qty: Decimal
  value: Decimal
  available: Decimal
}
const noStock: Stock = { qty: '0', value: '0', available: '0' }

/** Stock and what of it is not held for others (DOMAIN 5.3), summed over the asked warehouses. */
async function stockOf(
  tx: CallerTx,
  context: PartContext,
  ids: readonly number[],
  sourceLineIds: readonly number[] = [],
): Promise<Map<number, Stock>> {
  const rows = await tx.query<Stock & { partId: number }>({
    name: 'lookup-stock',
    text: `select part_id, sum(qty) as qty, sum(value) as value,
        greatest(sum(qty) - sum(held), 0) as available from (
        select part_id, qty, value, 0 as held from stock_cost
        where group_id = $1 and org_id = $2 and warehouse_id = any ($3::bigint[]) and part_id = any ($4::bigint[])
        union all
        select part_id, 0, 0, qty - released_qty - backorder_qty from stock_reservation
        where group_id = $1 and org_id = $2 and is_live and warehouse_id = any ($3::bigint[]) and part_id = any ($4::bigint[])
          and source_line_id <> all ($5::bigint[])
      ) s group by part_id`,
    values: [tx.groupId, tx.caller.orgId, askedWarehouses(tx, context.warehouseId), ids, sourceLineIds],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}

export interface PriceTerms {
  priceLevel: string
  discountRate: Decimal
  /** Levy rate of a small-scale taxpayer's sales; null where the part's own rate holds (DOMAIN 3.8). */
  saleTaxRate: Decimal | null
}

async function termsOf(tx: CallerTx, context: PartContext): Promise<PriceTerms> {
  const partner = await tx.one<{ priceLevel: string; discountRate: Decimal }>({
    name: 'price-terms',
    text: 'select price_level, discount_rate from partner where group_id = $1 and id = $2',
    values: [tx.groupId, context.partnerId ?? null],
  })
  return {
    priceLevel: partner?.priceLevel ?? 'retail',
    discountRate: context.mode === 'sale' ? (partner?.discountRate ?? '1') : '1',
    saleTaxRate: context.mode === 'sale' && tx.caller.org.taxpayerKind === 'small' ? await levyRate(tx) : null,
  }
}

async function levyRate(tx: CallerTx): Promise<Decimal | null> {
  const row = await tx.one<{ rate: Decimal }>({
    name: 'levy-rate',
    text: `select rate from tax_rate where group_id = $1 and kind = 'simple' and is_active and valid_from <= $2
      order by is_goods_default desc, rate limit 1`,
    values: [tx.groupId, shanghaiDay()],
  })
  return row?.rate ?? null
}

/** Older prices than those of the last 500 documents with a partner say nothing about today's. */
const rememberedDocuments = 500
const postedKind = { sale: 'sales_delivery', purchase: 'goods_receipt' } as const

/** Price of the last posted line of each part with this partner. */
async function lastPrices(
  tx: CallerTx,
  context: PartContext,
  ids: readonly number[],
): Promise<Map<number, { price: Decimal; bizDate: string }>> {
  if (context.partnerId === undefined) return new Map()
  const rows = await tx.query<{ partId: number; price: Decimal; bizDate: string }>({
    name: 'last-prices',
    text: `with recent as (
        select group_id, id, biz_date from goods_document
        where group_id = $1 and org_id = $2 and partner_id = $3 and kind = $4 and state = 'done' and not is_red
        order by biz_date desc, id desc limit ${rememberedDocuments}
      )
      select distinct on (l.part_id) l.part_id, l.price, r.biz_date
      from recent r join goods_document_line l on l.group_id = r.group_id and l.document_id = r.id
      where l.group_id = $1 and l.part_id = any ($5::bigint[])
      order by l.part_id, r.biz_date desc, r.id desc`,
    values: [tx.groupId, tx.caller.orgId, context.partnerId, postedKind[context.mode], ids],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}

interface Link {
  partId: number
  substituteId: number
  note: string
}

/** Active substitutes; a two-way link is stored once and read from both sides (DOMAIN 3.1). */
function substitutesOf(tx: CallerTx, ids: readonly number[]): Promise<Link[]> {
  return tx.select(sql<Link>`select s.part_id, s.substitute_id, s.note from (
      select group_id, part_id, substitute_id, note, priority from part_substitute
      where group_id = ${tx.groupId} and ${isAnyOf('part_id', ids)}
      union
      select group_id, substitute_id, part_id, note, priority from part_substitute
      where group_id = ${tx.groupId} and ${isAnyOf('substitute_id', ids)} and direction = 'two_way'
    ) s
    join part p on p.group_id = s.group_id and p.id = s.substitute_id and p.is_active
    order by s.part_id, s.priority, p.code`)
}

interface AuxUnit {
  partId: number
  usedFor: 'sale' | 'purchase'
  unitId: number
  unitName: string
  factor: Decimal
}

async function extrasOf(tx: CallerTx, ids: readonly number[]) {
  const barcodes = await tx.query<{ partId: number; barcode: string }>({
    name: 'lookup-barcodes',
    text: 'select part_id, barcode from part_barcode where group_id = $1 and part_id = any ($2::bigint[]) order by id',
    values: [tx.groupId, ids],
  })
  const auxUnits = await tx.query<AuxUnit>({
    name: 'lookup-aux-units',
    text: `select a.part_id, a.used_for, a.unit_id, u.name as unit_name, a.factor
      from part_aux_unit a join unit u on u.group_id = a.group_id and u.id = a.unit_id
      where a.group_id = $1 and a.part_id = any ($2::bigint[]) order by a.id`,
    values: [tx.groupId, ids],
  })
  return { barcodes: groupBy(barcodes, (row) => row.partId), auxUnits: groupBy(auxUnits, (row) => row.partId) }
}
