import { button } from '@chepu/contract/access/catalogue'
import { canBeDrawn } from '@chepu/contract/kernel/former'
import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { Button } from 'antd'
import { DocumentEditor, type EditorApi } from '../../kit/document-editor'
import { HeaderFields } from '../../kit/document-header'
import { settledFigures } from '../../kit/document-totals'
import type { LineColumnChoice } from '../../kit/line-columns'
import { hasOpenAmount } from '../../kit/open-amount'
import { useSession } from '../../kit/session'
import { useTabs } from '../../kit/tabs'
import { fieldsOf } from '../../pickers/fields'
import { FormerButton } from '../../pickers/former-button'
import { Lines } from '../../pickers/part-lines'
import { freightPayers } from '../freight'
import { receiptPrints } from '../prints'
import { useReceiptLabels } from './labels'

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
} = fieldsOf(goodsReceipt)

const sources = [purchaseOrder]

const columns: LineColumnChoice[] = [
  'partId',
  'partName',
  'brandName',
  'spec',
  'oeNo',
  'fitment',
  'unitName',
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
  { name: 'producedOn', title: '生产日期', kind: 'text', width: 100, hidden: true },
  'sourceNo',
  'returnedQty',
  'unitCost',
  'costAmount',
  'remark',
]

/** 采购入库单: the buyer's desk (DOMAIN 2.3 purchase). */
export default function GoodsReceiptEditor() {
  const { open } = useTabs()
  const { has } = useSession()
  const { labelsOf, labelDialog } = useReceiptLabels()
  const more = ({ id, billNo, isPosted }: EditorApi) => (isPosted && id !== undefined ? labelsOf({ id, billNo }) : [])
  const toolbar = (editor: EditorApi) => (
    <>
      <FormerButton sources={sources} role="supplier" />
      {editor.isPosted && hasOpenAmount(editor.header) && has(button('payment', 'add')) && (
        <Button
          size="small"
          onClick={() =>
            open(
              `/payment?new=1&partnerId=${String(editor.header.partnerId)}&source=${goodsReceipt.kind}&sourceId=${editor.id}`,
            )
          }
        >
          付款
        </Button>
      )}
      {canBeDrawn(editor.header) && has(button('purchase_return', 'add')) && (
        <Button
          size="small"
          onClick={() => open(`/purchaseBack?new=1&source=${goodsReceipt.kind}&sourceId=${editor.id}`)}
        >
          转退货
        </Button>
      )}
    </>
  )
  return (
    <DocumentEditor document={goodsReceipt} prints={receiptPrints} toolbar={toolbar} more={more} figures={paid}>
      <HeaderFields>
        <PartnerField name="partnerId" role="supplier" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <SettlementField name="settlementMethodId" />
        <DueField name="dueOn" />
        <SelectField name="invoiceKind" options={invoiceKindLabels} />
        <CheckField name="taxIncluded" title="单价含税" />
        <EmployeeField name="handlerId" />
        <MoneyField name="orderDiscount" />
        <MoneyField name="freight" />
        <SelectField name="freightPayer" options={freightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="purchase" />
      {labelDialog}
    </DocumentEditor>
  )
}

const paid = settledFigures('已付', '未付')
