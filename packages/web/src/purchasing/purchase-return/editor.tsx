import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { EditorApi } from '../../kit/document/document-context'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { settledFigures } from '../../kit/document/figure'
import { type LineColumnChoice, partColumns, tradeColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { InvoiceButton } from '../../pickers/invoice-button'
import { SourceButton } from '../../pickers/source-button'
import { Lines } from '../../pickers/part-lines'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { returnFreightPayers } from '../freight'

const { EmployeeField, PartnerField, TextField, WordField } = fieldsOf(purchaseReturn)

const sources = [goodsReceipt]

const columns: LineColumnChoice[] = [
  ...partColumns,
  'available',
  ...tradeColumns,
  'locationId',
  'batchNo',
  { name: 'sourceNo', title: '原入库单' },
  'unitCost',
  'costAmount',
  'remark',
]

const toolbar = (editor: EditorApi) => (
  <>
    <SourceButton sources={sources} role="supplier" />
    <InvoiceButton side="AP" kind={purchaseReturn.kind} editor={editor} isBack />
  </>
)

/** 采购退货单 (business/purchasing 2.4): by former receipt, or free. */
export default function PurchaseReturnEditor() {
  return (
    <GoodsEditor document={purchaseReturn} toolbar={toolbar} figures={credited}>
      <HeaderFields>
        <TradeFields role="supplier" />
        <WordField name="reason" words="purchase_return_reason" />
        <TermFields />
        <EmployeeField name="handlerId" title="采购员" />
        <ChargeFields freightPayers={returnFreightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="purchase" outgoing />
    </GoodsEditor>
  )
}

const credited = settledFigures('已冲/退款', '未冲/退款')
