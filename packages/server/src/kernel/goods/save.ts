import { chargedFreight, documentAmounts } from '@chepu/contract/kernel/amounts'
import { add, compare, type Decimal, max, min, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import {
  type GoodsDef,
  type goodsHeader,
  type goodsLine,
  isUnpriced,
  lineShape,
} from '@chepu/contract/kernel/goods-document'
import { sql } from 'kysely'
import type { z } from 'zod'
import { sees } from '../caller/caller'
import type { Value } from '../db/statement'
import type { CallerTx } from '../db/tx'
import { fieldError, invalid } from '../base/errors'
import { snake } from '../db/names'
import { type Saved, savedDraft } from '../document/run-action'
import { editable, typedColumns, writeHeader } from '../document/save'
import { partnerScope } from '../caller/partner-scope'
import { isAnyOf } from '../caller/scope'
import { borneDiscounts } from './draw'
import type { GoodsDocument, GoodsTraits } from './types'
import { goodsDocuments, lockDocument } from './repo'
import { assertKept, openBins, type PartUnit, qtyProblem } from './line-checks'
import { clearLines, continuedLines, rewriteLine } from './kept-lines'
import { linesInSight } from './price-visibility'
import { assertSources, type SourceLine, withCharges } from './sources'
import { completed } from './unseen-prices'

type Header = Omit<z.output<typeof goodsHeader>, 'partnerId'> &
  Record<string, unknown> & {
    partnerId: number | null
    carrierId?: number | null
    counterOrgId?: number | null
    toWarehouseId?: number | null
  }
type Line = Omit<z.output<typeof goodsLine>, 'price'> & Record<string, unknown> & { price: Decimal | null }

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
  const partnerIds = await knownPartners(tx, kind, typed, before)
  const { request: known, kept } = await completed(tx, kind, typed, before)
  const request = kind.prepare ? await kind.prepare(tx, known, kept) : known
  const masters = await checkMasters(tx, kind, request, partnerIds)
  const charged = await withCharges(tx, kind, request.lines)
  const amounts = documentAmounts(charged, {
    ...request.header,
    chargedFreight: chargedFreight(def.freightRule, request.header),
  })
  assertKept(amounts)
  if (!request.lines.some(isUnpriced)) assertDiscount(tx, kind, request.header, amounts)
  const priced = charged.map((line, i) => ({ ...line, ...(amounts.lines[i] as Amounts['lines'][number]) }))
  const sources = kind.source ? await assertSources(tx, kind, priced, request.header) : new Map<number, SourceLine>()
  await checkDiscounts(tx, kind, typed, sources)
  const columns = headerColumns(def, request.header, amounts)
  const note = { lines: request.lines.length, totalTaxed: amounts.totalTaxed }
  const continued = before ? await continuedLines(tx, before, request.lines) : new Map<number, number>()
  const saved = await writeHeader(tx, goodsDocuments, def, { before, columns, note })
  if (before) clearLines(tx, before.id, [...continued.values()])
  writeLines(tx, lineRows(tx, def, saved.id, request, masters, amounts), continued)
  if (kind.check) await kind.check(tx, (await lockDocument(tx, def.kind, saved.id)) as GoodsDocument)
  return savedDraft(tx.caller, def, saved, before)
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

/**
 * Partners that the document may name whatever the caller's scope: the one it names already, and those of the former
 * documents that it executes or returns. Refuses lines of documents that he could not open, but for what the draft refers to
 * already (ADR 0094).
 */
async function knownPartners(
  tx: CallerTx,
  kind: GoodsTraits,
  { lines }: SaveRequest,
  before: GoodsDocument | undefined,
): Promise<number[]> {
  // Kinds without a partner have null here.
  const own = before?.partnerId ? [before.partnerId] : []
  if (!kind.source) return own
  const kept = new Set(before?.lines.map((line) => line.sourceLineId))
  const added = lines.flatMap(({ sourceLineId }, i) =>
    sourceLineId === null || kept.has(sourceLineId) ? [] : [{ sourceLineId, i }],
  )
  const formers = await linesInSight(
    tx,
    added.map((line) => line.sourceLineId),
  )
  const seen = new Set(formers.map((former) => former.id))
  const missing = added.filter((line) => !seen.has(line.sourceLineId))
  if (missing.length > 0) invalid(missing.map(({ i }) => fieldError(`lines.${i}.sourceLineId`, '来源单据不存在')))
  return [...own, ...formers.flatMap(({ partnerId }) => partnerId ?? [])]
}

/**
 * Checks partner, warehouse, parts and locations, and returns the parts for the lines' snapshots. Partner and parts are held until
 * the commit, so that nobody merges them away meanwhile.
 */
async function checkMasters(
  tx: CallerTx,
  kind: GoodsTraits,
  request: SaveRequest,
  partnerIds: readonly number[],
): Promise<Map<number, PartRow>> {
  const { header, lines } = request
  if (!tx.caller.warehouses.get(header.warehouseId)?.has(kind.warehouseFlag)) {
    invalid([{ path: 'header.warehouseId', message: '仓库不存在，或您没有该仓库的权限' }])
  }
  if (kind.def.hasCounterparty) await checkCounterparty(tx, header)
  const [, parts, locations] = await Promise.all([
    header.partnerId === null ? undefined : checkPartner(tx, kind, header.partnerId, partnerIds),
    partsOf(tx, lines),
    locationErrors(tx, header.warehouseId, lines),
  ])
  const byId = new Map(parts.map((part) => [part.id, part]))
  const errors = [...lines.flatMap((line, i) => partErrors(line, i, byId.get(line.partId))), ...locations]
  if (errors.length > 0) invalid(errors)
  return byId
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

/** The other organisation is another one of the group, and the warehouse there its own. */
async function checkCounterparty(tx: CallerTx, header: Header): Promise<void> {
  const { counterOrgId, toWarehouseId } = header
  const row = await tx.one<{ isOrg: boolean; isWarehouse: boolean }>({
    name: 'check-counterparty',
    text: `select exists (select from org where group_id = $1 and id = $2 and id <> $3 and status = 'active') as is_org,
        exists (select from warehouse where group_id = $1 and id = $4 and org_id = $2 and is_active) as is_warehouse`,
    values: [tx.groupId, counterOrgId, tx.caller.orgId, toWarehouseId],
  })
  if (!row?.isOrg) invalid([fieldError('header.counterOrgId', '对方企业不存在')])
  if (toWarehouseId != null && !row.isWarehouse) invalid([fieldError('header.toWarehouseId', '对方仓库不存在')])
}

async function checkPartner(
  tx: CallerTx,
  kind: GoodsTraits,
  partnerId: number,
  known: readonly number[],
): Promise<void> {
  const [partner] = await tx.selectKept<{ cusFlag: number; isActive: boolean }>(
    sql`select p.cus_flag, p.is_active from partner p
      where p.group_id = ${tx.groupId} and p.id = ${partnerId}
        and (${isAnyOf('p.id', known)} or ${partnerScope(tx.caller, kind.partnerRole)})
      for key share of p`,
  )
  if (!partner || (partner.cusFlag & kind.partnerRole) === 0) {
    invalid([{ path: 'header.partnerId', message: `${kind.def.partnerTitle}不存在` }])
  }
  if (!partner.isActive) invalid([{ path: 'header.partnerId', message: `${kind.def.partnerTitle}已停用` }])
}

function partErrors(line: Line, i: number, part: PartRow | undefined) {
  if (!part) return [{ path: `lines.${i}.partId`, message: `第${i + 1}行 配件不存在` }]
  if (!part.isActive) return [{ path: `lines.${i}.partId`, message: `第${i + 1}行 [${part.code}] 已停用` }]
  if (line.auxUnitId !== null && !part.auxUnitIds.includes(line.auxUnitId))
    return [{ path: `lines.${i}.auxUnitId`, message: `第${i + 1}行 [${part.code}] 没有这个辅助单位` }]
  const problem = qtyProblem(line.qty, part)
  return problem ? [{ path: `lines.${i}.qty`, message: `第${i + 1}行 ${problem}` }] : []
}

async function locationErrors(tx: CallerTx, warehouseId: number, lines: readonly Line[]) {
  const warehouseOf = await openBins(
    tx,
    lines.map((line) => line.locationId),
  )
  return lines.flatMap((line, i) =>
    line.locationId === null || warehouseOf(line.locationId) === warehouseId
      ? []
      : [{ path: `lines.${i}.locationId`, message: `第${i + 1}行 货位不属于所选仓库或已停用` }],
  )
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
  if (lineDiscount !== null) {
    const lowest = sub('1', lineDiscount)
    const isGranted = (line: Line) =>
      compare(line.discountRate, min(lowest, sources.get(line.sourceLineId ?? 0)?.discountRate ?? '1')) >= 0
    const at = request.lines.findIndex((line) => !isGranted(line))
    if (at >= 0)
      invalid([{ path: `lines.${at}.discountRate`, message: `第${at + 1}行 折扣超出您的权限，最低${lowest}` }])
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
  const goods = sumOf(amounts.lines, (line) => line.taxed)
  if (
    compare(
      header.orderDiscount,
      sumOf(amounts.lines, (line) => line.discountShare),
    ) <= 0
  )
    return
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
      ...typed.map((key) => line[key] ?? null),
    ]
  })
  return { columns, rows }
}
