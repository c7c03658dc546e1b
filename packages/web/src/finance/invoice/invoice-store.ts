import { type InvoiceDef, invoiceSections } from '@chepu/contract/finance/invoice-document'
import type { PendingRow } from '@chepu/contract/finance/invoice-pending'
import { EditorStore, type HeaderValues } from '../../kit/document/document-editor-store'
import { EditorSection } from '../../kit/document/editor-section'
import { LineStore } from '../../kit/grid/line-grid-store'
import { figuresOf, type LinkLine, lineRules, linkRules, type SheetLine } from './invoice-lines'

/** An invoice in the editor: what stands on the sheet, and which bills it is for. */
export class InvoiceStore {
  readonly editor: EditorStore
  readonly lines = new LineStore<SheetLine>(lineRules.blank, lineRules.isBlank, false)
  readonly links = new LineStore<LinkLine>(linkRules.blank, linkRules.isBlank, false, false)

  constructor(def: InvoiceDef, defaults: HeaderValues) {
    const lines = new EditorSection(invoiceSections.lines, lineRules, this.lines)
    const links = new EditorSection(invoiceSections.links, linkRules, this.links)
    this.editor = new EditorStore(def, { lines, links }, defaults)
    // Bills are their partner's.
    this.editor.watchHeader((before) => {
      if (this.editor.isQuiet() || this.editor.header().partnerId === before.partnerId) return
      this.links.replaceAll([])
    })
  }

  figures = () => figuresOf(this.lines.filled(), this.links.filled())

  /** Adds bills that wait, each with what is left of it; those that stand there already stay as they are. */
  take(rows: readonly PendingRow[]): void {
    const known = new Set(this.links.filled().map(keyOf))
    const added = rows.filter((row) => !known.has(keyOf(row)))
    this.links.replaceAll([
      ...this.links.filled(),
      ...added.map(({ sourceKind, sourceId, openItemId, billNo, bizDate, taxed = '', rest = '' }) => ({
        sourceKind,
        sourceId,
        openItemId,
        billNo,
        bizDate,
        taxed,
        rest,
        amount: rest,
      })),
    ])
  }
}

const keyOf = ({ sourceKind, sourceId, openItemId }: Pick<LinkLine, 'sourceKind' | 'sourceId' | 'openItemId'>) =>
  `${sourceKind}:${sourceId}:${openItemId ?? 0}`
