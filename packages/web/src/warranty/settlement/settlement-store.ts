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
import type { GridLine } from '../../kit/grid/line-grid-store'
import { partnerById } from '../../pickers/lists'
import type { NamedBill } from '../claim-documents/bill-table'
import { chosenLines, dropWithManufacturer } from '../claim-documents/chosen-lines'
import { partsText, type UnreturnedParts } from './parts-text'

/** A bill of the settlement; of one that was just chosen it is known what old parts it lacks. */
type SettledBill = NamedBill & Readonly<UnreturnedParts>

/** What the manufacturer keeps back. */
export interface DeductionLine extends GridLine {
  readonly deduction: keyof typeof deductionKinds
  readonly billId: number | null
  readonly amount: string
  readonly reason: string
}

/** A 三包结算单 in the editor: bills of one manufacturer with their answer, and what he keeps back. */
export class SettlementStore {
  readonly bills = chosenLines<SettledBill>(warrantySettlement.sections.bills, 'billId')
  readonly deductions = chosenLines<DeductionLine>(warrantySettlement.sections.deductions, 'deduction')
  readonly editor = new EditorStore(warrantySettlement, { bills: this.bills, deductions: this.deductions })

  /** `mayDeduct`: deductions for old parts that are missing are proposed to whoever may enter them. */
  constructor(private readonly mayDeduct: boolean) {
    dropWithManufacturer(this.editor, [this.bills, this.deductions])
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
    this.bills.lines.append(
      chosen.map(({ claimedAmount, confirmedAmount, ...bill }) => ({ ...bill, claimedAmount, confirmedAmount })),
    )
    if (!this.mayDeduct) return
    this.deductions.lines.append(
      chosen.flatMap(({ billId, refusedParts, missingParts, proposedDeduction: amount }) =>
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
    const bill = this.bills.lines.line(key)
    if (!bill) return
    this.bills.lines.remove([key])
    this.deductions.lines.remove(
      this.deductions.lines.filled().flatMap(({ key: line, billId }) => (billId === bill.billId ? [line] : [])),
    )
  }

  /** 加扣款: a line to be filled in. */
  deduct(): void {
    this.deductions.lines.append([{ deduction: 'sampling', billId: null, amount: '', reason: '' }])
  }

  /** What it comes to, in yuan with tax; undefined where amounts are not seen. */
  figures = (): Readonly<Record<'confirmed' | 'deducted' | 'net', Decimal>> | undefined => {
    const bills = this.bills.lines.filled()
    if (bills.some(({ confirmedAmount }) => confirmedAmount === undefined)) return undefined
    const typed = this.deductions.lines.filled().filter(({ amount }) => isDecimal(amount))
    return settlementFigures(bills, typed)
  }
}
