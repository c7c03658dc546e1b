import { compare, type Decimal, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import {
  claimConfirmation,
  openVerdicts,
  type OpenVerdict,
  type RestBearer,
} from '@chepu/contract/warranty/claim-confirmation'
import { verdictOf } from '@chepu/contract/warranty/verdict'
import { call } from '../../kit/base/call'
import { EditorStore } from '../../kit/document/document-editor-store'
import type { GridLine, Values } from '../../kit/grid/line-grid-store'
import { chosenLines } from '../claim-documents/chosen-lines'

/** A line of a bill with what the manufacturer says to it. */
export interface VerdictLine extends GridLine {
  readonly billLineId: number
  readonly billId: number
  readonly billNo: string
  readonly plate: string | null
  readonly lineNo: number
  readonly name: string
  readonly partCode: string | null
  readonly qty: string
  readonly claimedAmount: string
  readonly beforeAmount: string
  readonly confirmedAmount: string
  readonly reason: string
  readonly rest: RestBearer
  /** Of a verdict that stands: it is contested. */
  readonly isAppeal: boolean
}

/** A line that waits, as the manufacturer is proposed to say: he agrees. */
const proposed = (line: OpenVerdict): Values<VerdictLine> => ({
  ...line,
  claimedAmount: line.claimedAmount ?? '0.00',
  beforeAmount: line.beforeAmount ?? '0.00',
  confirmedAmount: line.claimedAmount ?? '0.00',
  reason: '',
  rest: 'shop',
  isAppeal: false,
})

/** What is said to a line; nothing while its amount is none. */
export const wordOf = ({ confirmedAmount, claimedAmount }: VerdictLine) =>
  isDecimal(confirmedAmount) ? verdictOf(confirmedAmount, claimedAmount) : undefined

/** A 厂家确认单 in the editor: all lines of a claim that wait, each agreed to until somebody says otherwise. */
export class VerdictStore {
  readonly verdicts = chosenLines<VerdictLine>(claimConfirmation.sections.verdicts, 'billLineId', (view) => ({
    ...view,
    lineNo: view['billLineNo'],
  }))
  readonly editor = new EditorStore(claimConfirmation, { verdicts: this.verdicts })

  /** Begins with the lines of a claim that wait; answers how many. */
  async beginWith(claimId: number, signal?: AbortSignal): Promise<number> {
    const found = await call(openVerdicts, { params: { id: claimId }, ...(signal && { signal }) })
    const { claimNo, manufacturerId: partnerId, manufacturerName: partnerName, lines } = found
    this.editor.beginWith({ claimId, claimNo, partnerId, partnerName }, () =>
      this.verdicts.lines.append(lines.map(proposed)),
    )
    return lines.length
  }

  /** 全部同意: every line at what was claimed. */
  agreeToAll(): void {
    for (const { key, claimedAmount } of this.verdicts.lines.filled())
      this.verdicts.lines.update(key, { confirmedAmount: claimedAmount, reason: '', rest: 'shop' })
  }

  /** Types an amount; what nothing is left of is borne by nobody. */
  confirm(key: number, confirmedAmount: string): void {
    const line = this.verdicts.lines.line(key)
    if (!line) return
    const isLess = isDecimal(confirmedAmount) && compare(confirmedAmount, line.claimedAmount) < 0
    this.verdicts.lines.update(key, { confirmedAmount, ...(!isLess && { rest: 'shop' as const }) })
  }

  /** Claimed and confirmed, and what of that the customer bears, in yuan with tax. */
  figures = (): { claimed: Decimal; confirmed: Decimal; customer: Decimal } => {
    const lines = this.verdicts.lines.filled().filter(({ confirmedAmount }) => isDecimal(confirmedAmount))
    const borne = lines.filter(({ rest }) => rest === 'customer')
    return {
      claimed: money(sumOf(this.verdicts.lines.filled(), ({ claimedAmount }) => claimedAmount)),
      confirmed: money(sumOf(lines, ({ confirmedAmount }) => confirmedAmount)),
      customer: money(sumOf(borne, ({ claimedAmount, confirmedAmount }) => sub(claimedAmount, confirmedAmount))),
    }
  }
}
