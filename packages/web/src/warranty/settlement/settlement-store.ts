import { type Decimal, isPositive } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import {
  type deductionKinds,
  type SettlementCandidate,
  settlementCandidates,
  settlementFigures,
  warrantySettlement,
} from '@chepu/contract/warranty/warranty-settlement'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { EditorStore } from '../../kit/document/document-editor-store'
import { EditorSection, type LineRules } from '../../kit/document/editor-section'
import { type GridLine, LineStore, type Values } from '../../kit/grid/line-grid-store'
import { partnerById } from '../../pickers/lists'
import { partsText, type UnreturnedParts } from './parts-text'

/** A bill of the settlement. */
interface BillLine extends GridLine, UnreturnedParts {
  readonly billId: number
  readonly billNo: string
  readonly billState: string
  readonly plate: string | null
  readonly vin: string | null
  readonly customerName: string | null
  readonly claimedAmount: string | undefined
  readonly confirmedAmount: string | undefined
}

/** What the manufacturer keeps back. */
export interface DeductionLine extends GridLine {
  readonly deduction: keyof typeof deductionKinds
  readonly billId: number | null
  readonly amount: string
  readonly reason: string
}

const billRules: LineRules<BillLine> = {
  blank: () => ({}),
  isBlank: ({ billId }) => billId === undefined,
  ofView: (view) => view as unknown as Values<BillLine>,
  ofDraft: (kept) => kept as unknown as Values<BillLine>,
  bodyOf: ({ billId }) => ({ billId }),
}

const deductionRules: LineRules<DeductionLine> = {
  blank: () => ({}),
  isBlank: ({ deduction }) => deduction === undefined,
  ofView: (view) => view as unknown as Values<DeductionLine>,
  ofDraft: (kept) => kept as unknown as Values<DeductionLine>,
  bodyOf: ({ deduction, billId, amount, reason }) => ({ deduction, billId, amount, reason }),
}

/** A 三包结算单 in the editor: bills of one manufacturer with their answer, and what he keeps back. */
export class SettlementStore {
  readonly bills = new LineStore<BillLine>(billRules.blank, billRules.isBlank, false, false)
  readonly deductions = new LineStore<DeductionLine>(deductionRules.blank, deductionRules.isBlank, false, false)
  readonly editor = new EditorStore(warrantySettlement, {
    bills: new EditorSection(warrantySettlement.sections.bills, billRules, this.bills),
    deductions: new EditorSection(warrantySettlement.sections.deductions, deductionRules, this.deductions),
  })

  /** `mayDeduct`: deductions for old parts that are missing are proposed to whoever may enter them. */
  constructor(private readonly mayDeduct: boolean) {
    // Bills, and what is kept back for them, are their manufacturer's.
    this.editor.watchHeader((before) => {
      const { partnerId } = this.editor.header()
      if (this.editor.isQuiet() || before['partnerId'] == null || partnerId === before['partnerId']) return
      this.bills.replaceAll([])
      this.deductions.replaceAll([])
    })
  }

  /** Begins with bills of a manufacturer that were ticked elsewhere; says which of them cannot be settled. */
  async beginWith(partnerId: number, billIds: readonly number[], signal?: AbortSignal): Promise<void> {
    const asking = { ...(signal && { signal }) }
    const [partner, { rows }] = await Promise.all([
      partnerById(partnerId),
      call(settlementCandidates, { query: { partnerId }, ...asking }),
    ])
    const chosen = rows.filter(({ billId }) => billIds.includes(billId))
    this.editor.beginWith({ partnerId, partnerName: partner?.name ?? '' }, () => this.add(chosen))
    const left = billIds.length - chosen.length
    if (left > 0) toast.error(`有 ${left} 张三包单已在其他三包结算单中或正在申诉，没有加入`)
  }

  /** Adds bills that were chosen, and proposes to deduct what their missing old parts are worth. */
  add(chosen: readonly SettlementCandidate[]): void {
    const had = new Set(this.bills.filled().map(({ billId }) => billId))
    const added = chosen.filter(({ billId }) => !had.has(billId))
    this.bills.append(
      added.map(({ claimedAmount, confirmedAmount, ...bill }) => ({ ...bill, claimedAmount, confirmedAmount })),
    )
    if (!this.mayDeduct) return
    this.deductions.append(
      added.flatMap(({ billId, refusedParts, missingParts, proposedDeduction: amount }) =>
        amount !== undefined && isPositive(amount)
          ? [
              {
                deduction: 'old_part' as const,
                billId,
                amount,
                reason: `旧件 ${partsText({ refusedParts, missingParts })}`,
              },
            ]
          : [],
      ),
    )
  }

  /** Takes a bill out, with what is kept back for it. */
  remove(key: number): void {
    const bill = this.bills.line(key)
    if (!bill) return
    this.bills.remove([key])
    this.deductions.remove(
      this.deductions.filled().flatMap(({ key: line, billId }) => (billId === bill.billId ? [line] : [])),
    )
  }

  /** 加扣款: a line to be filled in. */
  deduct(): void {
    this.deductions.append([{ deduction: 'sampling', billId: null, amount: '', reason: '' }])
  }

  /** What it comes to, in yuan with tax; undefined where amounts are not seen. */
  figures(): Readonly<Record<'confirmed' | 'deducted' | 'net', Decimal>> | undefined {
    const bills = this.bills.filled()
    if (bills.some(({ confirmedAmount }) => confirmedAmount === undefined)) return undefined
    const typed = this.deductions.filled().filter(({ amount }) => isDecimal(amount))
    return settlementFigures(bills, typed)
  }
}
