import { chargedFreight, chargeOf, documentAmounts } from '@chepu/contract/kernel/amounts'
import { type ChargedLine, creditLimits } from '@chepu/contract/kernel/charged-share'
import {
  add,
  compare,
  type Decimal,
  equals,
  isPositive,
  money,
  mul,
  sub,
  trimZeros,
} from '@chepu/contract/kernel/decimal'
import { sees } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { invalid, refuse } from '../base/errors'
import { endedStates, executedState, statesIn } from '@chepu/contract/kernel/states'
import { sql } from 'kysely'
import { isReferredBy } from './across'
import { writeFigures } from './figures'
import { heirOf } from './heir'
import { convertedQty } from './linked-purchase'
import { couldOpen } from './price-visibility'
import { statesOfAll } from '../document/registry'
import { kindNamed } from './registry'
import type { GoodsDocument, GoodsTraits, SourceLine, SourceRule } from './types'

/** A line that may refer to a former one, with its money in the tax mode of its document. */
interface Referring {
  partId: number
  warehouseId: number
  qty: Decimal
  netAmount: Decimal
  taxRate: Decimal
  discountShare: Decimal
  discountShareUntaxed: Decimal
  sourceLineId: number | null
  /** What was charged for the former line; of a return. */
  charged?: ChargedLine | undefined
}

/** The document whose lines refer to others. */
interface Referrer {
  partnerId: number | null
  taxIncluded: boolean
}

/**
 * Checks that lines refer to lines of the right former documents of the same partner, and do not take more than what
 * remains there (I11). A purchase order may be exceeded by the org's tolerance; a return credits at most what was
 * charged.
 */
export function assertSources(
  tx: CallerTx,
  kind: GoodsTraits,
  lines: readonly Referring[],
  doc: Referrer,
  sources: ReadonlyMap<number, SourceLine>,
): void {
  if (!kind.source) return
  const rule = kind.source
  const wanted = new Map<number, Decimal>()
  const errors = lines.flatMap((line, i) => {
    if (line.sourceLineId === null) return []
    const source = sources.get(line.sourceLineId)
    const problem = source ? sourceProblem(rule, source, line, doc) : '来源单据不存在'
    if (problem) return [{ path: `lines.${i}.sourceLineId`, message: `第${i + 1}行 ${problem}` }]
    const sum = add(wanted.get(line.sourceLineId) ?? '0', line.qty)
    wanted.set(line.sourceLineId, sum)
    const remaining = remainingOf(tx, rule, source as SourceLine)
    if (compare(sum, remaining) <= 0) return []
    const figures = `剩余数量 ${trimZeros(remaining)}，${sumWord(sum, line)} ${trimZeros(sum)}`
    const message = `第${i + 1}行 来源单据 ${source?.billNo} ${figures}`
    return [{ path: `lines.${i}.qty`, message }]
  })
  if (errors.length > 0) invalid(errors)
  assertCredits(tx, kind, lines, sources, doc)
}

/** What a sum is called to who looks at one of the lines that it is made of, or at the only one. */
export const sumWord = (sum: Decimal, line: { qty: Decimal }): string => (equals(sum, line.qty) ? '本次' : '本单合计')

const percent = (rate: Decimal) => `${trimZeros(mul(rate, '100'))}%`

/** Nobody gets more back than he was charged for the goods (ADR 0054); the tax on it follows from that (ADR 0076). */
function assertCredits(
  tx: CallerTx,
  kind: GoodsTraits,
  lines: readonly Referring[],
  sources: ReadonlyMap<number, SourceLine>,
  doc: Referrer,
): void {
  const limits = creditLimits(lines, (line) => chargeOf(line, doc.taxIncluded))
  const errors = lines.flatMap((line, i) => {
    const source = sources.get(line.sourceLineId ?? 0)
    const most = limits[i]
    if (!source || most === undefined) return []
    if (compare(line.taxRate, source.taxRate) !== 0) {
      const message = `第${i + 1}行 [${source.partCode}] 税率须与来源单据 ${source.billNo} 相同，为${percent(source.taxRate)}`
      return [{ path: `lines.${i}.taxRate`, message }]
    }
    const credit = chargeOf(line, doc.taxIncluded)
    if (compare(credit, most) <= 0) return []
    const at = `第${i + 1}行 [${source.partCode}]`
    const figures = `最多可退 ${most} 元，本次 ${money(credit)}`
    const message = sees(tx.caller, kind.priceField) ? `${at} ${figures}` : `${at} 退货金额超过原单据实际收取的金额`
    return [{ path: `lines.${i}.netAmount`, message }]
  })
  if (errors.length > 0) invalid(errors)
}

/** Lines with what was charged for their former lines; those of a document that returns nothing as they are. */
export async function withCharges<Line extends { sourceLineId: number | null }>(
  tx: CallerTx,
  kind: GoodsTraits,
  lines: readonly Line[],
): Promise<(Line & { charged?: ChargedLine | undefined })[]> {
  const ids = lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
  if (kind.source?.counts !== 'returned_qty' || ids.length === 0) return [...lines]
  const charged = await chargedLines(tx, kind, ids)
  return lines.map((line) => {
    const former = charged.get(line.sourceLineId ?? 0)
    return former ? { ...line, charged: former } : line
  })
}

/**
 * What was charged for posted lines, and what posted returns of this kind have brought back and credited, by line id. Money
 * in the tax mode of the former document.
 */
export async function chargedLines(
  tx: CallerTx,
  kind: GoodsTraits,
  lineIds: readonly number[],
): Promise<Map<number, ChargedLine>> {
  const rows = await tx.query<ChargedLine & { id: number }>({
    name: 'charged-lines',
    text: `select l.id, l.qty, l.returned_qty,
        l.net_amount - case when d.tax_included then l.discount_share else l.discount_share_untaxed end as charged,
        l.tax - (l.discount_share - l.discount_share_untaxed) as tax,
        coalesce(sum(r.net_amount - case when rd.tax_included then r.discount_share else r.discount_share_untaxed end)
          filter (where rd.id is not null), 0) as credited,
        coalesce(sum(r.tax - (r.discount_share - r.discount_share_untaxed)) filter (where rd.id is not null), 0) as credited_tax
      from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      left join goods_document_line r on r.group_id = l.group_id and r.source_line_id = l.id
      left join goods_document rd on rd.group_id = r.group_id and rd.id = r.document_id and rd.kind = $3
        and rd.state = any ($4) and not rd.is_red
      where l.group_id = $1 and l.id = any ($2::bigint[])
      group by l.id, l.qty, l.returned_qty, l.net_amount, l.tax, l.discount_share, l.discount_share_untaxed, d.tax_included`,
    values: [tx.groupId, lineIds, kind.def.kind, statesIn(kind.def, 'posted')],
  })
  return new Map(rows.map(({ id, ...line }) => [id, line]))
}

function sourceProblem(rule: SourceRule, source: SourceLine, line: Referring, doc: Referrer): string | null {
  if (!rule.kinds.includes(source.kind) || source.isRed) return `来源单据 ${source.billNo} 类型不符`
  if (!rule.states.includes(source.state)) return `来源单据 ${source.billNo} 当前状态不能引用`
  if (source.partnerId !== doc.partnerId) return `来源单据 ${source.billNo} 的往来单位与本单不同`
  if (source.taxIncluded !== doc.taxIncluded) {
    const [there, here] = source.taxIncluded ? ['含税', '不含税'] : ['不含税', '含税']
    return `来源单据 ${source.billNo} 的单价${there}，本单单价${here}，不能引用`
  }
  if (source.partId !== line.partId) return `配件与来源单据 ${source.billNo} 不一致`
  return rule.refuses?.(source, line) ?? null
}

function remainingOf(tx: CallerTx, rule: SourceRule, source: SourceLine): Decimal {
  if (rule.counts === 'returned_qty') return sub(sub(source.qty, source.returnedQty), source.convertedQty)
  const most = rule.mayExceed ? mul(source.qty, add('1', tx.caller.org.config.overReceiptTolerance)) : source.qty
  const rest = sub(sub(most, source.executedQty), source.closedQty)
  return isPositive(rest) ? rest : '0'
}

/**
 * The former lines of a document, by id; none of a kind that refers to none. Their documents are held, so that none is undone while
 * this one begins to refer to it.
 */
export async function sourceLines(
  tx: CallerTx,
  kind: GoodsTraits,
  lines: readonly Pick<Referring, 'sourceLineId'>[],
): Promise<Map<number, SourceLine>> {
  const ids = lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
  if (!kind.source || ids.length === 0) return new Map()
  // The planner does not see how many ids there are: for a few it would make a plan of their own each time (ADR 0011).
  const rows =
    await tx.selectKept(sql<SourceLine>`select l.id, l.document_id, ${heirOf('p')} as part_id, l.part_code, l.warehouse_id, w.name as warehouse_name,
      d.partner_id, d.bill_no, d.kind, d.state, d.is_red, d.warranty_bill_id is not null as is_replacement, d.tax_included, l.qty, l.executed_qty, l.returned_qty, l.closed_qty,
      ${kind.source.counts === 'returned_qty' ? convertedQty() : sql`0`} as converted_qty, l.discount_rate, l.tax_rate, l.discount_share, ${couldOpen(tx.caller)} as is_in_sight
    from goods_document_line l
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    join part p on p.group_id = l.group_id and p.id = l.part_id
    join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id
    where l.group_id = ${tx.groupId} and ${isReferredBy(tx.caller, kind.source)} and l.id = any ((select ${ids}::bigint[])::bigint[]) order by d.id for no key update of d`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Holds the former documents of a document, in the order of their ids, before anything of it is undone. */
export const holdSources = (tx: CallerTx, { lines }: Pick<GoodsDocument, 'lines'>): Promise<unknown> =>
  tx.query({
    name: 'lock-source-documents',
    text: lockStatement,
    values: [tx.groupId, lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))],
  })

const lockStatement = `select id from goods_document where group_id = $1 and id = any (array(
    select document_id from goods_document_line where group_id = $1 and id = any ((select $2::bigint[])::bigint[])))
  order by id for no key update`

/**
 * Locks the former documents, so that two successors cannot both take the last piece; then checks again. Answers the
 * document, of which a return has its tax anew: other returns may have been posted since it was saved.
 */
export async function lockSources(tx: CallerTx, kind: GoodsTraits, doc: GoodsDocument): Promise<GoodsDocument> {
  const ids = doc.lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
  if (!kind.source || ids.length === 0) return doc
  // Asked behind the lock, in the same packet.
  const [, sources, lines] = await Promise.all([
    holdSources(tx, doc),
    sourceLines(tx, kind, doc.lines),
    withCharges(tx, kind, doc.lines),
  ])
  assertSources(tx, kind, lines, doc, sources)
  return kind.source.counts === 'returned_qty' ? taxedAnew(tx, kind, doc, lines) : doc
}

/** The return with the tax that its former lines leave for it now; nobody has typed one. */
async function taxedAnew(
  tx: CallerTx,
  kind: GoodsTraits,
  doc: GoodsDocument,
  charged: readonly (GoodsDocument['lines'][number] & { charged?: ChargedLine | undefined })[],
): Promise<GoodsDocument> {
  const amounts = documentAmounts(
    charged.map((line) => ({ ...line, netAmount: line.isNetTyped ? line.netAmount : null })),
    { ...doc, chargedFreight: chargedFreight(kind.def.freightRule, doc) },
  )
  const lines = doc.lines.map((line, i) => ({ ...line, ...amounts.lines[i] }))
  if (lines.every((line, i) => equals(line.tax, doc.lines[i]?.tax ?? '0'))) return doc
  const { lines: _lines, ...totals } = amounts
  return writeFigures(tx, { ...doc, ...totals, lines })
}

/**
 * Adds what a document has executed or returned to its former lines, or takes it back (`sign` −1). A line that is exceeded
 * keeps the tolerance that allowed it, since the org may change it later. An order's state follows: nothing, part or all
 * of it executed (business/documents 4.3).
 */
export function countAtSources(tx: CallerTx, kind: GoodsTraits, doc: GoodsDocument, sign: 1 | -1): void {
  const lines = doc.lines.filter((line) => line.sourceLineId !== null)
  if (!kind.source || lines.length === 0) return
  const { counts, mayExceed } = kind.source
  const states = counts === 'executed_qty' ? executedStates(kind.source) : undefined
  tx.send({
    name: `count-at-sources-${counts}`,
    text: states ? `with counted as (${countedBy(counts)}) ${derivedStates}` : countedBy(counts),
    values: [
      tx.groupId,
      lines.map((line) => line.sourceLineId),
      lines.map((line) => (sign === 1 ? line.qty : sub('0', line.qty))),
      mayExceed && sign === 1 ? tx.caller.org.config.overReceiptTolerance : '0',
      ...(states ?? []),
    ],
  })
}

const countedBy = (column: SourceRule['counts']) => `update goods_document_line l set ${column} = l.${column} + n.qty,
    over_tolerance = case when l.${column} + n.qty > l.qty then greatest(l.over_tolerance, $4) else 0 end
  from (select id, sum(qty) as qty from unnest($2::bigint[], $3::numeric[]) as u (id, qty) group by id) n
  where l.group_id = $1 and l.id = n.id returning l.id, l.document_id, l.qty, l.executed_qty, l.closed_qty`

/** The states of a former document that others execute, by its kind: nothing, part and all of it executed. */
function executedStates({ kinds }: SourceRule): (string | undefined)[][] {
  const executed = kinds.flatMap((name) => kindNamed(name)?.def ?? [])
  const stateOf = (how: 'none' | 'part' | 'whole') => executed.map((def) => executedState(def, how))
  return [executed.map(({ kind }) => kind), stateOf('none'), stateOf('part'), stateOf('whole')]
}

/**
 * Derives state and executed quantity of the documents whose lines were counted; in other states, as closed, they stay. One statement
 * does not see what its own parts write, so the counted lines are told by what they returned, and the others are read beside them.
 */
const derivedStates = `update goods_document d set executed_qty = s.executed, version = d.version + 1,
    state = case when d.state not in (n.not_yet, n.partly, n.wholly) then d.state when s.is_whole then n.wholly
      when s.executed > 0 then n.partly else n.not_yet end
  from (
    select document_id, sum(executed_qty) as executed, bool_and(executed_qty + closed_qty >= qty) as is_whole
    from (
      select document_id, qty, executed_qty, closed_qty from counted
      union all
      select document_id, qty, executed_qty, closed_qty from goods_document_line
      where group_id = $1 and document_id = any (array(select document_id from counted)) and id <> all (array(select id from counted))
    ) line group by document_id
  ) s, unnest($5::text[], $6::text[], $7::text[], $8::text[]) as n (kind, not_yet, partly, wholly)
  where d.group_id = $1 and d.id = s.document_id and d.kind = n.kind`

/** Refuses when another document that is not void refers to this one's lines (business/documents 6). */
export async function assertNoSuccessors(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  const successor = await tx.one<{ billNo: string }>({
    name: 'live-successor',
    // Each of the two references has an index; asked for with `or`, all lines were read for each of the document's.
    text: `select d.bill_no from (
        select l.document_id from goods_document_line own
        join goods_document_line l on l.group_id = own.group_id and l.source_line_id = own.id
        where own.group_id = $1 and own.document_id = $2
        union all
        select l.document_id from goods_document_line own
        join goods_document_line l on l.group_id = own.group_id and l.linked_purchase_line_id = own.id
        where own.group_id = $1 and own.document_id = $2
      ) l
      join goods_document d on d.group_id = $1 and d.id = l.document_id
      where (d.kind, d.state) not in (select * from unnest($3::text[], $4::text[])) and not d.is_red limit 1`,
    values: [tx.groupId, doc.id, ...statesOfAll(endedStates)],
  })
  if (successor) refuse(`单据 ${doc.billNo} 已被下游单据 ${successor.billNo} 引用，请先处理该单据`)
}

/** Number of a document made of this one that is approved and not yet confirmed by the warehouse, or undefined. */
export async function waitingSuccessor(tx: CallerTx, doc: GoodsDocument): Promise<string | undefined> {
  const waiting = await tx.one<{ billNo: string }>({
    name: 'waiting-successor',
    text: `select d.bill_no from goods_document_line own
      join goods_document_line l on l.group_id = own.group_id and l.source_line_id = own.id
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where own.group_id = $1 and own.document_id = $2 and d.state = 'approved' limit 1`,
    values: [tx.groupId, doc.id],
  })
  return waiting?.billNo
}
