import { type Decimal, money, sumOf } from '@chepu/contract/kernel/decimal'
import { type ClaimCandidate, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { EditorStore } from '../../kit/document/document-editor-store'
import { EditorSection, type LineRules } from '../../kit/document/editor-section'
import { type GridLine, LineStore, type Values } from '../../kit/grid/line-grid-store'

/** A bill of the claim. */
interface BillLine extends GridLine {
  readonly billId: number
  readonly billNo: string
  /** null of one that was just chosen: it is approved. */
  readonly billState: string | null
  readonly plate: string | null
  readonly vin: string | null
  readonly customerName: string | null
  readonly billDate: string | null
  readonly claimedAmount: string | undefined
  readonly confirmedAmount: string | undefined
  readonly claimBy: string | null
}

const rules: LineRules<BillLine> = {
  blank: () => ({}),
  isBlank: ({ billId }) => billId === undefined,
  ofView: (view) => view as unknown as Values<BillLine>,
  ofDraft: (kept) => kept as unknown as Values<BillLine>,
  bodyOf: ({ billId }) => ({ billId }),
}

/** An 索赔单 in the editor: bills of one manufacturer. */
export class ClaimStore {
  readonly bills = new LineStore<BillLine>(rules.blank, rules.isBlank, false, false)
  readonly editor = new EditorStore(warrantyClaim, {
    bills: new EditorSection(warrantyClaim.sections.bills, rules, this.bills),
  })

  constructor() {
    // Bills are their manufacturer's.
    this.editor.watchHeader((before) => {
      const { partnerId } = this.editor.header()
      if (!this.editor.isQuiet() && before['partnerId'] != null && partnerId !== before['partnerId'])
        this.bills.replaceAll([])
    })
  }

  /** Adds bills that were chosen. */
  add(chosen: readonly ClaimCandidate[]): void {
    const had = new Set(this.bills.filled().map(({ billId }) => billId))
    this.bills.append(
      chosen
        .filter(({ billId }) => !had.has(billId))
        .map((bill) => ({ ...bill, claimedAmount: bill.claimedAmount, confirmedAmount: undefined, billState: null })),
    )
  }

  /** What its bills come to; undefined where amounts are not seen. */
  claimed(): Decimal | undefined {
    const lines = this.bills.filled()
    if (lines.some(({ claimedAmount }) => claimedAmount === undefined)) return undefined
    return money(sumOf(lines, ({ claimedAmount }) => claimedAmount ?? '0'))
  }
}
