// What somebody saves who does not see the prices of a document: he got them blank, so that his blanks say nothing (ADR 0089).
import { afterCredit, borneBy, type ChargedLine, chargedShare } from '@chepu/contract/kernel/charged-share'
import { add, type Decimal, equals, isZero, money } from '@chepu/contract/kernel/decimal'
import { type GoodsDef, lineShape } from '@chepu/contract/kernel/goods-document'
import type { DrawnLine } from '@chepu/contract/kernel/source-lines'
import { moneyFields } from '@chepu/contract/kernel/goods-header'
import type { z } from 'zod'
import { seesIn } from '../caller/cost-visibility'
import { groupBy } from '../base/group-by'
import type { CallerTx } from '../db/tx'
import { drawUnseen } from './draw'
import type { GoodsDocument, GoodsLine, GoodsTraits, SourceLine } from './types'
import type { SaveRequest } from './save'

type Line = SaveRequest['lines'][number]
type Figures = Pick<Line, 'price' | 'netAmount' | 'discountRate' | 'taxRate'>

/** What is to be saved, and the lines, by index, whose figures stand as they were saved. */
interface Completed {
  request: SaveRequest
  kept: ReadonlySet<number>
}

/**
 * Completes the blanks of a caller who does not see the prices of the document: what its draft says already stays, lines of
 * former documents take what those say, all others wait for their prices. What he typed is his own. Money in yuan.
 */
export async function completed(
  tx: CallerTx,
  kind: GoodsTraits,
  request: SaveRequest,
  before: GoodsDocument | undefined,
  sources: ReadonlyMap<number, SourceLine>,
): Promise<Completed> {
  // What he does not see in one warehouse he is not to read by moving the draft to another.
  const places = [before ?? request.header, request.header]
  const sees = places.some(({ warehouseId }) => seesIn(tx.caller, kind.priceField, warehouseId))
  if (sees) return { request, kept: new Set() }
  const isBlank = request.lines.map((line) => line.netAmount === null && line.price === blankPrice(kind.def))
  const stays = before ? savedFigures(before, request.lines, isBlank) : new Map<number, Figures>()
  const open = request.lines.filter((_, i) => isBlank[i] && !stays.has(i))
  const drawn = await drawnFor(tx, kind, open, sources)
  const figures = drawnFigures(drawn.lines, open)
  const lines = request.lines.map((line, i) => ({ ...line, ...(stays.get(i) ?? figures.get(line)) }))
  const header = { ...request.header, ...moneyOf(kind.def, request, before ?? drawnMoney(drawn, open)) }
  return { request: { ...request, header, lines }, kept: new Set(stays.keys()) }
}

/** What the kind makes of a price that nobody typed. */
const blankPrice = (def: GoodsDef): Decimal | null =>
  (lineShape(def)['price'] as z.ZodType<Decimal | null>).safeParse('').data ?? null

/** Figures of the saved lines that the blank ones continue: the same part of the same former line, of the same quantity first. */
function savedFigures(
  before: GoodsDocument,
  lines: readonly Line[],
  isBlank: readonly boolean[],
): Map<number, Figures> {
  const left = new Set(before.lines)
  const found = new Map<number, Figures>()
  const take = (isLike: (saved: GoodsLine, line: Line) => boolean) => {
    for (const [i, line] of lines.entries()) {
      if (!isBlank[i] || found.has(i)) continue
      const saved = [...left].find((each) => isContinued(each, line) && isLike(each, line))
      if (!saved) continue
      left.delete(saved)
      found.set(i, figuresOf(saved, line))
    }
  }
  take((saved, line) => equals(saved.qty, line.qty))
  // What follows its former document does so with the new quantity.
  take((saved) => saved.sourceLineId === null || saved.priceSource !== 'source')
  return found
}

const isContinued = (saved: GoodsLine, line: Line): boolean =>
  saved.partId === line.partId && saved.sourceLineId === (line.sourceLineId ?? null)

/** A typed amount is that of its quantity; another quantity goes at the price. */
function figuresOf(saved: GoodsLine, line: Line): Figures {
  const { discountRate, taxRate } = saved
  const netAmount = saved.isNetTyped && equals(saved.qty, line.qty) ? saved.netAmount : null
  return { price: saved.isUnpriced ? null : saved.price, netAmount, discountRate, taxRate }
}

interface Drawn {
  header: Record<string, unknown>
  lines: DrawnLine[]
}

/** What the former documents of the lines say. */
async function drawnFor(
  tx: CallerTx,
  kind: GoodsTraits,
  lines: readonly Line[],
  sources: ReadonlyMap<number, SourceLine>,
): Promise<Drawn> {
  const formers = lines.flatMap((line) => sources.get(line.sourceLineId ?? 0) ?? [])
  const drawn: Drawn = { header: {}, lines: [] }
  for (const [source, ofKind] of groupBy(formers, (line) => line.kind)) {
    if (!kind.source?.kinds.includes(source)) continue
    const { header, lines: more } = await drawUnseen(tx, kind.def.kind, { source, lineIds: ofKind.map(({ id }) => id) })
    drawn.header = { ...header, ...drawn.header }
    drawn.lines.push(...more)
  }
  return drawn
}

/** Figures of lines that are drawn, as the editor counts them for their quantities. */
function drawnFigures(drawn: readonly DrawnLine[], lines: readonly Line[]): Map<Line, Figures> {
  const formers = new Map(drawn.map((each) => [each.sourceLineId, each]))
  const charges = new Map<number, ChargedLine>()
  const found = new Map<Line, Figures>()
  for (const line of lines) {
    const former = formers.get(line.sourceLineId)
    if (!former) continue
    const { price = null, discountRate = '1', taxRate = '0', netAmount = null, charged } = former
    const isWhole = equals(line.qty, former.qty)
    if (!charged) {
      found.set(line, { price, discountRate, taxRate, netAmount: isWhole ? netAmount : null })
      continue
    }
    const left = charges.get(former.sourceLineId as number) ?? charged
    const credit = chargedShare(left, line.qty)
    charges.set(former.sourceLineId as number, afterCredit(left, line.qty, credit, '0'))
    found.set(line, { price, discountRate, taxRate, netAmount: credit })
  }
  return found
}

/** The freight of the former documents, and what the lines bear of their discounts. */
function drawnMoney({ header, lines: drawn }: Drawn, lines: readonly Line[]): Record<string, unknown> {
  const formers = new Map(drawn.map((each) => [each.sourceLineId, each]))
  const borne = lines.map((line) => {
    const former = formers.get(line.sourceLineId)
    return former ? borneBy(former.drawnDiscount ?? '0', line.qty, former.qty) : '0'
  })
  return { ...header, orderDiscount: money(add('0', ...borne)) }
}

/** Money of the header that the caller left blank, from where it stands. */
function moneyOf(def: GoodsDef, { header }: SaveRequest, known: object): Record<string, unknown> {
  const values = known as Readonly<Record<string, unknown>>
  const blank = moneyFields.filter((name) => {
    const typed = header[name] as Decimal | null | undefined
    return name in def.header.shape && name in values && (typed == null || isZero(typed))
  })
  return Object.fromEntries(blank.map((name) => [name, values[name]]))
}
