import { type Decimal, money, sumOf } from '@chepu/contract/kernel/decimal'
import { type ClaimCandidate, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { EditorStore } from '../../kit/document/document-editor-store'
import type { FieldValues } from '../../kit/document/editor-section'
import type { NamedBill } from '../claim-documents/bill-table'
import { chosenLines, dropWithManufacturer } from '../claim-documents/chosen-lines'

const answered = new Set<unknown>(['confirmed', 'part_confirmed', 'rejected', 'settled'])

/** What was confirmed is told of a bill that has its answer. */
const ofView = (view: FieldValues): FieldValues =>
  answered.has(view['billState']) ? view : { ...view, confirmedAmount: undefined }

/** An 索赔单 in the editor: bills of one manufacturer. */
export class ClaimStore {
  readonly bills = chosenLines<NamedBill>(warrantyClaim.sections.bills, 'billId', ofView)
  readonly editor = new EditorStore(warrantyClaim, { bills: this.bills })

  constructor() {
    dropWithManufacturer(this.editor, [this.bills])
  }

  /** Adds bills that were chosen: they are approved. */
  add(chosen: readonly ClaimCandidate[]): void {
    this.bills.lines.append(
      chosen.map((bill) => ({
        ...bill,
        claimedAmount: bill.claimedAmount,
        confirmedAmount: undefined,
        billState: 'approved',
      })),
    )
  }

  /** What its bills come to; undefined where amounts are not seen. */
  figures = (): Decimal | undefined => {
    const lines = this.bills.lines.filled()
    if (lines.some(({ claimedAmount }) => claimedAmount === undefined)) return undefined
    return money(sumOf(lines, ({ claimedAmount }) => claimedAmount ?? '0'))
  }
}
