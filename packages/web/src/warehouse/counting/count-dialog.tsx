import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { qtyText } from '../../kit/base/format'
import { PageModal } from '../../kit/ui/page-modal'
import { toast } from '../../kit/base/toast'
import { useOneStep } from '../../kit/base/use-one-step'
import { useScans } from '../../kit/base/use-scans'
import { countedSum, type CountLine, isShort } from './count-lines'
import { useCount } from './use-count'
import './desk.css'

export interface CountDialogProps {
  title: string
  warehouseId: number
  lines: readonly GoodsLineView[]
  /** 实收 or 实发. */
  countTitle: string
  /** 应收 or 应发. */
  expectedTitle: string
  /** 确认入库 or 确认出库. */
  okText: string
  /** Posts what was counted; throws when it was refused. */
  onConfirm: (counted: CountedLines) => Promise<unknown>
  onClose: () => void
}

/**
 * The warehouse's count of a document: quantity, location and batch of each line, typed or scanned. The first scan starts
 * the count from nothing; a scanned location is taken for the line scanned last. Keys: Enter goes down, Ctrl+Enter confirms.
 */
export function CountDialog(props: CountDialogProps) {
  const listId = useId()
  const count = useCount(props)
  const { lines, problem, scan } = count
  const desk = useRef<HTMLDivElement>(null)
  // What is scanned while a quantity has the keyboard is counted; places and batches are scanned into their own fields.
  useScans({ root: () => desk.current, leaves: 'input:not([inputmode="decimal"])', take: scan })

  const { busy, take } = useOneStep(async () => {
    await props.onConfirm(count.counted())
    props.onClose()
  })
  const confirm = () => (problem ? toast.error(problem) : void take())

  return (
    <PageModal
      open
      title={props.title}
      width="min(1040px, 96vw)"
      onCancel={props.onClose}
      footer={[
        <span key="problem" className="desk-problem" role="status">
          {problem ?? ''}
        </span>,
        <Button key="close" onClick={props.onClose}>
          取消
        </Button>,
        <Button key="ok" type="primary" loading={busy} disabled={problem !== undefined} onClick={confirm}>
          {props.okText}
        </Button>,
      ]}
    >
      <div ref={desk} data-scans onKeyDown={(event) => event.ctrlKey && event.key === 'Enter' && confirm()}>
        <ScanBar onScan={scan}>
          <Button size="small" onClick={count.fill}>
            全部点满
          </Button>
          <Button size="small" onClick={count.empty}>
            清零重点
          </Button>
          <span className="desk-sum">
            {props.countTitle} <b>{qtyText(countedSum(lines))}</b> / {props.expectedTitle}{' '}
            {qtyText(countedSum(lines.map((line) => ({ ...line, counted: line.expected }))))}
          </span>
        </ScanBar>
        <div className="desk-lines desk-cards" data-count onKeyDown={walk}>
          <table>
            <thead>
              <tr>
                {[
                  '行',
                  '配件编码',
                  '配件名称',
                  '品牌规格',
                  '单位',
                  props.expectedTitle,
                  props.countTitle,
                  '货位',
                  '批次',
                ].map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <CountRow
                  key={line.lineId}
                  line={line}
                  isLast={line.lineId === count.last}
                  listId={listId}
                  expectedTitle={props.expectedTitle}
                  countTitle={props.countTitle}
                  onChange={(values) => count.change(line.lineId, values)}
                />
              ))}
            </tbody>
          </table>
        </div>
        <datalist id={listId}>
          {count.locations.map((location) => (
            <option key={location.id} value={location.code} />
          ))}
        </datalist>
      </div>
    </PageModal>
  )
}

/** The scanner's field: a code and Enter count one piece; the field keeps the cursor. */
function ScanBar(props: { onScan: (code: string) => void; children: ReactNode }) {
  const scanner = useRef<InputRef>(null)
  return (
    <div className="desk-bar">
      <Input
        ref={scanner}
        autoFocus
        className="desk-scan"
        aria-label="扫码"
        placeholder="扫描配件条码、编码或OE号；再扫货位码放到刚点的那一行"
        maxLength={60}
        onPressEnter={(event) => {
          const code = event.currentTarget.value.trim()
          if (event.ctrlKey || code === '') return
          scanner.current?.input?.select()
          props.onScan(code)
        }}
      />
      {props.children}
    </div>
  )
}

function CountRow(props: {
  line: CountLine
  isLast: boolean
  listId: string
  expectedTitle: string
  countTitle: string
  onChange: (values: Partial<CountLine>) => void
}) {
  const { line, onChange } = props
  const cell = (field: 'counted' | 'locationCode' | 'batchNo', title: string, more: object = {}) => (
    <input
      value={line[field]}
      aria-label={`第${line.lineNo}行${title}`}
      data-column={field}
      autoComplete="off"
      maxLength={40}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange({ [field]: event.target.value.trim() })}
      {...more}
    />
  )
  return (
    <tr className={props.isLast ? 'desk-last' : undefined}>
      <td>{line.lineNo}</td>
      <td>{line.partCode}</td>
      <td>{line.partName}</td>
      <td>{line.spec}</td>
      <td>{line.unitName}</td>
      <td className="desk-figure" data-title={props.expectedTitle}>
        {qtyText(line.expected)}
      </td>
      <td className={isShort(line) ? 'desk-short' : undefined} data-title={props.countTitle}>
        {cell('counted', props.countTitle, { inputMode: 'decimal', className: 'desk-figure' })}
      </td>
      <td data-title="货位">{cell('locationCode', '货位', { list: props.listId })}</td>
      <td data-title="批次">{cell('batchNo', '批次')}</td>
    </tr>
  )
}

/** Enter and the arrows go up and down a column. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const steps: Record<string, number> = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  const target = event.target
  if (step === undefined || event.ctrlKey || !(target instanceof HTMLInputElement)) return
  // In the list of locations the arrows choose a location.
  if (event.key !== 'Enter' && target.dataset.column === 'locationCode') return
  event.preventDefault()
  const column = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${target.dataset.column}"]`)]
  column[column.indexOf(target) + step]?.focus()
}
