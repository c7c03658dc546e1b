import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { Button } from 'antd'
import type { EditorApi } from '../../kit/document/document-context'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { type LineColumnChoice, partColumns, tradeColumns } from '../../kit/goods-editor/line-columns'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { SourceButton } from '../../pickers/source-button'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { CollectButton, freightPayers } from '../figures'
import { boardless } from './boardless'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { newDocument } from '../../kit/document/document-screens'

const { AddressField, CheckField, DayField, EmployeeField, MoneyField, TextField } = fieldsOf(salesOrder)

const sources = [salesQuotation]

const columns: LineColumnChoice[] = [
  ...partColumns,
  'available',
  ...tradeColumns,
  { name: 'executedQty', title: '已出' },
  { name: 'closedQty', title: '不再出', kind: 'readonly', width: 76, hidden: true },
  'sourceNo',
  'remark',
]

/** 销售订单: what a customer asks for (business/sales 2.1). */
export default function SalesOrderEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const toolbar = (editor: EditorApi) => {
    const isOpen = editor.state === 'approved' || editor.state === 'partial'
    return (
      <>
        <SourceButton sources={sources} role="customer" />
        {canBeDrawn(editor.header) && has(button('sales_delivery', 'add')) && (
          <Button
            size="small"
            onClick={() => open(newDocument(salesDelivery, { source: salesOrder, sourceId: editor.id }))}
          >
            转出库
          </Button>
        )}
        {(isOpen || editor.state === 'submitted') && (
          <CollectButton editor={editor} title="收订金" source={salesOrder} />
        )}
      </>
    )
  }
  const board = (editor: EditorApi) =>
    editor.state === 'submitted' ? [{ label: '换货、部分确认', run: () => open(`/orderConfirm?id=${editor.id}`) }] : []
  return (
    <GoodsEditor document={boardless} toolbar={toolbar} instead={{ approve: board }}>
      <HeaderFields>
        <TradeFields role="customer" />
        <DayField name="deliveryOn" />
        <TermFields />
        <EmployeeField name="salespersonId" />
        <MoneyField name="deposit" />
        <CheckField name="allowBackorder" />
        <TextField name="vehicleText" />
        <ChargeFields freightPayers={freightPayers} />
        <AddressField name="address" span={2} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" />
    </GoodsEditor>
  )
}
