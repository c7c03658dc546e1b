import { add, compare, sumOf } from '@chepu/contract/kernel/decimal'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { qtyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { DeskDialog } from '../counting/desk-dialog'
import { codeAtDesk, useScanQueue } from '../counting/scanned'

/** A line of the dialog: of which document's line, and how much of it is asked about. */
export interface AskedLine extends Pick<
  GoodsLineView,
  'id' | 'lineNo' | 'partId' | 'partCode' | 'partName' | 'unitName'
> {
  most: string
}
/** What was typed of a line, by name of its column. */
export type Typed = Readonly<Record<string, string>>

interface LinesDialogProps {
  title: string
  /** What `most` is called. */
  mostTitle: string
  /** Columns to type into; the first begins full where `isFull` says so, and takes the scans. */
  columns: Readonly<Record<string, string>>
  isFull: boolean
  lines: readonly AskedLine[]
  okText: string
  children?: ReactNode
  /** What is wrong with what was typed, in words. */
  problemOf?: (typed: readonly Typed[]) => string | undefined
  onConfirm: (typed: readonly Typed[]) => Promise<unknown>
  onClose: () => void
}

/** Quantities of a transfer's lines, typed or scanned: Enter goes down, Ctrl+Enter confirms; the first scan starts from nothing. */
export function LinesDialog(props: LinesDialogProps) {
  const { lines, columns } = props
  const [first = ''] = Object.keys(columns)
  const begun = lines.map(({ most }): Typed => ({ [first]: props.isFull ? qtyText(most) : '' }))
  const [typed, setTyped] = useState<readonly Typed[]>(begun)
  const latest = useRef({ typed: begun as readonly Typed[], isScanned: false })
  const update = (next: readonly Typed[], isScanned = latest.current.isScanned) => {
    latest.current = { typed: next, isScanned }
    setTyped(next)
  }
  const type = (at: number, column: string, text: string) =>
    update(latest.current.typed.map((each, i) => (i === at ? { ...each, [column]: text } : each)))
  const scan = useScanQueue(async (code) => {
    const part = await codeAtDesk(lines, code)
    const { typed: now, isScanned } = latest.current
    const from = isScanned ? now : now.map((each) => ({ ...each, [first]: '0' }))
    const at = lines.findIndex((line, i) => line.partCode === part && isMore(line.most, from[i]?.[first] || '0'))
    if (at < 0) return toast.error(part ? `${code} 已点满` : `${code} 不在本单中`)
    const counted = from.map((each, i) => (i === at ? { ...each, [first]: add(each[first] || '0', '1') } : each))
    return update(counted, true)
  })
  return (
    <DeskDialog
      title={props.title}
      width="min(960px, 96vw)"
      okText={props.okText}
      problem={problemIn(props, typed)}
      onScan={scan}
      onConfirm={() => props.onConfirm(typed)}
      onClose={props.onClose}
    >
      {props.children}
      <div className="desk-lines" data-count onKeyDown={walk}>
        <LinesTable {...props} typed={typed} onType={type} />
      </div>
    </DeskDialog>
  )
}

function LinesTable(
  props: LinesDialogProps & { typed: readonly Typed[]; onType: (at: number, column: string, text: string) => void },
) {
  return (
    <table>
      <thead>
        <tr>
          {['行', '配件编码', '配件名称', '单位', props.mostTitle, ...Object.values(props.columns)].map((head) => (
            <th key={head}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line, at) => (
          <tr key={line.id}>
            <td>{line.lineNo}</td>
            <td>{line.partCode}</td>
            <td>{line.partName}</td>
            <td>{line.unitName}</td>
            <td className="desk-figure">{qtyText(line.most)}</td>
            {Object.entries(props.columns).map(([column, title]) => (
              <td key={column}>
                <input
                  value={props.typed[at]?.[column] ?? ''}
                  aria-label={`第${line.lineNo}行${title}`}
                  data-column={column}
                  autoComplete="off"
                  inputMode="decimal"
                  className="desk-figure"
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => props.onType(at, column, event.target.value.trim())}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function problemIn(props: LinesDialogProps, typed: readonly Typed[]): string | undefined {
  for (const [i, line] of props.lines.entries()) {
    const said = Object.keys(props.columns).map((column) => typed[i]?.[column] || '0')
    const faulty = said.map((text) => qtyOrZero.safeParse(text)).find(({ success }) => !success)
    if (faulty) return `第${line.lineNo}行 ${faulty.error?.issues[0]?.message}`
    const sum = sumOf(said, (text) => text)
    if (isMore(sum, line.most))
      return `第${line.lineNo}行 合计 ${qtyText(sum)}，超过${props.mostTitle} ${qtyText(line.most)}`
  }
  return props.problemOf?.(typed)
}

const isMore = (one: string, other: string): boolean => compare(one, other) > 0

/** Enter and the arrows go up and down a column. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const steps: Record<string, number> = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  const target = event.target
  if (step === undefined || event.ctrlKey || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const column = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${target.dataset['column']}"]`),
  ]
  column[column.indexOf(target) + step]?.focus()
}
