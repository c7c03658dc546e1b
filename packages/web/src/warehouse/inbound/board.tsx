import type { CountedLines } from '@chepu/contract/kernel/counted-lines'
import { waitingStates } from '@chepu/contract/kernel/document'
import type { BoardDef } from '@chepu/contract/warehouse/board'
import {
  actInbound,
  type InboundRow,
  inboundStatus,
  inboundTab,
  inboundTabs,
  readInbound,
} from '@chepu/contract/warehouse/inbound'
import { Button } from 'antd'
import { Fragment, useRef, useState } from 'react'
import { call, newIdempotencyKey } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { documentPath, documentScreen, newDocument } from '../../kit/document/document-screens'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { CountDialog, type CountDialogProps } from '../counting/count-dialog'
import { PlacingPrint } from './placing-print'
import { SendBackDialog } from './send-back'
import { isOwn, mayStep } from '../board-kinds'

/** Kinds that are entered at this desk, and not only received. */
const ownKinds = inboundTabs.map(({ def }) => def).filter(isOwn)

const columnsOf = (def: BoardDef): Column<InboundRow>[] => [
  { key: 'billNo', title: '单号', width: 122, fixed: 'left', sort: false, isKey: true },
  { key: 'state', title: '状态', kind: 'state', sort: false, isKey: true },
  { key: 'bizDate', title: '业务日期', kind: 'date', sort: false },
  { key: 'partnerName', title: `来源单位（${def.partnerTitle}）`, width: 160, sort: false, isKey: true },
  { key: 'warehouseName', title: '仓库', width: 72, sort: false },
  ...('reason' in def.header.shape ? [{ key: 'reason', title: '原因', width: 84, sort: false }] : []),
  { key: 'lineCount', title: '品种', kind: 'count', sort: false, total: true },
  { key: 'totalQty', title: '应收数', kind: 'qty', sort: false, isKey: true },
  { key: 'receivedQty', title: '已收数', kind: 'qty', sort: false },
  { key: 'arrivedAt', title: '到货时间', kind: 'time', sort: false, isKey: true },
  { key: 'creatorName', title: '制单人', width: 64, sort: false },
  { key: 'remark', title: '备注', width: 180, sort: false },
]

const filters = (
  <>
    <SelectFilter name="status" title="收货状态" options={inboundStatus} />
    <TextFilter name="billNo" title="单号" search placeholder="扫描或输入单号" />
    <WarehouseFilter name="warehouseId" />
    <PartnerFilter name="partnerId" title="来源单位" role={['supplier', 'customer']} />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />
    <DateRangeFilter more />
  </>
)

type Overlay = { row: InboundRow } & (
  | { kind: 'count'; count: Pick<CountDialogProps, 'lines' | 'warehouseId'> }
  | { kind: 'sendBack' | 'print' }
)

/** 入库管理 (business/warehouse 2.1): the warehouse's desk for goods that come in. */
export default function InboundBoard() {
  const session = useSession()
  const { has } = session
  const { open } = useTabs()
  const [overlay, setOverlay] = useState<Overlay>()
  /** Raised by whatever is opened: lines that come for a row that was left for another one open nothing. */
  const opened = useRef(0)
  const show = (next: Overlay | undefined) => {
    opened.current += 1
    setOverlay(next)
  }
  const close = () => show(undefined)
  const mayPost = (row: InboundRow) => {
    const { def } = inboundTab(row.kind)
    return isWaiting(row) && mayStep(def, def.board.action, row, session)
  }

  const forget = useRefreshCalls()
  const refresh = ({ kind }: InboundRow) => forget(inboundTab(kind).list, inboundTab(kind).totals)

  const count = async (row: InboundRow) => {
    opened.current += 1
    const mine = opened.current
    const found = await call(readInbound, { params: { kind: row.kind, id: row.id } }).catch(() => undefined)
    if (!found || mine !== opened.current) return
    show({ kind: 'count', row, count: { lines: found.lines, warehouseId: row.warehouseId } })
  }
  const post = async (row: InboundRow, counted: CountedLines) => {
    const done = await call(actInbound, {
      params: { kind: row.kind, id: row.id, action: inboundTab(row.kind).def.board.action },
      body: { version: row.version, input: counted },
      idempotencyKey: newIdempotencyKey(),
    })
    toast.success(`${done.billNo} 已入库`)
    refresh(row)
  }

  const rowActions = (row: InboundRow): RowAction[] => [
    ...(mayPost(row) ? [{ key: 'count', label: '收货', run: () => void count(row) }] : []),
    { key: 'print', label: '上架单', run: () => show({ kind: 'print', row }) },
    ...(isOwn(inboundTab(row.kind).def)
      ? [{ key: 'open', label: '打开单据', run: () => open(documentPath(row.kind, row.id) ?? '') }]
      : []),
    ...(row.state === 'approved' && mayStep(inboundTab(row.kind).def, 'sendBack', row, session)
      ? [{ key: 'sendBack', label: '差异退回', danger: true, run: () => show({ kind: 'sendBack', row }) }]
      : []),
  ]
  const openRow = (row: InboundRow) => (mayPost(row) ? void count(row) : show({ kind: 'print', row }))

  const toolbar = () =>
    ownKinds
      .filter(({ buttons }) => has(buttons.add))
      .map((def) => (
        <Fragment key={def.kind}>
          <Button size="small" type="primary" onClick={() => open(newDocument(def))}>
            {def.board.tab}新增
          </Button>
          <Button size="small" onClick={() => open(`/${documentScreen(def.kind)?.screen}`)}>
            {def.title}
          </Button>
        </Fragment>
      ))
  const tabs = inboundTabs.map(({ def, list, totals }) =>
    queryTab<InboundRow>({
      key: def.kind,
      title: def.board.tab,
      list,
      totals,
      counted: { status: 'waiting' },
      columns: columnsOf(def),
      nothing: '没有待入库的单据',
      rowActions,
      onOpen: openRow,
      toolbar,
      filters,
    }),
  )
  return (
    <>
      <QueryPage name="purWareHous" tabs={tabs} defaults={{ status: 'waiting' }} />
      {overlay?.kind === 'count' && (
        <CountDialog
          key={`${overlay.row.kind}/${overlay.row.id}`}
          title={`${inboundTab(overlay.row.kind).def.board.tab} ${overlay.row.billNo}`}
          countTitle="实收"
          expectedTitle="应收"
          okText="确认入库"
          {...overlay.count}
          onConfirm={(counted) => post(overlay.row, counted)}
          onClose={close}
        />
      )}
      {overlay?.kind === 'sendBack' && (
        <SendBackDialog row={overlay.row} onDone={() => refresh(overlay.row)} onClose={close} />
      )}
      {overlay?.kind === 'print' && <PlacingPrint row={overlay.row} onClose={close} />}
    </>
  )
}

const isWaiting = (row: InboundRow) => waitingStates(inboundTab(row.kind).def).includes(row.state)
