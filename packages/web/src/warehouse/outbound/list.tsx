import { waitingStates } from '@chepu/contract/kernel/document'
import type { BoardDef } from '@chepu/contract/warehouse/board'
import { type OutboundRow, outboundStatus, outboundTab, outboundTabs } from '@chepu/contract/warehouse/outbound'
import { Button } from 'antd'
import { useState } from 'react'
import type { Column } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { PickDialog } from './pick-dialog'
import { WaybillDialog } from './waybill-dialog'
import { isOwn, mayStep } from '../board-kinds'
import { newDocument } from '../../kit/document/document-screens'

const columns: Column<OutboundRow>[] = [
  { key: 'billNo', title: '单号', width: 122, fixed: 'left', sort: false, isKey: true },
  { key: 'partnerName', title: '客户', width: 144, sort: false, isKey: true },
  { key: 'warehouseName', title: '仓库', width: 72, sort: false },
  { key: 'lineCount', title: '品种', kind: 'count', sort: false, total: true },
  { key: 'totalQty', title: '应发', kind: 'qty', sort: false, isKey: true },
  { key: 'shippedQty', title: '已发', kind: 'qty', sort: false },
  { key: 'arrivedAt', title: '到单时间', kind: 'time', sort: false, isKey: true },
  { key: 'carrierName', title: '物流', width: 92, sort: false, isKey: true },
  { key: 'waybill', title: '运单号', width: 100, sort: false },
  { key: 'packages', title: '件数', kind: 'count', sort: false, total: false },
  { key: 'creatorName', title: '制单人', width: 56, sort: false, isKey: true },
  { key: 'address', title: '收货地址', width: 180, sort: false },
  { key: 'remark', title: '备注', width: 160, sort: false },
]
const reason: Column<OutboundRow> = { key: 'reason', title: '原因', width: 100, sort: false }

type Overlay = { row: OutboundRow; kind: 'pick' | 'waybill' }

/** 出库管理: the warehouse-keeper's desk for everything that leaves (business/warehouse 2.2). */
export default function Outbound() {
  const session = useSession()
  const { has } = session
  const { open } = useTabs()
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)
  const refresh = useRefreshCalls()
  const done = () => {
    const tab = overlay && outboundTab(overlay.row.kind)
    refresh(tab?.list, tab?.totals)
    close()
  }
  const tabs = outboundTabs.map(({ def, list, totals }) =>
    queryTab<OutboundRow>({
      key: def.kind,
      title: def.board.tab,
      list,
      totals,
      counted: { status: 'waiting' },
      columns: columnsOf(def),
      nothing: '没有待出库的单据',
      onOpen: (row) => setOverlay({ row, kind: 'pick' }),
      rowActions: (row) => [
        {
          key: 'pick',
          label:
            waitingStates(def).includes(row.state) && mayStep(def, def.board.action, row, session)
              ? '拣货出库'
              : '拣货明细',
          run: () => setOverlay({ row, kind: 'pick' }),
        },
        ...(mayStep(def, def.board.action, row, session) &&
        'waybill' in def.header.shape &&
        (row.state === 'approved' || row.state === 'done')
          ? [
              {
                key: 'waybill',
                label: '填运单号',
                run: () => setOverlay({ row, kind: 'waybill' }),
              },
            ]
          : []),
      ],
      toolbar: (list) =>
        boardTools(def, isOwn(def) && has(def.buttons.add) ? () => open(newDocument(def)) : undefined, list.refresh),
      filters: (
        <>
          <TextFilter name="billNo" title="单号" search />
          <SelectFilter name="status" title="发货状态" options={outboundStatus} />
          <WarehouseFilter name="warehouseId" />
          <PartnerFilter
            name="partnerId"
            title={def.partnerTitle}
            role={def.area === 'purchase' ? 'supplier' : 'customer'}
          />
          <PartnerFilter name="carrierId" title="物流" role="logistics" more />
          <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />
          <DateRangeFilter more />
        </>
      ),
    }),
  )
  return (
    <>
      <QueryPage name="outWareHous" tabs={tabs} defaults={{ status: 'waiting' }} />
      {overlay?.kind === 'pick' && <PickDialog row={overlay.row} onDone={done} onClose={close} />}
      {overlay?.kind === 'waybill' && <WaybillDialog row={overlay.row} onDone={done} onClose={close} />}
    </>
  )
}

/** A function and no component: the bar of a phone looks for the chief one among the buttons that it is given. */
const boardTools = (def: BoardDef, add: (() => void) | undefined, refresh: () => void) => (
  <>
    {add && (
      <Button size="small" type="primary" onClick={add}>
        {def.board.tab}新增
      </Button>
    )}
    <Button size="small" onClick={refresh}>
      刷新
    </Button>
  </>
)

const columnsOf = (def: BoardDef): Column<OutboundRow>[] => [
  ...columns.map((column) => (column.key === 'partnerName' ? { ...column, title: def.partnerTitle } : column)),
  ...('reason' in def.header.shape ? [reason] : []),
]
