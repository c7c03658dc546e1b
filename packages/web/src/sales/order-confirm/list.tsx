import { confirmTotals, listConfirm, type ConfirmRow } from '@chepu/contract/sales/order-confirm'
import { confirmStates, salesOrder } from '@chepu/contract/sales/sales-order'
import { isNegative } from '@chepu/contract/kernel/decimal'
import { useState } from 'react'
import type { Column } from '../../kit/list/columns'
import { allowedActions } from '../../kit/document/document-actions'
import { DateRangeFilter, FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { moneyText } from '../../kit/base/format'
import { ListPage } from '../../kit/list/list-page'
import { useSession } from '../../kit/base/session'
import { countingOf } from '../../kit/list/summary'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { ConfirmDialog } from './confirm-dialog'

/** How many lines stand in the way: none is pale, any is red. */
const alarm = (count: number | undefined) =>
  count === undefined ? '' : <b className={count > 0 ? 'oc-alarm' : 'oc-calm'}>{count}</b>

const columns: Column<ConfirmRow>[] = [
  { key: 'billNo', title: '单号', width: 122, fixed: 'left', sort: false, isKey: true },
  { key: 'partnerName', title: '客户', width: 140, sort: false, isKey: true },
  { key: 'warehouseName', title: '仓库', width: 72, sort: false },
  { key: 'lineCount', title: '品种', kind: 'count', total: false, sort: false },
  { key: 'totalQty', title: '数量', kind: 'qty', sort: false },
  { key: 'totalTaxed', title: '金额', kind: 'money', field: 'doc_price', sort: false, isKey: true },
  {
    key: 'creditLeft',
    title: '信用余额',
    kind: 'money',
    isKey: true,
    field: 'credit_limit',
    total: false,
    sort: false,
    render: (row) =>
      row.creditLeft === undefined ? '' : row.creditLeft === null ? '不限' : <Credit left={row.creditLeft} />,
  },
  {
    key: 'shortLines',
    title: '缺货行',
    kind: 'count',
    isKey: true,
    total: false,
    sort: false,
    render: (row) => alarm(row.shortLines),
  },
  {
    key: 'belowMinLines',
    title: '低于最低价',
    kind: 'count',
    width: 76,
    isKey: true,
    total: false,
    sort: false,
    field: 'min_sale_price',
    render: (row) => alarm(row.belowMinLines),
  },
  { key: 'submittedAt', title: '提交时间', kind: 'time', sort: false, isKey: true },
  { key: 'overdueNo', title: '逾期单据', width: 122, sort: false },
  { key: 'allowBackorder', title: '缺货下单', kind: 'flag', width: 76, sort: false },
  { key: 'confirmState', title: '确认状态', width: 84, labels: confirmStates, sort: false },
  { key: 'deliveryOn', title: '交货日期', kind: 'date', sort: false },
  { key: 'salespersonName', title: '业务员', width: 64, sort: false },
  { key: 'creatorName', title: '制单人', width: 64, sort: false },
  { key: 'remark', title: '备注', width: 160, sort: false },
]
const states = {
  submitted: '待确认',
  approved: '已确认',
  partial: '部分出库',
  'submitted,approved,partial': '全部未完成',
}

const counting = { ...countingOf<ConfirmRow>(salesOrder), counted: '已确认', waiting: '待确认' }

function Credit(props: { left: string }) {
  return <span className={isNegative(props.left) ? 'oc-alarm' : undefined}>{moneyText(props.left)}</span>
}

/** 订单确认: submitted orders wait here for stock, floor and credit to be looked at (business/sales 2.2). */
export default function OrderConfirm() {
  const { id: linked, ...asked } = useScreenParams()
  const { open } = useTabs()
  const { org, has } = useSession()
  const refresh = useRefreshCalls()
  const [orderId, setOrderId] = useState(linked === undefined ? undefined : Number.parseInt(linked, 10))
  const done = () => {
    refresh(listConfirm, confirmTotals)
    setOrderId(undefined)
  }
  const mayConfirm = (row: ConfirmRow) => allowedActions(salesOrder, row, org, has).includes('confirm')
  return (
    <>
      <ListPage<ConfirmRow>
        name="orderConfirm"
        title="订单确认"
        nothing="没有待确认的订单"
        list={listConfirm}
        totals={confirmTotals}
        counting={counting}
        columns={columns}
        defaults={{ state: 'submitted' }}
        initial={asked}
        onOpen={(row) => setOrderId(row.id)}
        rowActions={(row) => [
          { key: 'confirm', label: mayConfirm(row) ? '确认' : '明细', run: () => setOrderId(row.id) },
          { key: 'open', label: '查看订单', run: () => open(`/saleOrder?id=${row.id}`) },
        ]}
      >
        <TextFilter name="billNo" title="单号" search />
        <SelectFilter name="state" title="状态" options={states} />
        <FlagFilter name="short" title="只看缺货" />
        <PartnerFilter name="partnerId" title="客户" role="customer" />
        <EmployeeFilter name="salespersonId" title="业务员" />
        <DateRangeFilter more />
      </ListPage>
      {orderId !== undefined && <ConfirmDialog orderId={orderId} onDone={done} onClose={() => setOrderId(undefined)} />}
    </>
  )
}
