import { button } from '@chepu/contract/access/catalogue'
import {
  type ExpiringStockRow,
  expiringStock,
  type HighStockRow,
  highStock,
  type IdleStockRow,
  idleStock,
  type LowStockRow,
  lowStock,
} from '@chepu/contract/warehouse/inventory-warning'
import type { LookupWarehouse } from '@chepu/contract/basics/lookups'
import { asksForTransfer, seesGroupStock } from '@chepu/contract/warehouse/group-stock'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { qtyText } from '../../kit/base/format'
import { toast } from '../../kit/base/toast'
import { listOf } from '../../kit/list/columns'
import { TextFilter } from '../../kit/list/filters'
import type { ListApi } from '../../kit/list/list-page'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useDialog } from '../../kit/ui/use-dialog'
import { WarehouseFilter } from '../../pickers/filters'
import { useWarehouses } from '../../pickers/lists'
import { partFilters } from '../../pickers/part-filters'
import { LimitsDialog } from './limits-dialog'
import { OrderDialog } from './order-dialog'
import { arithmeticOf } from './suggestion'
import { TransferDialog } from './transfer-dialog'

const filters = (
  <>
    <TextFilter name="part" title="配件" search placeholder="编码/名称/拼音/OE号/条码" />
    <WarehouseFilter name="warehouseId" />
    {partFilters}
  </>
)
const filtersWithin = (title: string) => (
  <>
    <TextFilter name="part" title="配件" search placeholder="编码/名称/拼音/OE号/条码" />
    <TextFilter name="days" title={title} />
    <WarehouseFilter name="warehouseId" />
    {partFilters}
  </>
)

const low = listOf(lowStock, {
  suggestedQty: { render: (row) => <span title={arithmeticOf(row)}>{qtyText(row.suggestedQty)}</span> },
})
const high = listOf(highStock)
const idle = listOf(idleStock)
const expiring = listOf(expiringStock)

interface WithPart {
  partId: number
  partCode: string
}

/** Whose limits 设上下限 sets (business/warehouse 4.3): those of the warehouse asked for, else of the rows'; undefined for the products as a whole. */
function placeOf(
  [first]: readonly (LowStockRow | HighStockRow)[],
  asked: string | undefined,
  warehouses: readonly LookupWarehouse[],
) {
  const id = asked ? Number.parseInt(asked, 10) : first?.warehouseId
  if (!id) return undefined
  return { id, name: warehouses.find((each) => each.id === id)?.name ?? '' }
}

/** 库存预警 (business/warehouse 4): what is too little, too much, lies too long, or will be over; and what to do about it. */
export default function InventoryWarning() {
  const { has } = useSession()
  const { open } = useTabs()
  const [order, orderDialog] = useDialog(OrderDialog)
  const [request, requestDialog] = useDialog(TransferDialog)
  const [limits, limitsDialog] = useDialog(LimitsDialog)
  const warehouses = useWarehouses()
  const toStock = ({ partCode }: WithPart): string => `/stockInquiry?tab=warehouse&part=${encodeURIComponent(partCode)}`
  const setLimits = async <Row extends LowStockRow | HighStockRow>(rows: readonly Row[], list: ListApi<Row>) => {
    const places = new Set(rows.map(({ warehouseId }) => warehouseId))
    if (places.size > 1 && !list.filters['warehouseId'])
      toast.warning('所选商品的上下限属于不同仓库，请分别设置，或先按仓库筛选')
    else if (await limits({ rows, warehouse: placeOf(rows, list.filters['warehouseId'], warehouses) })) list.refresh()
  }
  const mayLimit = has(button('stock', 'set_limit'))
  const limited = <Row extends LowStockRow | HighStockRow>(row: Row, list: ListApi<Row>): RowAction[] => [
    ...(mayLimit ? [{ key: 'limits', label: '设上下限', run: () => void setLimits([row], list) }] : []),
    { key: 'stock', label: '库存', run: () => open(toStock(row)) },
  ]
  const ofStock = (row: WithPart): RowAction[] => [{ key: 'stock', label: '库存', run: () => open(toStock(row)) }]
  const limitsButton = <Row extends LowStockRow | HighStockRow>(list: ListApi<Row>) =>
    mayLimit && (
      <Button size="small" disabled={list.selected.length === 0} onClick={() => void setLimits(list.selected, list)}>
        设上下限
      </Button>
    )
  const purchase = async (list: ListApi<LowStockRow>) => {
    if (await order(list.selected)) list.refresh()
  }
  const transfer = async (list: ListApi<LowStockRow>) => {
    if (await request(list.selected)) list.refresh()
  }
  const lowButtons = (list: ListApi<LowStockRow>) => (
    <>
      {has(button('purchase_order', 'add')) && (
        <Button size="small" type="primary" disabled={list.selected.length === 0} onClick={() => void purchase(list)}>
          生成采购订单
        </Button>
      )}
      {has(asksForTransfer) && has(seesGroupStock) && (
        <Button size="small" disabled={list.selected.length === 0} onClick={() => void transfer(list)}>
          生成调拨申请
        </Button>
      )}
      {limitsButton(list)}
    </>
  )
  const tabs = [
    queryTab<LowStockRow>({
      ...low,
      key: 'low',
      nothing: '没有低于下限的配件',
      keyOf: (row) => row.key,
      selectable: true,
      counted: {},
      toolbar: lowButtons,
      rowActions: (row, _drill, list) => limited(row, list),
      onOpen: (row) => open(toStock(row)),
      filters,
    }),
    queryTab<HighStockRow>({
      ...high,
      key: 'high',
      nothing: '没有高于上限的配件',
      keyOf: (row) => row.key,
      selectable: true,
      counted: {},
      toolbar: limitsButton,
      rowActions: (row, _drill, list) => limited(row, list),
      onOpen: (row) => open(toStock(row)),
      filters,
    }),
    queryTab<IdleStockRow>({
      ...idle,
      key: 'idle',
      nothing: '没有呆滞的配件',
      keyOf: (row) => row.key,
      counted: {},
      rowActions: ofStock,
      onOpen: (row) => open(toStock(row)),
      filters: filtersWithin('天数（无出库）'),
    }),
    queryTab<ExpiringStockRow>({
      ...expiring,
      key: 'expiring',
      nothing: '没有临期的批次',
      keyOf: (row) => row.key,
      counted: {},
      rowActions: ofStock,
      onOpen: (row) => open(toStock(row)),
      filters: filtersWithin('剩余天数至多'),
    }),
  ]
  return (
    <>
      <QueryPage name="InventoryWarning" tabs={tabs} />
      {orderDialog}
      {requestDialog}
      {limitsDialog}
    </>
  )
}
