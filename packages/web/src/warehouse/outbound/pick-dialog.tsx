import {
  actOutbound,
  type OutboundLine,
  type OutboundRow,
  outboundTab,
  readOutbound,
} from '@chepu/contract/warehouse/outbound'
import { Alert, Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../kit/base/call'
import { Confirm } from '../../kit/ui/confirm'
import { ReasonField } from '../../kit/ui/reason-field'
import { PageModal } from '../../kit/ui/page-modal'
import { PrintPreview } from '../../kit/print/print'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { useNarrow } from '../../kit/base/use-narrow'
import { useScans } from '../../kit/base/use-scans'
import { codeAtDesk, useDeskScans } from '../counting/scanned'
import { allOf, type Checked, checkedOf, isComplete, isUntouched, namesLine, scanInto, shortLines } from './checking'
import { pickSheet } from './pick-sheet'
import { PickLines } from './pick-table'
import './outbound.css'

/** While `waiting`, scans are on their way, and then 确认出库 is asked. */
type Overlay = 'waiting' | 'ship' | 'sendBack' | 'print'

/** One document at the desk: picked by location, checked by scanner, shipped or sent back (business/warehouse 2.2). */
export function PickDialog(props: { row: OutboundRow; onDone: () => void; onClose: () => void }) {
  const { row } = props
  const { orgName } = useSession()
  const document = useCall(readOutbound, { params: { kind: row.kind, id: row.id } }, { loud: true })
  const [checked, show] = useState<Checked>(new Map())
  // A scan that waited for the server counts on what the others have counted meanwhile.
  const latest = useRef(checked)
  const setChecked = (next: Checked) => {
    latest.current = next
    show(next)
  }
  const desk = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<{ lineId?: number; problem?: string }>({})
  const [overlay, setOverlay] = useState<Overlay>()
  const lines = document.data?.lines ?? []
  const can = new Set(document.data?.can)
  const { tab, action: ship } = outboundTab(row.kind).def.board
  const act = async (action: string, more: { reason?: string; input?: unknown } = {}) => {
    const version = document.data?.header.version as number
    const params = { kind: row.kind, id: row.id, action }
    await call(actOutbound, { params, body: { version, ...more } })
    toast.success(action === ship ? `${row.billNo} 已出库` : `${row.billNo} 已退回`)
    props.onDone()
  }
  const shipChecked = () => {
    const counted = isUntouched(checked) ? allOf(lines) : checked
    const input = { lines: lines.map((line) => ({ lineId: line.id, qty: checkedOf(counted, line) })) }
    return act(ship, isComplete(lines, counted) ? {} : { input })
  }
  const { scan, settled } = useDeskScans(async (code) => {
    const known = namesLine(lines, code) ? code : ((await codeAtDesk(lines, code)) ?? code)
    const result = scanInto(lines, latest.current, known)
    if ('problem' in result) {
      setLast({ problem: result.problem })
      return false
    }
    flushSync(() => {
      setChecked(result.checked)
      setLast({ lineId: result.line.id })
    })
    return true
  })
  useScans({ root: () => desk.current, leaves: 'input:not([inputmode="decimal"])', take: scan }, can.has(ship))
  // What it says of the count, and what is shipped, holds every piece that was scanned.
  const askToShip = async () => {
    setOverlay('waiting')
    const next = (await settled()) ? 'ship' : undefined
    setOverlay((now) => (now === 'waiting' ? next : now))
  }
  const footer = [
    <Button key="print" disabled={lines.length === 0} onClick={() => setOverlay('print')}>
      打印拣货单
    </Button>,
    ...(can.has('sendBack')
      ? [
          <Button key="back" danger onClick={() => setOverlay('sendBack')}>
            缺货退回
          </Button>,
        ]
      : []),
    ...(can.has(ship)
      ? [
          <Button key="ship" type="primary" loading={overlay === 'waiting'} onClick={() => void askToShip()}>
            确认出库
          </Button>,
        ]
      : []),
  ]
  return (
    <>
      <PageModal
        open
        width="min(1080px, 96vw)"
        title={`${tab} ${row.billNo}　${row.partnerName ?? ''}`}
        footer={footer}
        onCancel={props.onClose}
      >
        <div ref={desk} data-scans>
          {can.has(ship) && <ScanBox onScan={scan} onAll={() => setChecked(allOf(lines))} />}
          {last.problem && <Alert type="error" showIcon title={last.problem} />}
          {document.isPending && <p>正在读取…</p>}
          <PickLines
            lines={lines}
            checked={checked}
            current={last.lineId}
            onEnter={can.has(ship) ? (line, qty) => setChecked(new Map(checked).set(line.id, qty)) : undefined}
          />
        </div>
      </PageModal>
      {overlay === 'ship' && (
        <ShipConfirm lines={lines} checked={checked} run={shipChecked} onClose={() => setOverlay(undefined)} />
      )}
      {overlay === 'sendBack' && (
        <SendBack
          billNo={row.billNo}
          run={(reason) => act('sendBack', { reason })}
          onClose={() => setOverlay(undefined)}
        />
      )}
      {overlay === 'print' && document.data && (
        <PrintPreview
          title="打印拣货单"
          sheets={() => [pickSheet(tab, document.data.header, lines, orgName)]}
          onClose={() => setOverlay(undefined)}
        />
      )}
    </>
  )
}

/** The scanner's field: a code and Enter check one piece; the field keeps the cursor. */
function ScanBox(props: { onScan: (code: string) => void; onAll: () => void }) {
  const [text, setText] = useState('')
  return (
    <div className="ob-scan">
      <Input
        autoFocus
        aria-label="扫码复核"
        placeholder={useNarrow() ? '扫配件码复核' : '扫描配件条码、编码或OE号，回车复核一件'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={() => {
          if (text.trim() !== '') props.onScan(text.trim())
          setText('')
        }}
      />
      <Button onClick={props.onAll}>全部按应发</Button>
    </div>
  )
}

function ShipConfirm(props: {
  lines: readonly OutboundLine[]
  checked: Checked
  run: () => Promise<void>
  onClose: () => void
}) {
  const untouched = isUntouched(props.checked)
  const short = untouched ? [] : shortLines(props.lines, props.checked)
  return (
    <Confirm title="确认出库" okText="确认出库" run={props.run} onClose={props.onClose}>
      {untouched && <p>尚未复核，将按应发数量全部出库。</p>}
      {!untouched && short.length === 0 && <p>已全部复核，确认出库并过账。</p>}
      {short.length > 0 && (
        <>
          <p>以下明细少发，未发部分退回订单：</p>
          {short.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </>
      )}
    </Confirm>
  )
}

function SendBack(props: { billNo: string; run: (reason: string) => Promise<void>; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const run = async () => {
    if (reason.trim() === '') {
      toast.error('请填写缺货退回原因')
      throw new Error('no reason')
    }
    await props.run(reason.trim())
  }
  return (
    <Confirm title={`缺货退回：${props.billNo}`} okText="退回" danger run={run} onClose={props.onClose}>
      <ReasonField value={reason} onChange={setReason} />
    </Confirm>
  )
}
