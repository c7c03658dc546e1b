import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { isZero } from '@chepu/contract/kernel/decimal'
import { purchaseOrder, purchaseOrderPrepayments } from '@chepu/contract/purchasing/purchase-order'
import { Button } from 'antd'
import type { EditorApi } from '../../kit/document/document-context'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { moneyText } from '../../kit/base/format'
import { type LineColumnChoice, partColumns, tradeColumns } from '../../kit/goods-editor/line-columns'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { freightPayers } from '../freight'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { payment } from '@chepu/contract/finance/payment'
import { newDocument } from '../../kit/document/document-screens'

const { DayField, EmployeeField, TextField } = fieldsOf(purchaseOrder)

const columns: LineColumnChoice[] = [
  ...partColumns,
  'available',
  ...tradeColumns,
  { name: 'executedQty', title: '已到货' },
  { name: 'closedQty', title: '已关闭', kind: 'readonly', width: 76, right: true, hidden: true },
  'remark',
]

const steps = (editor: EditorApi) => <Steps editor={editor} />
const prepaid = (editor: EditorApi) => <Prepaid editor={editor} />

/** 采购订单 (business/purchasing 2.1): what we ask a supplier to send. */
export default function PurchaseOrderEditor() {
  return (
    <GoodsEditor document={purchaseOrder} toolbar={steps} figures={prepaid}>
      <HeaderFields>
        <TradeFields role="supplier" />
        <DayField name="expectedOn" />
        <TermFields />
        <EmployeeField name="handlerId" title="采购员" />
        <ChargeFields freightPayers={freightPayers} />
        <TextField name="shipTo" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="purchase" />
    </GoodsEditor>
  )
}

/** 转入库 and 付预付款 of an order under way. */
function Steps({ editor }: { editor: EditorApi }) {
  const { open } = useTabs()
  const { has } = useSession()
  const former = { source: purchaseOrder, sourceId: editor.id }
  const isUnderWay = editor.state === 'approved' || editor.state === 'partial'
  return (
    isUnderWay && (
      <>
        {canBeDrawn(editor.header) && has(button('goods_receipt', 'add')) && (
          <Button size="small" onClick={() => open(newDocument(goodsReceipt, former))}>
            转入库
          </Button>
        )}
        {has(button('payment', 'add')) && (
          <Button size="small" onClick={() => open(newDocument(payment, { partnerId: editor.partnerId, ...former }))}>
            付预付款
          </Button>
        )}
      </>
    )
  )
}

/** What was paid ahead for the order, and what the supplier holds of us in all (business/purchasing 1.4). */
function Prepaid({ editor }: { editor: EditorApi }) {
  const { sees } = useSession()
  const found = useCall(
    purchaseOrderPrepayments,
    { params: { id: editor.id ?? 0 } },
    { enabled: editor.id !== undefined && sees('purchase_price') },
  )
  const { paid = '0', supplierBalance = '0' } = found.data ?? {}
  if (isZero(paid) && isZero(supplierBalance)) return null
  return (
    <>
      <Figure title="已付预付款" value={moneyText(paid)} />
      <Figure title="供应商预付余额" value={moneyText(supplierBalance)} />
    </>
  )
}
