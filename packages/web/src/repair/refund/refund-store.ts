import { isZero } from '@chepu/contract/kernel/decimal'
import { type RepairSection, repairSectionNames } from '@chepu/contract/kernel/repair-document'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { type RefundPreview, type refundPreview, repairRefund } from '@chepu/contract/repair/refund'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { EditorStore } from '../../kit/document/document-editor-store'
import { EditorSection, type LineRules } from '../../kit/document/editor-section'
import type { GridLine } from '../../kit/grid/line-grid-store'

/** What goes back of a settled line; what stands beside it the server says. */
export interface BackLine extends GridLine {
  sourceLineId: number | null
  qty: string
  refundAmount: string | null
  isRestocked: boolean
  view?: Readonly<Record<string, unknown>>
}
type Typed = Pick<BackLine, 'qty' | 'refundAmount' | 'isRestocked'>
/** A settled line with what may go back of it. */
type Settled = RefundPreview['lines'][number]

const nothing: Typed = { qty: '0', refundAmount: null, isRestocked: false }

const rules: LineRules<BackLine> = {
  blank: () => ({ sourceLineId: null, ...nothing }),
  isBlank: ({ sourceLineId }) => sourceLineId === null,
  ofView: (view) => ({ ...typedOf(view), view }),
  ofDraft: (kept) => typedOf(kept),
  bodyOf: ({ sourceLineId, qty, refundAmount, isRestocked }) => ({ sourceLineId, qty, refundAmount, isRestocked }),
}

const typedOf = ({ sourceLineId, qty, refundAmount, isRestocked }: Readonly<Record<string, unknown>>) => ({
  sourceLineId: typeof sourceLineId === 'number' ? sourceLineId : null,
  qty: String(qty ?? '0'),
  refundAmount: typeof refundAmount === 'string' ? refundAmount : null,
  isRestocked: isRestocked === true,
})

const figure = (text: string) => (isDecimal(text) ? text : '0')

/** The lines of an open refund, by the settled lines that they take back. */
export class RefundStore {
  readonly editor: EditorStore
  private readonly sections: Record<RepairSection, EditorSection<BackLine>>
  private version = 0

  constructor() {
    const section = (name: RepairSection) => [name, new EditorSection(repairRefund.sections[name], rules)] as const
    this.sections = Object.fromEntries(repairSectionNames.map(section)) as typeof this.sections
    this.editor = new EditorStore(repairRefund, this.sections)
    for (const name of repairSectionNames) this.sections[name].lines.watch(() => void (this.version += 1))
  }

  /** Hears every change of a line. */
  subscribe = (listener: () => void): (() => void) => {
    const stops = repairSectionNames.map((name) => this.sections[name].lines.watch(listener))
    return () => {
      for (const stop of stops) stop()
    }
  }
  snapshot = (): number => this.version

  /** What goes back of a settled line. */
  of({ section, id }: Pick<Settled, 'section' | 'id'>): Typed {
    return this.find(section, id) ?? nothing
  }

  /** Takes something of a settled line back, or nothing any more. */
  set({ section, id }: Pick<Settled, 'section' | 'id'>, patch: Partial<Typed>): void {
    const { lines } = this.sections[section]
    const stood = this.find(section, id)
    if (stood) lines.update(stood.key, patch)
    else lines.append([{ sourceLineId: id, ...nothing, ...patch }])
  }

  /** 全退: all that may still go back, its material into stock. */
  takeAll(settled: readonly Settled[]): void {
    for (const line of settled) {
      if (isZero(line.openQty) && isZero(line.openAmount)) continue
      this.set(line, { qty: line.openQty, refundAmount: null, isRestocked: line.mayRestock })
    }
  }

  /** What is asked for, as the server counts it. */
  asked(): NonNullable<BodyOf<typeof refundPreview>['lines']> {
    return this.all().map(({ sourceLineId, qty, refundAmount, isRestocked }) => ({
      sourceLineId: sourceLineId as number,
      qty: figure(qty),
      refundAmount: refundAmount === null ? null : figure(refundAmount),
      isRestocked,
    }))
  }

  all(): BackLine[] {
    return repairSectionNames.flatMap((name) => this.sections[name].lines.filled())
  }

  private find(section: RepairSection, id: number): BackLine | undefined {
    return this.sections[section].lines.filled().find(({ sourceLineId }) => sourceLineId === id)
  }
}
