import { button } from '@chepu/contract/access/catalogue'
import { disposals, salesReturn } from '@chepu/contract/sales/sales-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { Button } from 'antd'
import { type EditorApi, useHeader } from '../../kit/document/document-context'
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
import { GivenFor, isGiven } from '../given-for'
import { collection } from '@chepu/contract/finance/collection'
import { newDocument } from '../../kit/document/document-screens'

const { EmployeeField, PartnerField, SelectField, TextField, WordField } = fieldsOf(salesReturn)

const sources = [salesDelivery]
const freightPayers = { us: '我方承担', partner: '客户承担' }

const columns: LineColumnChoice[] = [
  ...partColumns,
  ...tradeColumns,
  'locationId',
  'batchNo',
  { name: 'sourceNo', title: '原出库单' },
  { name: 'unitCost', title: '成本单价', kind: 'price' },
  'costAmount',
  'remark',
]

/** 销售退货单: goods come back, by their delivery or free (business/sales 2.4). */
export default function SalesReturnEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const toolbar = (editor: EditorApi) => (
    <>
      {!isGiven(editor.header) && <SourceButton sources={sources} role="customer" />}
      {editor.isPosted && hasOpenAmount(editor.header) && has(button('collection', 'refund')) && (
        <Button
          size="small"
          onClick={() => open(newDocument(collection, { partnerId: editor.partnerId, purpose: 'refund' }))}
        >
          退款
        </Button>
      )}
      <InvoiceButton side="AR" kind={salesReturn.kind} editor={editor} isBack />
    </>
  )
  return (
    <GoodsEditor document={salesReturn} toolbar={toolbar} figures={refunded}>
      <HeaderFields>
        <TradeFields role="customer" />
        <Disposal />
        <WordField name="reason" words="sales_return_reason" />
        <TermFields />
        <EmployeeField name="salespersonId" />
        <ChargeFields freightPayers={freightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <GivenFor what="三包退货，旧件不入库" />
      <Lines columns={columns} mode="sale" />
    </GoodsEditor>
  )
}

/** What is given for a bill to a manufacturer is an old part already and goes nowhere. */
function Disposal() {
  return isGiven(useHeader()) ? null : <SelectField name="disposal" options={disposals} />
}

const refunded = settledFigures('已冲/退款', '未冲')
