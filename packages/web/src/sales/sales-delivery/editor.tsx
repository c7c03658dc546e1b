import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/former'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { Button } from 'antd'
import { DocumentEditor, type EditorApi } from '../../kit/document-editor'
import { HeaderFields } from '../../kit/document-header'
import type { LineColumnChoice } from '../../kit/line-columns'
import { useLabels } from '../../kit/label-roll'
import { hasOpenAmount } from '../../kit/open-amount'
import { useSession } from '../../kit/session'
import { useTabs } from '../../kit/tabs'
import { fieldsOf } from '../../pickers/fields'
import { FormerButton } from '../../pickers/former-button'
import { Lines } from '../../pickers/part-lines'
import { boxLabelButton, boxLabelsOf } from '../box-labels'
import { collected, CollectButton, CreditFigures, freightPayers } from '../figures'
import { deliveryPrints } from '../prints'

const {
  CheckField,
  DayField,
  DueField,
  EmployeeField,
  MoneyField,
  PartnerField,
  SelectField,
  SettlementField,
  TextField,
  WarehouseField,
} = fieldsOf(salesDelivery)

const sources = [salesOrder]

const figures = (editor: EditorApi) => (
  <>
    <CreditFigures />
    {collected(editor)}
  </>
)

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
  'price',
  'lastPrice',
  'discountRate',
  'netAmount',
  'taxRate',
  'tax',
  'taxed',
  'untaxed',
  'locationId',
  'batchNo',
  'sourceNo',
  'returnedQty',
  'unitCost',
  'costAmount',
  'remark',
]

/** 销售出库单: the seller's desk (DOMAIN 2.4 sale). */
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
      <FormerButton sources={sources} role="customer" />
      {editor.isPosted && hasOpenAmount(editor.header) && <CollectButton editor={editor} source={salesDelivery.kind} />}
      {editor.id !== undefined && editor.header.isRed !== true && has(boxLabelButton) && (
        <Button size="small" onClick={() => void labelBoxes(editor)}>
          箱标
        </Button>
      )}
      {roll}
      {canBeDrawn(editor.header) && has(button('sales_return', 'add')) && (
        <Button size="small" onClick={() => open(`/saleBack?new=1&source=${salesDelivery.kind}&sourceId=${editor.id}`)}>
          转退货
        </Button>
      )}
    </>
  )
  return (
    <DocumentEditor document={salesDelivery} prints={deliveryPrints} toolbar={toolbar} figures={figures}>
      <HeaderFields>
        <PartnerField name="partnerId" role="customer" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <SettlementField name="settlementMethodId" />
        <DueField name="dueOn" />
        <SelectField name="invoiceKind" options={invoiceKindLabels} />
        <CheckField name="taxIncluded" title="单价含税" />
        <EmployeeField name="salespersonId" />
        <MoneyField name="orderDiscount" />
        <MoneyField name="freight" />
        <SelectField name="freightPayer" options={freightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="packages" maxLength={4} />
        <MoneyField name="codAmount" />
        <TextField name="address" span={2} />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" outgoing />
    </DocumentEditor>
  )
}
