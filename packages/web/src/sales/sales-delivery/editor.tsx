import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/source-lines'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { Button } from 'antd'
import { type EditorApi, useHeader } from '../../kit/document/document-context'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { type LineColumnChoice, partColumns, tradeColumns } from '../../kit/goods-editor/line-columns'
import { useLabels } from '../../kit/print/label-roll'
import { hasOpenAmount } from '../../kit/document/open-amount'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { fieldsOf } from '../../pickers/fields'
import { InvoiceButton } from '../../pickers/invoice-button'
import { SourceButton } from '../../pickers/source-button'
import { Lines } from '../../pickers/part-lines'
import { ChargeFields, TermFields, TradeFields } from '../../pickers/trade-fields'
import { boxLabelButton, boxLabelsOf } from '../box-labels'
import { collected, CollectButton, CreditFigures, freightPayers } from '../figures'
import { GivenFor, isGiven, withoutPrices } from '../given-for'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { newDocument } from '../../kit/document/document-screens'

const { AddressField, EmployeeField, MoneyField, PartnerField, TextField } = fieldsOf(salesDelivery)

const sources = [salesOrder, salesQuotation]

const figures = (editor: EditorApi) => (
  <>
    <CreditFigures />
    {collected(editor)}
  </>
)

const columns: LineColumnChoice[] = [
  ...partColumns,
  'available',
  ...tradeColumns,
  'locationId',
  'batchNo',
  'sourceNo',
  'returnedQty',
  'unitCost',
  'costAmount',
  'remark',
]

/** 销售出库单: the seller's desk (business/sales 2.3). */
export default function SalesDeliveryEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const [printLabels, roll] = useLabels()
  // The labels say what is saved, so what is typed is saved first.
  const labelBoxes = async (editor: EditorApi) => {
    if (editor.id === undefined || (editor.dirty && !(await editor.save()))) return
    await printLabels(await boxLabelsOf(editor.id))
  }
  const toolbar = (editor: EditorApi) => (
    <>
      {!isGiven(editor.header) && <SourceButton sources={sources} role="customer" />}
      {editor.isPosted && hasOpenAmount(editor.header) && <CollectButton editor={editor} source={salesDelivery} />}
      <InvoiceButton side="AR" kind={salesDelivery.kind} editor={editor} />
      {editor.id !== undefined && editor.header.isRed !== true && has(boxLabelButton) && (
        <Button size="small" onClick={() => void labelBoxes(editor)}>
          箱标
        </Button>
      )}
      {roll}
      {canBeDrawn(editor.header) && !isGiven(editor.header) && has(button('sales_return', 'add')) && (
        <Button
          size="small"
          onClick={() => open(newDocument(salesReturn, { source: salesDelivery, sourceId: editor.id }))}
        >
          转退货
        </Button>
      )}
    </>
  )
  return (
    <GoodsEditor document={salesDelivery} toolbar={toolbar} figures={figures}>
      <HeaderFields>
        <TradeFields role="customer" />
        <TermFields due />
        <EmployeeField name="salespersonId" />
        <ChargeFields freightPayers={freightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="packages" />
        <MoneyField name="codAmount" />
        <AddressField name="address" span={2} />
        <TextField name="vehicleText" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <GivenFor what="三包换货" />
      <DeliveryLines />
    </GoodsEditor>
  )
}

const givenColumns = withoutPrices(columns)

function DeliveryLines() {
  return <Lines columns={isGiven(useHeader()) ? givenColumns : columns} mode="sale" outgoing />
}
