// Saving a draft of goods is one story in one transaction: what is typed, taken over, checked, reckoned and written stands here in that order, hence its length.
import { chargedFreight, documentAmounts, isCounted } from '@chepu/contract/kernel/amounts'
import { add, compare, type Decimal, max, money, sumOf } from '@chepu/contract/kernel/decimal'
import { isDiscountWithin, lowestRate } from '@chepu/contract/kernel/discount-limits'
import {
  type GoodsDef,
  type goodsHeader,
  type goodsLine,
  isUnpriced,
  lineShape,
} from '@chepu/contract/kernel/goods-document'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import type { z } from 'zod'
import { sees } from '../caller/caller'
import type { Value } from '../db/statement'
import type { CallerTx } from '../db/tx'
import { fieldError, invalid } from '../base/errors'
import { snake } from '../db/names'
import { type Saved, savedDraft } from '../document/run-action'
import { editable, typedColumns, writeHeader } from '../document/save'
import { saleRateFaults } from '../document/sale-rates'
import { assertPlace } from '../document/warehouse-flags'
import { partnerScope } from '../caller/partner-scope'
import { borneDiscounts } from './draw'
import type { Draft, GoodsDocument, GoodsTraits, SourceLine } from './types'
import { goodsDocuments } from './repo'
import { assertKept, assertSells, openBins, type PartUnit, qtyProblem } from './line-checks'
import { clearLines, continuedLines, rewriteLine } from './kept-lines'
import { assertSources, sourceLines, withCharges } from './sources'
import { completed } from './unseen-prices'

type Header = Omit<z.output<typeof goodsHeader>, 'partnerId'> &
  Record<string, unknown> & {
    partnerId: number | null
    carrierId?: number | null
    counterOrgId?: number | null
    toWarehouseId?: number | null
  }
type Line = Omit<z.output<typeof goodsLine>, 'price'> &
  Record<string, unknown> & { price: Decimal | null; isChosen?: boolean }

export interface SaveRequest {
  id?: number | undefined
  version?: number | undefined
  header: Header
  lines: Line[]
}

/**
 * Saves a draft, new or changed: checks what it refers to, computes all money from the typed figures (business/documents 3)
 * and writes header and lines. A number is taken at the first save.
 */
export async function saveDraft(tx: CallerTx, kind: GoodsTraits, typed: SaveRequest): Promise<Saved> {
  const { def } = kind
  const before = await editable(tx, goodsDocuments, def, typed)
  const [sources, masters] = await Promise.all([sourceLines(tx, kind, typed.lines), readMasters(tx, kind, typed)])
  if (kind.source) assertInSight(typed, before, sources)
  checkHeader(kind, typed.header, masters, knownPartners(before, sources))
  const { request: known, kept } = await completed(tx, kind, typed, before, sources)
  const request = kind.prepare ? await kind.prepare(tx, known, kept, before) : known
  checkLines(request, masters)
  if (kind.sells) await assertSaleRates(tx, request, masters)
  const charged = await withCharges(tx, kind, request.lines)
  const amounts = documentAmounts(charged, {
    ...request.header,
    chargedFreight: chargedFreight(def.freightRule, request.header),
  })
  assertKept(amounts)
  if (!request.lines.some(isUnpriced)) assertDiscount(tx, kind, request.header, amounts)
  const { warehouseId } = request.header
  const priced = charged.map((line, i) => ({ ...line, ...(amounts.lines[i] as Amounts['lines'][number]), warehouseId }))
  assertSources(tx, kind, priced, request.header, sources)
  await checkDiscounts(tx, kind, typed, sources)
  const columns = { ...headerColumns(def, request.header, amounts), ...kind.derived?.(request) }
  await kind.check?.(tx, draftOf(tx, request, masters.parts, amounts, columns))
  const note = { lines: request.lines.length, totalTaxed: amounts.totalTaxed }
  const continued = before ? await continuedLines(tx, before, request.lines) : new Map<number, number>()
  const saved = await writeHeader(tx, goodsDocuments, def, { before, columns, note })
  if (before) clearLines(tx, before.id, [...continued.values()])
  writeLines(tx, lineRows(tx, def, saved.id, request, masters.parts, amounts), continued)
  return savedDraft(tx.caller, def, saved, before, request.header)
}

interface PartRow extends PartUnit {
  id: number
  name: string
  brandName: string
  spec: string
  isActive: boolean
  batchManaged: boolean
  auxUnitIds: number[]
}

/** Refuses lines of documents that the caller could not open, but for what the draft refers to already (ADR 0094). */
function assertInSight(
  { lines }: SaveRequest,
  before: GoodsDocument | undefined,
  sources: ReadonlyMap<number, SourceLine>,
): void {
  const kept = new Set(before?.lines.map((line) => line.sourceLineId))
  const errors = lines.flatMap(({ sourceLineId }, i) =>
    sourceLineId === null || kept.has(sourceLineId) || sources.get(sourceLineId)?.isInSight
      ? []
      : [fieldError(`lines.${i}.sourceLineId`, '来源单据不存在')],
  )
  if (errors.length > 0) invalid(errors)
}

/**
 * Partners that the document may name whatever the caller's scope: the one it names already, and those of the former documents
 * that it executes or returns.
 */
const knownPartners = (before: GoodsDocument | undefined, sources: ReadonlyMap<number, SourceLine>): Set<number> =>
  new Set([...(before ? [before.partnerId] : []), ...[...sources.values()].map((source) => source.partnerId)])

/** What the draft refers to. */
interface Masters {
  partner: PartnerRow | undefined
  parts: Map<number, PartRow>
  /** The warehouse of a bin that is in use. */
  binsIn: (locationId: number) => number | undefined
  counterparty: Counterparty | undefined
}

/**
 * Reads what the draft refers to, in a warehouse that the caller may use. Partner and parts are held until the commit, so that nobody
 * merges them away meanwhile.
 */
async function readMasters(tx: CallerTx, kind: GoodsTraits, { header, lines }: SaveRequest): Promise<Masters> {
  await assertPlace(tx, kind.def, header.warehouseId)
  const [partner, parts, binsIn, counterparty] = await Promise.all([
    header.partnerId === null ? undefined : partnerOf(tx, kind, header.partnerId, header.warehouseId),
    partsOf(tx, lines),
    openBins(
      tx,
      lines.map((line) => line.locationId),
    ),
    kind.def.hasCounterparty ? counterpartyOf(tx, header) : undefined,
  ])
  return { partner, parts: new Map(parts.map((part) => [part.id, part])), binsIn, counterparty }
}

/** Checks the other organisation, the partner, and whether the warehouse sells, before the kind follows them to what they say of lines. */
function checkHeader(
  kind: GoodsTraits,
  header: Header,
  { partner, counterparty }: Masters,
  knownPartners: ReadonlySet<number>,
): void {
  if (counterparty) checkCounterparty(header, counterparty)
  if (header.partnerId !== null) checkPartner(kind, partner, knownPartners)
  if (kind.sells && partner) assertSells({ name: partner.placeName, allowSale: partner.placeAllowsSale })
}

/** Checks parts and locations. */
function checkLines({ header, lines }: SaveRequest, { parts, binsIn }: Masters): void {
  const errors = [
    ...lines.flatMap((line, i) => partErrors(line, i, parts.get(line.partId))),
    ...lines.flatMap((line, i) => locationErrors(line, i, header.warehouseId, binsIn)),
  ]
  if (errors.length > 0) invalid(errors)
}

/** What is drawn bears the rate of what it is drawn from, whatever that was. */
async function assertSaleRates(tx: CallerTx, { lines }: SaveRequest, { parts }: Masters): Promise<void> {
  const faults = await saleRateFaults(
    tx,
    lines.map(({ sourceLineId, taxRate }) => (sourceLineId === null ? taxRate : undefined)),
  )
  const errors = lines.flatMap(({ partId }, i) =>
    faults[i] ? [fieldError(`lines.${i}.taxRate`, `[${parts.get(partId)?.code}] ${faults[i]}`)] : [],
  )
  if (errors.length > 0) invalid(errors)
}

const partsOf = (tx: CallerTx, lines: readonly Line[]) =>
  tx.query<PartRow>({
    name: 'check-parts',
    text: `select p.id, p.code, p.name, b.name as brand_name, p.spec, u.name as unit_name, u.decimals, p.is_active, p.batch_managed,
        array(select a.unit_id from part_aux_unit a where a.group_id = p.group_id and a.part_id = p.id) as aux_unit_ids
      from part p
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where p.group_id = $1 and p.id = any ($2::bigint[])
      order by p.id for key share of p`,
    values: [tx.groupId, lines.map((line) => line.partId)],
  })

/**
 * What the draft says of the other organisation: whether it is another one of the group, and the warehouse there its own. A draft that
 * names none goes to another warehouse of its own organisation.
 */
interface Counterparty {
  isOrg: boolean
  isWarehouse: boolean
}

const counterpartyOf = (tx: CallerTx, { counterOrgId, warehouseId, toWarehouseId }: Header) =>
  tx.one<Counterparty>({
    name: 'check-counterparty',
    text: `select $2::bigint is null or exists (
          select from org where group_id = $1 and id = $2::bigint and id <> $3 and status = 'active') as is_org,
        exists (select from warehouse where group_id = $1 and id = $4 and org_id = coalesce($2::bigint, $3) and id <> $5
          and is_active and kind <> 'transit') as is_warehouse`,
    values: [tx.groupId, counterOrgId, tx.caller.orgId, toWarehouseId, warehouseId],
  })

function checkCounterparty({ counterOrgId, warehouseId, toWarehouseId }: Header, found: Counterparty): void {
  if (!found.isOrg) invalid([fieldError('header.counterOrgId', '对方企业不存在')])
  if (warehouseId === toWarehouseId) invalid([fieldError('header.toWarehouseId', '调出仓库和调入仓库不能相同')])
  if ((toWarehouseId != null || counterOrgId == null) && !found.isWarehouse)
    invalid([fieldError('header.toWarehouseId', '对方仓库不存在')])
}

interface PartnerRow {
  id: number
  name: string
  cusFlag: number
  isActive: boolean
  isInScope: boolean
  /** Whether the caller sees him in any role. */
  isSeen: boolean
  /** The warehouse beside it: its name, and whether it sells. */
  placeName: string
  placeAllowsSale: boolean
}

async function partnerOf(
  tx: CallerTx,
  { partnerRole }: GoodsTraits,
  id: number,
  warehouseId: number,
): Promise<PartnerRow | undefined> {
  const [partner] = await tx.selectKept(sql<PartnerRow>`select p.id, p.name, p.cus_flag, p.is_active,
      coalesce(${partnerScope(tx.caller, partnerRole)}, false) as is_in_scope,
      coalesce(${partnerScope(tx.caller, anyRole)}, false) as is_seen, w.name as place_name, w.allow_sale as place_allows_sale
    from partner p join warehouse w on w.group_id = p.group_id and w.id = ${warehouseId}
    where p.group_id = ${tx.groupId} and p.id = ${id} for key share of p`)
  return partner
}

function checkPartner({ def, partnerRole }: GoodsTraits, partner: PartnerRow | undefined, known: ReadonlySet<number>) {
  const path = 'header.partnerId'
  if (partner?.isSeen && partnerRole !== 0 && (partner.cusFlag & partnerRole) === 0) {
    invalid([{ path, message: `${partner.name}不是${def.partnerTitle}，请先在其资料中勾选角色“${def.partnerTitle}”` }])
  }
  if (!partner || !(partner.isInScope || known.has(partner.id)) || (partner.cusFlag & partnerRole) === 0) {
    invalid([{ path, message: `${def.partnerTitle}不存在` }])
  }
  if (!partner.isActive) invalid([{ path, message: `${def.partnerTitle}已停用` }])
}

function partErrors(line: Line, i: number, part: PartRow | undefined) {
  if (!part) return [{ path: `lines.${i}.partId`, message: `第${i + 1}行 配件不存在` }]
  if (!part.isActive) return [{ path: `lines.${i}.partId`, message: `第${i + 1}行 [${part.code}] 已停用` }]
  if (line.auxUnitId !== null && !part.auxUnitIds.includes(line.auxUnitId))
    return [{ path: `lines.${i}.auxUnitId`, message: `第${i + 1}行 [${part.code}] 没有这个辅助单位` }]
  const problem = qtyProblem(line.qty, part)
  return problem ? [{ path: `lines.${i}.qty`, message: `第${i + 1}行 ${problem}` }] : []
}

function locationErrors({ locationId }: Line, i: number, warehouseId: number, binsIn: Masters['binsIn']) {
  return locationId === null || binsIn(locationId) === warehouseId
    ? []
    : [{ path: `lines.${i}.locationId`, message: `第${i + 1}行 货位不属于所选仓库或已停用` }]
}

/**
 * Discounts that the caller typed beyond his authority (business/access 10.2). What a former document grants was allowed there: its lines keep
 * their rate, and its order discount is passed on in the share that the lines bear.
 */
async function checkDiscounts(
  tx: CallerTx,
  kind: GoodsTraits,
  request: SaveRequest,
  sources: ReadonlyMap<number, SourceLine>,
): Promise<void> {
  const { lineDiscount, orderDiscount } = tx.caller.limits
  const at = request.lines.findIndex(
    (line) => !isDiscountWithin(line.discountRate, lineDiscount, sources.get(line.sourceLineId ?? 0)?.discountRate),
  )
  if (at >= 0) {
    const message = `第${at + 1}行 折扣超出您的权限，最低${lowestRate(lineDiscount)}`
    invalid([{ path: `lines.${at}.discountRate`, message }])
  }
  if (orderDiscount === null || compare(request.header.orderDiscount, orderDiscount) <= 0) return
  const granted = max(orderDiscount, await grantedDiscount(tx, kind, request, sources))
  if (compare(request.header.orderDiscount, granted) > 0) {
    invalid([{ path: 'header.orderDiscount', message: `整单优惠超出您的权限，最多${granted}元` }])
  }
}

/** The order discounts of former documents that the lines bear; a return passes none on. */
async function grantedDiscount(
  tx: CallerTx,
  kind: GoodsTraits,
  request: SaveRequest,
  sources: ReadonlyMap<number, SourceLine>,
): Promise<Decimal> {
  if (kind.source?.counts !== 'executed_qty') return '0'
  const drawn = request.lines.flatMap((line) => {
    const source = sources.get(line.sourceLineId ?? 0)
    return source ? [{ ...source, whole: source.qty, qty: line.qty }] : []
  })
  return add('0', ...(await borneDiscounts(tx, kind.source, drawn)))
}

type Amounts = ReturnType<typeof documentAmounts>

/**
 * An order discount is taken off the goods, never off the freight (business/documents 3.5). It is measured once every price is
 * known (ADR 0080).
 */
export function assertDiscount(
  tx: CallerTx,
  kind: GoodsTraits,
  header: Pick<Header, 'orderDiscount'>,
  amounts: Amounts,
): void {
  // No line bears more than it comes to, so that together they bear all that they come to.
  const goods = sumOf(amounts.lines, (line) => line.discountShare)
  if (compare(header.orderDiscount, goods) <= 0) return
  const [discount, most] = sees(tx.caller, kind.priceField)
    ? [` ${money(header.orderDiscount)} `, ` ${money(goods)}`]
    : ['', '']
  const message = `整单优惠${discount}不能超过明细价税合计${most}（不含运费）`
  invalid([{ path: 'header.orderDiscount', message }])
}

function headerColumns(def: GoodsDef, header: Header, amounts: Amounts): Record<string, unknown> {
  return {
    ...typedColumns(def, header),
    lineCount: amounts.lines.length,
    totalQty: amounts.totalQty,
    totalAmount: amounts.totalAmount,
    chargedFreight: chargedFreight(def.freightRule, header),
    totalUntaxed: amounts.totalUntaxed,
    totalTax: amounts.totalTax,
    totalTaxed: amounts.totalTaxed,
  }
}

/** The draft as its kind checks it; what the kind has no field for is missing. */
function draftOf(
  tx: CallerTx,
  { lines }: SaveRequest,
  parts: Masters['parts'],
  amounts: Amounts,
  columns: Record<string, unknown>,
): Draft {
  const checked = lines.map((line, i) => ({
    partCode: parts.get(line.partId)?.code,
    price: amounts.lines[i]?.price,
    unitCost: line['unitCost'] ?? null,
    isUnpriced: isUnpriced(line),
  }))
  return { ...columns, orgId: tx.caller.orgId, lines: checked } as Draft
}

interface LineRows {
  columns: string[]
  rows: Value[][]
}

function writeLines(tx: CallerTx, { columns, rows }: LineRows, continued: ReadonlyMap<number, number>): void {
  for (const [at, id] of continued) rewriteLine(tx, id, columns, rows[at] ?? [])
  tx.sendInsert(
    'goods_document_line',
    columns,
    rows.filter((_, at) => !continued.has(at)),
  )
}

function lineRows(
  tx: CallerTx,
  def: GoodsDef,
  documentId: number,
  request: SaveRequest,
  parts: Map<number, PartRow>,
  amounts: Amounts,
): LineRows {
  const typed = Object.keys(lineShape(def)).filter((key) => key !== 'price' && key !== 'netAmount')
  const columns = [
    'group_id',
    'document_id',
    'line_no',
    'warehouse_id',
    'part_code',
    'part_name',
    'brand_name',
    'spec',
    'unit_name',
    'price',
    'amount',
    'net_amount',
    'is_net_typed',
    'is_unpriced',
    'untaxed',
    'tax',
    'taxed',
    'discount_share',
    'discount_share_untaxed',
    'closed_qty',
    ...typed.map(snake),
  ]
  const rows = request.lines.map((line, i) => {
    const part = parts.get(line.partId) as PartRow
    const money = amounts.lines[i] as Amounts['lines'][number]
    return [
      tx.groupId,
      documentId,
      i + 1,
      request.header.warehouseId,
      part.code,
      part.name,
      part.brandName,
      part.spec,
      part.unitName,
      money.price,
      money.amount,
      money.netAmount,
      line.netAmount !== null,
      isUnpriced(line),
      money.untaxed,
      money.tax,
      money.taxed,
      money.discountShare,
      money.discountShareUntaxed,
      // Nobody executes an alternative that was not chosen.
      isCounted(line) ? '0' : line.qty,
      ...typed.map((key) => line[key] ?? null),
    ]
  })
  return { columns, rows }
}
