import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { locationMove } from '@chepu/contract/warehouse/location-move'
import type { DeskTab } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { documentPath, newDocument } from '../../kit/document/document-screens'
import { documentEnd, documentHead, goodsColumns } from '../../kit/goods/goods-columns'
import type { Column } from '../../kit/list/columns'
import { DateRangeFilter, TextFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import { countingOf } from '../../kit/list/summary'
import type { ListRoute } from '../../kit/list/use-list'
import { WarehouseFilter } from '../../pickers/filters'
import { useDeskTabs } from './desk-tabs'

/** What waits at the own side, step by step. */
const names: readonly DeskTab[] = ['requests', 'sending', 'travelling', 'receiving']

const transfers = [transferRequest, transferOrder, transferReceipt]

const moveColumns = [...documentHead, 'warehouseName', 'lineCount', 'totalQty', 'creatorName', ...documentEnd] as const
const columns = moveColumns.map((name) => goodsColumns[name] as Column<GoodsRow>)
const counting = countingOf<GoodsRow>(locationMove)
const pathOf = ({ id }: GoodsRow) => documentPath(locationMove.kind, id) ?? ''

/** 移位单 beside the transfers: moves between bins of one warehouse. */
function useMovesTab() {
  const { has } = useSession()
  const { open } = useTabs()
  const { list, totals } = locationMove.routes
  return queryTab<GoodsRow>({
    key: 'moves',
    title: '移位单',
    nothing: '还没有移位单',
    list: list as unknown as ListRoute<GoodsRow>,
    totals,
    columns,
    counting,
    onOpen: (row) => open(pathOf(row)),
    rowActions: (row) => [{ key: 'open', label: '查看', run: () => open(pathOf(row)) }],
    toolbar: () =>
      has(locationMove.buttons.add) && (
        <Button size="small" type="primary" onClick={() => open(newDocument(locationMove))}>
          新移位单
        </Button>
      ),
    filters: (
      <>
        <TextFilter name="billNo" title="单号" search placeholder="扫描或输入单号" />
        <WarehouseFilter name="warehouseId" />
        <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" />
        <DateRangeFilter more />
      </>
    ),
  })
}

/** 调拨管理 (business/transfers 6). */
export default function Allocation() {
  const { has } = useSession()
  const mayTransfer = transfers.some(({ buttons }) => has(buttons.view))
  const { tabs, dialog } = useDeskTabs(mayTransfer ? names : [])
  const moves = useMovesTab()
  return (
    <>
      <QueryPage name="allocation" tabs={has(locationMove.buttons.view) ? [...tabs, moves] : tabs} />
      {dialog}
    </>
  )
}
