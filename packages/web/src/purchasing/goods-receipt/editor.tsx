import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { Button } from 'antd'
import type { EditorApi } from '../../kit/document/document-context'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { settledFigures } from '../../kit/document/figure'
import { type LineColumnChoice, partColumns, tradeColumns } from '../../kit/goods-editor/line-columns'
import { hasOpenAmount } from '../../kit/document/open-amount'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { fieldsOf } from '../../pickers/fields'
import { InvoiceButton } from '../../pickers/invoice-button'
import { SourceButton } from '../../pickers/source-button'
import { Lines } from '../../pickers/part-lines'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { freightPayers } from '../freight'
import { useReceiptLabels } from './labels'
import { payment } from '@chepu/contract/finance/payment'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { newDocument } from '../../kit/document/document-screens'

const { EmployeeField, PartnerField, TextField } = fieldsOf(goodsReceipt)

const sources = [purchaseOrder]

const columns: LineColumnChoice[] = [
  ...partColumns,
  ...tradeColumns,
  'locationId',
  'batchNo',
  { name: 'producedOn', title: '生产日期', kind: 'text', width: 100, hidden: true },
  'sourceNo',
  'returnedQty',
  'unitCost',
  'costAmount',
  'remark',
]

/** 采购入库单: the buyer's desk (business/purchasing 2.3). */
export default function GoodsReceiptEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const { labelsOf, labelDialog } = useReceiptLabels()
  const more = ({ id, billNo, isPosted }: EditorApi) => (isPosted && id !== undefined ? labelsOf({ id, billNo }) : [])
  const toolbar = (editor: EditorApi) => (
    <>
      <SourceButton sources={sources} role="supplier" />
      {editor.isPosted && hasOpenAmount(editor.header) && has(button('payment', 'add')) && (
        <Button
          size="small"
          onClick={() =>
            open(newDocument(payment, { partnerId: editor.partnerId, source: goodsReceipt, sourceId: editor.id }))
          }
        >
          付款
        </Button>
      )}
      <InvoiceButton side="AP" kind={goodsReceipt.kind} editor={editor} />
      {canBeDrawn(editor.header) && has(button('purchase_return', 'add')) && (
        <Button
          size="small"
          onClick={() => open(newDocument(purchaseReturn, { source: goodsReceipt, sourceId: editor.id }))}
        >
          转退货
        </Button>
      )}
    </>
  )
  return (
    <GoodsEditor document={goodsReceipt} toolbar={toolbar} more={more} figures={paid}>
      <HeaderFields>
        <TradeFields role="supplier" />
        <TermFields due />
        <EmployeeField name="handlerId" />
        <ChargeFields freightPayers={freightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="purchase" />
      {labelDialog}
    </GoodsEditor>
  )
}

const paid = settledFigures('已付', '未付')
