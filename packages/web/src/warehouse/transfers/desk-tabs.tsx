import { type DeskRow, type DeskTab, deskTabs } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, TextFilter } from '../../kit/list/filters'
import { queryTab } from '../../kit/list/query-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { WarehouseFilter } from '../../pickers/filters'
import { SisterFilter } from './sister-filter'
import { useArrivals } from './receive-buttons'
import { useSupplying } from './supplying'

const pathOf = (row: DeskRow) => documentPath(row.kind, row.id)

const filters = (
  <>
    <TextFilter name="billNo" title="单号" search placeholder="扫描或输入单号" />
    <WarehouseFilter name="warehouseId" />
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
    <SisterFilter more />
    <DateRangeFilter more />
  </>
)

/** Kinds whose states a tab shows. */
const statesOf = {
  requests: transferRequest.states,
  sending: transferRequest.states,
  travelling: transferOrder.states,
  receiving: transferOrder.states,
}

const nothing = {
  requests: '没有未完成的调拨申请',
  sending: '没有待发货的调拨',
  travelling: '没有在途的调拨',
  receiving: '没有待收货的调拨',
}

/** Tabs of the desk of transfers, and the dialog that one of their rows has opened. */
export function useDeskTabs(names: readonly DeskTab[]): {
  tabs: ReturnType<typeof queryTab<DeskRow>>[]
  dialog: ReactNode
} {
  const { has } = useSession()
  const { open } = useTabs()
  const forget = useRefreshCalls()
  const refresh = () => forget(...Object.values(deskTabs).flatMap(({ list, totals }) => [list, totals]))
  const { actionsOf, dialog } = useArrivals(refresh)
  const { maySend, send } = useSupplying()
  const isSent = (row: DeskRow) => row.kind === transferOrder.kind && row.days !== null
  const rowActions =
    (tab: DeskTab) =>
    (row: DeskRow): RowAction[] => [
      ...(isSent(row) ? actionsOf(row).filter(({ key }) => key === 'decide' || tab === 'receiving') : []),
      ...(tab === 'sending' && row.kind === transferRequest.kind && row.state !== 'submitted' && maySend(row)
        ? [{ key: 'send', label: '转调拨单', run: () => send(row.id) }]
        : []),
      { key: 'open', label: '查看', run: () => open(pathOf(row) ?? '') },
    ]
  const toolbar = () =>
    [transferRequest, transferOrder]
      .filter(({ buttons }) => has(buttons.add))
      .map((def) => (
        <Button key={def.kind} size="small" type="primary" onClick={() => open(newDocument(def))}>
          新{def.title}
        </Button>
      ))
  const tabs = names.map((name) =>
    queryTab<DeskRow>({
      ...listOf(deskTabs[name], { billNo: { href: pathOf }, state: { states: statesOf[name] } }),
      key: name,
      counted: {},
      nothing: nothing[name],
      keyOf: ({ kind, id }) => `${kind} ${id}`,
      onOpen: (row) => open(pathOf(row) ?? ''),
      rowActions: rowActions(name),
      toolbar,
      filters,
    }),
  )
  return { tabs, dialog }
}
