// What a picker shows of found parts: names, stock, prices for this partner, substitutes.
import type { LookupPart, PartHint } from '@chepu/contract/basics/lookups'
import { type Decimal, div, isZero, round } from '@chepu/contract/kernel/decimal'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { type SqlBool, sql } from 'kysely'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { type Caller, mayPress, sees } from '../../kernel/caller/caller'
import { costlessWarehouses } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import { documentKinds } from '../../kernel/document/registry'
import { boundKinds } from '../../kernel/goods/registry'
import { linesInSight } from '../../kernel/goods/price-visibility'
import { poolFigures } from '../../kernel/query/pool-figures'
import { substituteLinks } from '../../kernel/query/substitutes'
import { groupBy } from '../../kernel/base/group-by'
import { isAnyOf } from '../../kernel/caller/scope'
import { askedWarehouses } from './find'
import type { ResolvedPrice } from './price'
import { lastPrices, type PartContext, type PartRow, priceFor, readParts, termsOf } from './proposed'

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
  const priceOf = (part: PartRow) => (mayPrice ? priceFor(part, last, terms, context) : noPrice)

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
            grade: other.grade,
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
  const formers = await linesInSight(tx, sourceLineIds)
  return hintsBeside(
    tx,
    asked,
    ids,
    formers.map((line) => line.id),
  )
}

/** The same where the caller is known to see all the former lines. */
export async function hintsBeside(
  tx: CallerTx,
  asked: PartContext,
  ids: readonly number[],
  sourceLineIds: readonly number[],
): Promise<PartHint[]> {
  const [context, stock, prices] = await Promise.all([
    inSight(tx, asked),
    stockOf(tx, asked, ids, sourceLineIds),
    maySeePrice(tx.caller, asked) ? lastPrices(tx, asked, ids) : undefined,
  ])
  const last = context.partnerId === undefined ? undefined : prices
  return ids.map((partId) => ({
    partId,
    available: (stock.get(partId) ?? noStock).available,
    lastPrice: last?.get(partId)?.price ?? null,
  }))
}

/**
 * Prices of a direction are told to who sees them and has a page of a document of any family that goes there (ADR 0095): what is proposed to a
 * seller may come of a level that he does not see as such.
 */
function maySeePrice(caller: Caller, { mode }: PartContext): boolean {
  const field = mode === 'sale' ? 'doc_price' : 'purchase_price'
  const isEntered = documentKinds().some((kind) => kind.priceField === field && mayPress(caller, kind.def.buttons.view))
  return isEntered && sees(caller, field)
}

/** Where a price comes from tells as much as the price: that a supplier has delivered, that a contract stands. */
const noPrice: ResolvedPrice = { price: null, source: '', discountRate: '1' }

/** The context without a partner whom the caller could not pick: his prices are not told (ADR 0086). */
async function inSight(tx: CallerTx, context: PartContext): Promise<PartContext> {
  if (context.partnerId === undefined) return context
  const [partner] = await tx.selectKept(sql`select p.id from partner p
    where p.group_id = ${tx.groupId} and p.id = ${context.partnerId} and ${partnerScope(tx.caller, anyRole)}`)
  return partner ? context : { ...context, partnerId: undefined }
}

const shownColumns = (part: PartRow) => ({
  partId: part.partId,
  partCode: part.partCode,
  partName: part.partName,
  grade: part.grade,
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

/** Price levels, each behind its field permission (business/access 8), and the cost of the stock, where it may be seen. */
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

interface Stock {
  qty: Decimal
  value: Decimal
  available: Decimal
}
const noStock: Stock = { qty: '0', value: '0', available: '0' }

/** Stock and what of it is available (business/ledgers 3.1), summed over the asked warehouses; what is held for the former lines is free. */
async function stockOf(
  tx: CallerTx,
  { warehouseId }: PartContext,
  ids: readonly number[],
  sourceLineIds: readonly number[] = [],
): Promise<Map<number, Stock>> {
  // Lines of other families count from 1 too.
  const ofGoods = boundKinds().map(({ def }) => def.kind)
  const own = sql<SqlBool>`(r.source_kind = any (${ofGoods}::text[]) and ${isAnyOf('r.source_line_id', sourceLineIds)})`
  const pools = poolFigures(tx.groupId, { own, takenFrom: warehouseId })
  const rows = await tx.selectKept(sql<Stock & { partId: number }>`
    select c.part_id, sum(c.qty) as qty, sum(c.value) as value, sum(c.available) as available from ${pools} c
    where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and ${isAnyOf('c.part_id', ids)}
      and ${isAnyOf('c.warehouse_id', askedWarehouses(tx, warehouseId))}
    group by c.part_id`)
  return new Map(rows.map((row) => [row.partId, row]))
}

interface Link {
  partId: number
  substituteId: number
  note: string
}

/** Active substitutes; a two-way link is stored once and read from both sides (business/basics 3). */
function substitutesOf(tx: CallerTx, ids: readonly number[]): Promise<Link[]> {
  return tx.select(sql<Link>`select s.part_id, s.substitute_id, s.note from ${substituteLinks(tx)} s
    join part p on p.group_id = s.group_id and p.id = s.substitute_id and p.is_active
    where s.group_id = ${tx.groupId} and ${isAnyOf('s.part_id', ids)}
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
