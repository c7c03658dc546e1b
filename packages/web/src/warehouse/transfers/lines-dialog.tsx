import type { LookupLocation } from '@chepu/contract/basics/lookups'
import { add, compare, sumOf } from '@chepu/contract/kernel/decimal'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { qtyOrZero } from '@chepu/contract/kernel/scalars'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { qtyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { DeskDialog } from '../counting/desk-dialog'
import { codeAtDesk, useDeskScans } from '../counting/scanned'
import { TypedLines } from './typed-lines'

/** A line of the dialog: of which document's line, and how much of it is asked about. */
export interface AskedLine extends Pick<
  GoodsLineView,
  'id' | 'lineNo' | 'partId' | 'partCode' | 'partName' | 'brandName' | 'spec' | 'unitName'
> {
  most: string
}
/** What was typed of a line, by name of its column; `bin` is the code of where it is put. */
export type Typed = Readonly<Record<string, string>>

export interface LinesDialogProps {
  title: string
  /** What `most` is called. */
  mostTitle: string
  /** Columns to type into; the first begins full where `isFull` says so, and takes the scans. */
  columns: Readonly<Record<string, string>>
  isFull: boolean
  lines: readonly AskedLine[]
  /** Bins that goods may be put into; a line asks for one where there is a choice. */
  bins?: readonly LookupLocation[]
  okText: string
  children?: ReactNode
  /** What is wrong with what was typed, in words. */
  problemOf?: (typed: readonly Typed[]) => string | undefined
  onConfirm: (typed: readonly Typed[]) => Promise<unknown>
  onClose: () => void
}

/**
 * Quantities of a transfer's lines, typed or scanned: Enter goes down, Ctrl+Enter confirms; the first scan starts from nothing, and a
 * scanned bin is taken for the line scanned last.
 */
export function LinesDialog(props: LinesDialogProps) {
  const { lines, columns, bins = [] } = props
  const binList = useId()
  const [first = ''] = Object.keys(columns)
  const begun = lines.map(({ most }): Typed => ({ [first]: props.isFull ? qtyText(most) : '' }))
  const [typed, setTyped] = useState<readonly Typed[]>(begun)
  const [last, setLast] = useState<number>()
  const latest = useRef({ typed: begun as readonly Typed[], isScanned: false, last: -1 })
  const update = (next: readonly Typed[], scanned: Partial<typeof latest.current> = {}) => {
    latest.current = { ...latest.current, typed: next, ...scanned }
    setTyped(next)
    setLast(latest.current.last)
  }
  const type = (at: number, column: string, text: string) =>
    update(latest.current.typed.map((each, i) => (i === at ? { ...each, [column]: text } : each)))
  const { scan, settled } = useDeskScans(async (code) => {
    const bin = binOf(bins, code)
    if (bin && latest.current.last >= 0) {
      flushSync(() => type(latest.current.last, 'bin', bin.code))
      return true
    }
    const part = await codeAtDesk(lines, code)
    const { typed: now, isScanned } = latest.current
    const from = isScanned ? now : now.map((each) => ({ ...each, [first]: '0' }))
    const at = lines.findIndex((line, i) => line.partCode === part && isMore(line.most, from[i]?.[first] || '0'))
    if (at < 0) {
      toast.error(part ? `${code} 已点满` : `${code} 不在本单中`)
      return false
    }
    const counted = from.map((each, i) => (i === at ? { ...each, [first]: add(each[first] || '0', '1') } : each))
    flushSync(() => update(counted, { isScanned: true, last: at }))
    return true
  })
  return (
    <DeskDialog
      title={props.title}
      width="min(960px, 96vw)"
      okText={props.okText}
      problem={problemIn(props, typed)}
      onScan={scan}
      settled={settled}
      onConfirm={() => props.onConfirm(typed)}
      onClose={props.onClose}
    >
      {props.children}
      <TypedLines {...props} typed={typed} last={last} binList={bins.length > 1 ? binList : undefined} onType={type} />
      <datalist id={binList}>
        {bins.map((bin) => (
          <option key={bin.id} value={bin.code} />
        ))}
      </datalist>
    </DeskDialog>
  )
}

/** The bin of a code, as it is typed or scanned. */
export const binOf = (bins: readonly LookupLocation[], code = ''): LookupLocation | undefined =>
  bins.find((bin) => bin.code.toLowerCase() === code.toLowerCase())

function problemIn(props: LinesDialogProps, typed: readonly Typed[]): string | undefined {
  for (const [i, line] of props.lines.entries()) {
    const said = Object.keys(props.columns).map((column) => typed[i]?.[column] || '0')
    const faulty = said.map((text) => qtyOrZero.safeParse(text)).find(({ success }) => !success)
    if (faulty) return `第${line.lineNo}行 ${faulty.error?.issues[0]?.message}`
    const sum = sumOf(said, (text) => text)
    if (isMore(sum, line.most))
      return `第${line.lineNo}行 合计 ${qtyText(sum)}，超过${props.mostTitle} ${qtyText(line.most)}`
    const { bin } = typed[i] ?? {}
    if (bin && !binOf(props.bins ?? [], bin)) return `第${line.lineNo}行 货位 ${bin} 不在该仓库`
  }
  return props.problemOf?.(typed)
}

const isMore = (one: string, other: string): boolean => compare(one, other) > 0
