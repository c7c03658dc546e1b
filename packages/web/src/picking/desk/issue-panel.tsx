import { button } from '@chepu/contract/access/catalogue'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { compare, isPositive, isZero, trimZeros } from '@chepu/contract/kernel/decimal'
import { type MaterialRow, orderMaterial } from '@chepu/contract/picking/desk'
import { picking } from '@chepu/contract/picking/picking'
import { needsByPart } from '@chepu/contract/repair/shortage'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call, CallError } from '../../kit/base/call'
import { qtyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useOneStep } from '../../kit/base/use-one-step'
import { isTouch } from '../../kit/base/use-narrow'
import { useScans } from '../../kit/base/use-scans'
import { DocumentPrint } from '../../kit/document/document-print'
import { Autocomplete } from '../../kit/ui/autocomplete'
import { filterOptions } from '../../kit/ui/pick-options'
import { QtyInput } from '../../kit/ui/qty-input'
import { useEmployees } from '../../pickers/lists'
import './desk.css'
import { useDialog } from '../../kit/ui/use-dialog'
import { MaterialShortageDialog, useMayAsk } from '../../pickers/material-shortage'
import { issuable, type Issued, issuedOf, scanned, seenOf } from './issued'

interface PanelProps {
  orderId: number
  /** The one line that is meant, where somebody came from a part. */
  lineId?: number | undefined
  /** Whether the keyboard stays where it is, instead of going to the panel for scans and F9. */
  leavesKeys?: boolean
  /** Goods were issued. */
  onIssued: () => void
}

/** One order at the warehouse's desk: its material, what is handed over of it, and to whom (business/repair 5.2). */
export function IssuePanel({ orderId, lineId, leavesKeys = false, onIssued }: PanelProps) {
  const { has } = useSession()
  const found = useCall(orderMaterial, { params: { id: orderId } }, { loud: true })
  const [issued, setIssued] = useState<Issued>()
  const [problem, setProblem] = useState<string>()
  const [receiver, setReceiver] = useState<{ id: number; name: string }>()
  const [printing, setPrinting] = useState<number>()
  const desk = useRef<HTMLDivElement>(null)
  const { order, lines: all = [] } = found.data ?? {}
  const lines = all.filter((line) => lineId === undefined || line.lineId === lineId)
  const open = issuable(lines)
  const mayIssue = order?.isIssuing === true && has(button('picking', 'add'))
  const take = (code: string) => {
    const result = scanned(open, issued, code.trim())
    if ('problem' in result) return setProblem(result.problem)
    setProblem(undefined)
    return setIssued(result.issued)
  }
  useScans({ root: () => desk.current, leaves: 'input:not([inputmode="decimal"])', take }, mayIssue)
  const taken = open.map((line) => ({ line, qty: issuedOf(issued, line) })).filter(({ qty }) => isPositive(qty))
  const rows = taken.map(({ line, qty }) => ({ partId: line.partId, qty, workOrderLineId: line.lineId }))
  const issue = async (prints: boolean) => {
    if (!order) return
    const header = {
      bizDate: shanghaiDay(),
      warehouseId: order.warehouseId,
      workOrderId: order.id,
      handlerId: receiver?.id ?? null,
    }
    const action = { name: 'approve', input: seenOf(taken.map(({ line }) => line)) } as const
    const saved = await call(picking.routes.save, { body: { header, lines: rows, action } })
    toast.success(`已领料 ${saved.billNo}`)
    setProblem(undefined)
    setIssued(undefined)
    if (prints) setPrinting(saved.id)
    else onIssued()
    await found.refetch()
  }
  /** Where somebody has issued of its lines meanwhile, which the call has told, the keeper looks afresh. */
  const look = (error: unknown): never => {
    if (error instanceof CallError && error.reason === 'stale') {
      setIssued(undefined)
      void found.refetch()
    }
    throw error
  }
  const step = useOneStep(() => issue(false).catch(look))
  const printed = useOneStep(() => issue(true).catch(look))
  const takesKeys = order !== undefined && !leavesKeys && !isTouch()
  useEffect(() => {
    if (takesKeys) desk.current?.focus()
  }, [takesKeys])
  if (!order) return <p>{found.isPending ? '正在读取…' : '工单不存在'}</p>
  return (
    <div
      ref={desk}
      className="pk-panel"
      data-scans
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'F9' || !mayIssue || rows.length === 0) return
        event.preventDefault()
        void step.take()
      }}
    >
      <p className="pk-order">
        {[order.plate, order.modelText, order.partnerName, order.salespersonName && `顾问 ${order.salespersonName}`]
          .concat([order.technicians && `技师 ${order.technicians}`, order.warehouseName, order.stateName])
          .filter(Boolean)
          .join('　')}
      </p>
      {!order.isIssuing && <Alert type="warning" showIcon title={`工单当前为「${order.stateName}」，不能领料`} />}
      {problem && <Alert type="error" showIcon title={problem} />}
      <Material
        lines={lines}
        issued={issued}
        onEnter={
          mayIssue ? (line, qty) => setIssued(new Map([...typedSoFar(open, issued), [line.lineId, qty]])) : undefined
        }
      />
      {mayIssue && (
        <div className="pk-actions">
          <Receiver value={receiver} onChange={setReceiver} />
          <Shortages lines={open} order={order} onAsked={() => void found.refetch()} />
          <Button onClick={() => setIssued(undefined)}>全部待领</Button>
          <Button disabled={rows.length === 0} loading={printed.busy} onClick={() => void printed.take()}>
            领料并打印
          </Button>
          <Button
            type="primary"
            title="F9"
            disabled={rows.length === 0}
            loading={step.busy}
            onClick={() => void step.take()}
          >
            领料
          </Button>
        </div>
      )}
      {printing !== undefined && <DocumentPrint document={picking} ids={[printing]} onClose={onIssued} />}
    </div>
  )
}

const isShort = ({ waitingQty, available }: MaterialRow) => compare(available, waitingQty) < 0

/** What is not there is bought, or asked of a sister, in one step. */
function Shortages(props: {
  lines: readonly MaterialRow[]
  order: { id: number; billNo: string; warehouseId: number }
  onAsked: () => void
}) {
  const may = useMayAsk()
  const [open, dialog] = useDialog(MaterialShortageDialog)
  const { id: orderId, billNo, warehouseId } = props.order
  const parts = new Set(props.lines.filter(isShort).map(({ partId }) => partId))
  if (parts.size === 0 || !(may.buy || may.ask)) return null
  const needs = needsByPart(
    props.lines.filter(({ partId }) => parts.has(partId)).map((line) => ({ ...line, qty: line.waitingQty })),
  )
  const take = async () => {
    if (await open({ orderId, billNo, warehouseId, needs })) props.onAsked()
  }
  return (
    <>
      <Button onClick={() => void take()}>缺料转采购/调拨</Button>
      {dialog}
    </>
  )
}

/** What stands in the fields when the first of them is changed. */
const typedSoFar = (lines: readonly MaterialRow[], issued: Issued): [number, string][] =>
  lines.map((line) => [line.lineId, issuedOf(issued, line)])

function Receiver(props: {
  value: { id: number; name: string } | undefined
  onChange: (value: { id: number; name: string } | undefined) => void
}) {
  const options = useEmployees().map(({ id, name }) => ({ id, label: name, value: { id, name } }))
  return (
    <span className="pk-receiver">
      <label htmlFor="pk-receiver">领料人</label>
      <Autocomplete
        id="pk-receiver"
        label="领料人"
        text={props.value?.name ?? ''}
        entries={options.length}
        find={(typed) => filterOptions(options, typed)}
        onChange={(option) => props.onChange(option?.value)}
      />
    </span>
  )
}

const stateOf = ({ agreement, isCustomerSupplied, isConsumable }: MaterialRow): string => {
  if (isCustomerSupplied) return '自带件'
  if (agreement === 'open') return '客户未确认'
  return agreement === 'declined' ? '客户不做' : isConsumable ? '辅料' : ''
}

function Material(props: {
  lines: readonly MaterialRow[]
  issued: Issued
  onEnter: ((line: MaterialRow, qty: string) => void) | undefined
}) {
  const open = new Set(issuable(props.lines))
  return (
    <div className="small-table pk-lines">
      <table aria-label="工单材料">
        <thead>
          <tr>
            <th>配件</th>
            <th className="pk-wide">品牌</th>
            <th className="pk-wide">货位</th>
            <th className="right pk-wide">计划</th>
            <th className="right">待领</th>
            <th className="right pk-wide">已领</th>
            <th className="right pk-wide">已退</th>
            <th className="right">可用</th>
            <th className="right">本次领料</th>
          </tr>
        </thead>
        <tbody>
          {props.lines.map((line) => {
            const qty = issuedOf(props.issued, line)
            return (
              <tr key={line.lineId}>
                <td>
                  {line.partCode} {line.partName} <span className="pk-note">{stateOf(line)}</span>
                  {line.locations && <small className="pk-place">货位 {line.locations}</small>}
                </td>
                <td className="pk-wide">{line.brandName}</td>
                <td className="pk-wide">{line.locations ?? ''}</td>
                <td className="right pk-wide">{qtyText(line.plannedQty)}</td>
                <td className="right">{qtyText(line.waitingQty)}</td>
                <td className="right pk-wide">{qtyText(line.issuedQty)}</td>
                <td className="right pk-wide">{isZero(line.returnedQty) ? '' : qtyText(line.returnedQty)}</td>
                <td className={isShort(line) ? 'right pk-short' : 'right'}>{qtyText(line.available)}</td>
                <td className="right">
                  {props.onEnter && open.has(line) && (
                    <QtyInput
                      label={`${line.partCode} 本次领料`}
                      qty={trimZeros(qty)}
                      onEnter={(typed) => props.onEnter?.(line, typed)}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
