import { chargedFreight, type HeaderMoney } from '@chepu/contract/kernel/amounts'
import { chargedLine, creditLimits } from '@chepu/contract/kernel/charged-share'
import { add, equals, isZero, max, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { type GoodsDef, type GoodsLineView, isTaxed } from '@chepu/contract/kernel/goods-document'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { drawSource } from '@chepu/contract/kernel/source-lines'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { EditorStore, type HeaderValues } from '../document/document-editor-store'
import { EditorSection, type LineRules } from '../document/editor-section'
import {
  blankLine,
  borneDiscount,
  creditedAt,
  type EditorLine,
  isBlankLine,
  isProposedCredit,
  isSameCredit,
  lineOfDrawn,
  lineOfView,
  type LineValues,
} from '../goods/document-lines'
import { LineTotals } from '../goods/line-totals'
import type { LineStore } from '../grid/line-grid-store'

export type Drawn = DataOf<typeof drawSource>

/** What drawn lines cannot do without. */
const needed = new Set(['partnerId', 'taxIncluded'])
/** What further documents add to. */
const added = new Set(['orderDiscount', 'freight'])

const isBlank = (value: unknown): boolean => value == null || value === '' || (isDecimal(value) && isZero(value))
const isSame = (a: unknown, b: unknown): boolean => a === b || (isDecimal(a) && isDecimal(b) && equals(a, b))

/** Goods lines in the editor. */
const goodsRules: LineRules<EditorLine> = {
  blank: blankLine,
  isBlank: isBlankLine,
  ofView: (view, isDraft) => lineOfView(view as GoodsLineView, isDraft),
  // Work that was kept by an older version of the program may not say all that was charged.
  ofDraft: (kept) => ({ ...kept, charged: chargedLine.safeParse(kept.charged).data }),
  bodyOf: (line) => line,
}

/** A goods document in the editor: its lines, what they come to, and what passes from former documents. */
export class GoodsStore {
  readonly editor: EditorStore
  readonly lines: LineStore<EditorLine>
  readonly totals: LineTotals<EditorLine>
  /** What the loaded order discount has beyond its lines' part, when other documents took theirs after it was saved. */
  private excess = '0'

  constructor(readonly def: GoodsDef) {
    const section = new EditorSection(def.sections.lines, goodsRules)
    this.lines = section.lines
    this.editor = new EditorStore(def, { lines: section })
    this.totals = new LineTotals(this.lines, this.money(), isTaxed(def))
    this.editor.watchHeader(() => this.totals.setHeader(this.money()))
    this.editor.watchComing((how) => (this.excess = how === 'read' ? this.excessDiscount() : '0'))
    this.lines.watch((before, after) => {
      if (this.editor.isQuiet()) return
      this.followDiscount(before, after)
      this.followCredits(before, after)
    })
  }

  /** Starts a new document with what a former one says; only a field that it leaves blank keeps the program's proposal. */
  beginWith({ header, lines }: Drawn): void {
    const said = Object.fromEntries(Object.entries(header).filter(([, value]) => !isBlank(value)))
    this.editor.beginWith(said, () => this.append(lines))
  }

  /**
   * Header fields that say something else here than in drawn documents: what the user typed, and everything once there
   * are lines. Discounts and freight of further documents are added, so only typed ones are in question. What the lines
   * cannot do without is in question where it has changed since they were `asked` for with the header of then.
   */
  differences(header: HeaderValues, asked: HeaderValues = this.editor.header()): string[] {
    const hasLines = !this.editor.isEmpty()
    return Object.keys(header).filter((name) => {
      if (!(name in this.def.header.shape) || name === 'bizDate') return false
      const own = this.editor.header()[name]
      const isHeld = this.isNeeded(name)
        ? own !== asked[name]
        : this.editor.isTyped(name) || (hasLines && !added.has(name) && name !== 'freightPayer')
      return isHeld && !isBlank(own) && !isBlank(header[name]) && !isSame(own, header[name])
    })
  }

  /** Whether drawn lines cannot stand in the document unless it says the same as theirs. */
  isNeeded = (name: string): boolean => needed.has(name)

  /** Takes over drawn lines and what their documents say, but for the fields that stay as they are here. */
  take({ header, lines }: Drawn, kept: readonly string[]): void {
    const hasLines = !this.editor.isEmpty()
    const stays = (name: string) =>
      name === 'bizDate' || name === 'orderDiscount' || kept.includes(name.replace(/Name$/, 'Id'))
    const said = Object.entries(header).filter(([name, value]) => !isBlank(value) && !stays(name))
    const { freight, ...others } = Object.fromEntries(said)
    const charged =
      freight === undefined || (hasLines && isZero(String(freight)))
        ? {}
        : { freight: this.freightWith(String(freight), hasLines) }
    if (!kept.includes('orderDiscount') && this.differences(header).includes('orderDiscount')) {
      this.editor.proposeAnew({ orderDiscount: '0' })
    }
    this.editor.propose({ ...others, ...charged })
    this.append(lines)
  }

  /** Shows beside the lines what helps while they are entered and belongs to no document, such as 可用量. */
  hint(hints: ReadonlyMap<number, LineValues>): void {
    this.editor.quietly(() => {
      for (const [key, values] of hints) this.lines.update(key, values)
    })
  }

  private append(drawn: Drawn['lines']): void {
    const { warehouseId } = this.editor.header()
    this.lines.append(drawn.map((line) => lineOfDrawn(line, warehouseId)))
  }

  private freightWith(freight: string, isMore: boolean): string {
    const own = this.editor.header().freight
    return isMore && isDecimal(own) ? money(add(own, freight)) : freight
  }

  /** The order discount follows the drawn lines until somebody types one. */
  private followDiscount(before: EditorLine | undefined, after: EditorLine | undefined): void {
    const own = this.editor.header().orderDiscount
    const isSameShare = before?.drawn === after?.drawn && before?.qty === after?.qty
    if (isSameShare || this.editor.isTyped('orderDiscount') || !isDecimal(own)) return
    if (!before?.drawn && !after?.drawn) return
    const change = sub(sub(borneDiscount(after), borneDiscount(before)), this.excess)
    this.excess = '0'
    if (isZero(change)) return
    this.editor.propose({ orderDiscount: money(max('0', add(own, change))) })
  }

  /** What a return credits for a former line follows all its lines here, as long as nobody typed a price (ADR 0054). */
  private followCredits(before: EditorLine | undefined, after: EditorLine | undefined): void {
    const line = after ?? before
    if (!line?.charged || isSameCredit(before, after)) return
    const together = this.lines
      .filled()
      .filter((each) => each.sourceLineId === line.sourceLineId && isDecimal(each.qty))
    const limits = creditLimits(together, (each, most) =>
      isProposedCredit(each) ? most : this.totals.of(each).netAmount,
    )
    together.forEach((each, i) => {
      const most = limits[i]
      if (most === undefined || !isProposedCredit(each) || isSame(each.netAmount, most)) return
      this.lines.update(each.key, creditedAt(each, most))
    })
  }

  /** The discount beyond what the lines bear; where they bear none it is somebody's own. */
  private excessDiscount(): string {
    const own = this.editor.header().orderDiscount
    const drawn = this.lines.filled().filter((line) => line.drawn)
    return drawn.length === 0 || !isDecimal(own) ? '0' : sub(own, sumOf(drawn, borneDiscount))
  }

  private money(): HeaderMoney {
    const { taxIncluded, orderDiscount, freight, freightPayer, carrierId, partnerId } = this.editor.header()
    const decimal = (value: unknown) => (isDecimal(value) ? value : '0')
    return {
      taxIncluded: taxIncluded !== false,
      orderDiscount: decimal(orderDiscount),
      chargedFreight: chargedFreight(this.def.freightRule, {
        freight: decimal(freight),
        freightPayer: String(freightPayer),
        carrierId: carrierId as number | null | undefined,
        partnerId: partnerId as number | null | undefined,
      }),
    }
  }
}
