import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/former'
import type { GoodsRow } from '@chepu/contract/kernel/goods-document'
import { arrivals, purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { DocumentList } from '../../kit/document-list'
import { FlagFilter, SelectFilter } from '../../kit/filters'
import { documentColumns, documentEnd, type GoodsColumn, type GoodsColumnName } from '../../kit/goods-columns'
import type { RowAction } from '../../kit/row-actions'
import { useSession } from '../../kit/session'
import { useTabs } from '../../kit/tabs'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from '../../pickers/filters'
import { orderPrints } from '../prints'

const executedTones = { none: 'grey', part: 'violet', full: 'green' }

/** What has come of an order, in the colours of states. */
function ArrivalTag({ row: { executed } }: { row: GoodsRow }) {
  return <span className={`kit-tag kit-tag-${executedTones[executed]}`}>{arrivals[executed]}</span>
}

const ownColumns: GoodsColumn[] = [
  { key: 'openQty', title: '未到数量', kind: 'qty', sort: false, isKey: true },
  { key: 'expectedOn', title: '预计到货日', kind: 'date' },
  {
    key: 'executed',
    title: '到货状态',
    width: 76,
    sort: false,
    isKey: true,
    render: (row) => <ArrivalTag row={row} />,
  },
]

const columns: (GoodsColumnName | GoodsColumn)[] = [
  ...documentColumns,
  'executedQty',
  ...ownColumns,
  'creatorName',
  ...documentEnd,
  'handlerName',
]

/** 采购订单 (DOMAIN 2.3 purchaseOrder). */
export default function PurchaseOrderList() {
  const { open } = useTabs()
  const { has } = useSession()
  const to = (key: string, label: string, path: string): RowAction => ({ key, label, run: () => open(path) })
  const rowActions = (row: GoodsRow): RowAction[] => [
    ...(canBeDrawn(row) && has(button('goods_receipt', 'add'))
      ? [to('receive', '转入库', `/purchase?new=1&source=${purchaseOrder.kind}&sourceId=${row.id}`)]
      : []),
    ...(row.state !== 'voided' && row.state !== 'done' && has(button('payment', 'add'))
      ? [
          to(
            'prepay',
            '付预付款',
            `/payment?new=1&partnerId=${row.partnerId}&source=${purchaseOrder.kind}&sourceId=${row.id}`,
          ),
        ]
      : []),
  ]
  return (
    <DocumentList
      document={purchaseOrder}
      columns={columns}
      keys={['executedQty']}
      titles={{ executedQty: '到货数量', handlerName: '采购员' }}
      prints={orderPrints}
      rowActions={rowActions}
    >
      <PartnerFilter name="partnerId" title="供应商" role="supplier" />
      <WarehouseFilter name="warehouseId" />
      <SelectFilter name="executed" title="到货状态" options={arrivals} more />
      <FlagFilter name="overdue" title="逾期未到" />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
