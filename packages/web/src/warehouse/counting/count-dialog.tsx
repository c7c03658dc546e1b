import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { Button, Input, type InputRef } from 'antd'
import { type ReactNode, useId, useRef } from 'react'
import { qtyText } from '../../kit/base/format'
import { useNarrow } from '../../kit/base/use-narrow'
import { countedSum } from './count-lines'
import { CountLines } from './count-table'
import { DeskDialog } from './desk-dialog'
import { useCount } from './use-count'

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
  const { lines, problem, scan, settled } = count
  return (
    <DeskDialog
      title={props.title}
      width="min(1040px, 96vw)"
      okText={props.okText}
      problem={problem}
      onScan={scan}
      settled={settled}
      onConfirm={() => props.onConfirm(count.counted())}
      onClose={props.onClose}
    >
      <ScanBar onScan={scan}>
        <Button size="small" onClick={count.fill}>
          全部点满
        </Button>
        <Button size="small" onClick={count.empty}>
          清零重数
        </Button>
        <span className="desk-sum">
          {props.countTitle} <b>{qtyText(countedSum(lines))}</b> / {props.expectedTitle}{' '}
          {qtyText(countedSum(lines.map((line) => ({ ...line, counted: line.expected }))))}
        </span>
      </ScanBar>
      <CountLines
        lines={lines}
        last={count.last}
        listId={listId}
        countTitle={props.countTitle}
        expectedTitle={props.expectedTitle}
        onChange={count.change}
      />
      <datalist id={listId}>
        {count.locations.map((location) => (
          <option key={location.id} value={location.code} />
        ))}
      </datalist>
    </DeskDialog>
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
        placeholder={useNarrow() ? '扫配件码，再扫货位码' : '扫描配件条码、编码或OE号；再扫货位码放到刚点的那一行'}
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
