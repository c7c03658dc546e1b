import type { otherExpense, otherIncome } from '@chepu/contract/finance/other-money'
import { moneySections } from '@chepu/contract/kernel/money-document'
import { EditorStore, type HeaderValues } from '../../kit/document/document-editor-store'
import { EditorSection } from '../../kit/document/editor-section'
import { LineStore } from '../../kit/grid/line-grid-store'
import type { FirstTender } from '../slip/slip-store'
import { type TenderLine, tenderRules } from '../../pickers/tender-lines'

/** Other money in the editor: its header and ways of paying, which what is owed has not. */
export class OtherMoneyStore {
  readonly tenders = new LineStore<TenderLine>(tenderRules.blank, tenderRules.isBlank, false)
  readonly editor: EditorStore

  constructor(
    def: typeof otherIncome | typeof otherExpense,
    defaults: HeaderValues,
    private firstTender?: FirstTender | undefined,
  ) {
    const tenders = new EditorSection(moneySections.tenders, tenderRules, this.tenders)
    this.editor = new EditorStore(def, { tenders }, { purpose: 'cash', ...defaults })
    this.editor.watchHeader((before) => this.followPurpose(before['purpose']))
  }

  /** Puts what a deep link begins with on the first way of paying, once, unless something was typed there. */
  begin(): void {
    const [first, tender] = [this.tenders.lineAt(0), this.firstTender]
    this.firstTender = undefined
    if (tender && first && first.amount === '') this.tenders.update(first.key, tender)
  }

  /** What one way has and the other has not goes with it. */
  private followPurpose(before: unknown): void {
    const { purpose } = this.editor.header()
    if (this.editor.isQuiet() || purpose === before) return
    if (purpose === 'owed') this.tenders.replaceAll([])
    else this.editor.propose({ total: '', dueOn: null })
  }
}
