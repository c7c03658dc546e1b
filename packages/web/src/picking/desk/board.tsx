import { button } from '@chepu/contract/access/catalogue'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { goodsColumns } from '@chepu/contract/kernel/goods-columns'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { pickingQueue, type QueueRow, queueStates } from '@chepu/contract/picking/desk'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { useSession } from '../../kit/base/session'
import { useRefreshCalls } from '../../kit/base/use-call'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { columnsOf, listOf } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { useTabs } from '../../kit/base/tabs'
import { useDialog } from '../../kit/ui/use-dialog'
import { EmployeeFilter, WarehouseFilter } from '../../pickers/filters'
import { IssueDialog } from './issue-dialog'

const queue = listOf(pickingQueue)
const known = columnsOfKind(picking, goodsColumns)
const shown = ['billNo', 'state', 'bizDate', 'workOrderName', 'vehicleName', 'partnerName', 'warehouseName']
const figures = ['lineCount', 'totalQty', 'costAmount', 'handlerName', 'creatorName', 'postedAt', 'remark']
const documentColumns = columnsOf(
  Object.fromEntries(
    [...shown, ...figures].flatMap((name) =>
      known[name] ? [[name, { ...known[name], ...(name === 'totalQty' && { isKey: true }) }]] : [],
    ),
  ),
)

/** 维修领料 (business/repair 5.5): orders whose material waits, and what was issued. */
export default function PickingBoard() {
  const { has } = useSession()
  const { open } = useTabs()
  const refresh = useRefreshCalls()
  const [issue, dialog] = useDialog(IssueDialog)
  const take = async ({ id, billNo }: QueueRow) => {
    if (await issue({ orderId: id, billNo })) refresh(pickingQueue.list, pickingQueue.totals, picking.routes.list)
  }
  const path = ({ id }: GoodsRow) => documentPath(picking.kind, id) ?? ''
  const waiting = queryTab<QueueRow>({
    ...queue,
    export: has(button('picking', 'export')) ? queue.export : undefined,
    key: 'queue',
    title: '待领料',
    counted: { status: 'waiting' },
    nothing: '没有待领料的工单',
    onOpen: (row) => void take(row),
    rowActions: (row) => [
      { key: 'issue', label: has(picking.buttons.add) ? '领料' : '查看', run: () => void take(row) },
    ],
    filters: (
      <>
        <TextFilter name="order" title="工单号/车牌" search />
        <SelectFilter name="status" title="状态" options={queueStates} />
        <EmployeeFilter name="salespersonId" title="服务顾问" />
        <EmployeeFilter name="technicianId" title="技师" more />
        <WarehouseFilter name="warehouseId" more />
      </>
    ),
  })
  const documents = queryTab<GoodsRow>({
    key: 'documents',
    title: '领料单',
    list: picking.routes.list as never,
    totals: picking.routes.totals as never,
    export: has(button('picking', 'export')) ? (picking.routes.export as never) : undefined,
    columns: documentColumns as never,
    onOpen: (row, drill) => drill.open(path(row)),
    rowActions: (row, drill) => [
      { key: 'open', label: '查看', run: () => drill.open(path(row)) },
      ...(row.state === 'done' && has(pickingReturn.buttons.add)
        ? [
            {
              key: 'return',
              label: '转退料',
              run: () => open(newDocument(pickingReturn, { source: picking, sourceId: row.id })),
            },
          ]
        : []),
    ],
    filters: (
      <>
        <TextFilter name="billNo" title="单号" search />
        <DateRangeFilter />
        <WarehouseFilter name="warehouseId" />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" more />
      </>
    ),
  })
  return (
    <>
      <QueryPage name="picking" tabs={[waiting, documents]} defaults={{ status: 'waiting' }} />
      {dialog}
    </>
  )
}
