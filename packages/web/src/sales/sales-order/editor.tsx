import { button } from '@chepu/contract/access/catalogue'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { Button } from 'antd'
import { DocumentEditor, type EditorApi } from '../../kit/document-editor'
import { HeaderFields } from '../../kit/document-header'
import type { LineColumnChoice } from '../../kit/line-columns'
import { useSession } from '../../kit/session'
import { useTabs } from '../../kit/tabs'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { CollectButton, freightPayers } from '../figures'
import { orderPrints } from '../prints'

const {
  CheckField,
  DayField,
  EmployeeField,
  MoneyField,
  PartnerField,
  SelectField,
  SettlementField,
  TextField,
  WarehouseField,
} = fieldsOf(salesOrder)

const columns: LineColumnChoice[] = [
  'partId',
  'partName',
  'brandName',
  'spec',
  'oeNo',
  'fitment',
  'unitName',
  'available',
  'qty',
  { name: 'price', title: '售价' },
  'lastPrice',
  'discountRate',
  'netAmount',
  'taxRate',
  'tax',
  'taxed',
  'untaxed',
  { name: 'executedQty', title: '已出' },
  { name: 'closedQty', title: '不再出', kind: 'readonly', width: 76, hidden: true },
  'remark',
]

/** 销售订单: what a customer asks for (DOMAIN 2.4 saleOrder). */
export default function SalesOrderEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const toolbar = (editor: EditorApi) => {
    const isOpen = editor.state === 'approved' || editor.state === 'partial'
    return (
      <>
        {isOpen && has(button('sales_delivery', 'add')) && (
          <Button size="small" onClick={() => open(`/sale?new=1&source=${salesOrder.kind}&sourceId=${editor.id}`)}>
            转出库
          </Button>
        )}
        {editor.state === 'submitted' && has(button('order_confirm', 'confirm')) && (
          <Button size="small" onClick={() => open(`/orderConfirm?id=${editor.id}`)}>
            确认与换货
          </Button>
        )}
        {(isOpen || editor.state === 'submitted') && (
          <CollectButton editor={editor} title="收订金" source={salesOrder.kind} />
        )}
      </>
    )
  }
  return (
    <DocumentEditor document={boardless} prints={orderPrints} toolbar={toolbar}>
      <HeaderFields>
        <PartnerField name="partnerId" role="customer" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <DayField name="deliveryOn" />
        <SettlementField name="settlementMethodId" />
        <SelectField name="invoiceKind" options={invoiceKindLabels} />
        <CheckField name="taxIncluded" title="单价含税" />
        <EmployeeField name="salespersonId" />
        <MoneyField name="deposit" />
        <CheckField name="allowBackorder" />
        <MoneyField name="orderDiscount" />
        <MoneyField name="freight" />
        <SelectField name="freightPayer" options={freightPayers} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" />
    </DocumentEditor>
  )
}

// 换仓 and 换替换件 take choices that the board of 订单确认 offers; the editor leads there instead.
const { changeWarehouse: _warehouse, substitute: _part, ...editorActions } = salesOrder.actions
const boardless = { ...salesOrder, actions: editorActions }
