import { invoiceKindLabels } from '@chepu/contract/kernel/scalars'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { DocumentEditor } from '../../kit/document-editor'
import { HeaderFields } from '../../kit/document-header'
import { settledFigures } from '../../kit/document-totals'
import type { LineColumnChoice } from '../../kit/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { FormerButton } from '../../pickers/former-button'
import { Lines } from '../../pickers/part-lines'
import { returnFreightPayers } from '../freight'
import { returnPrints } from '../prints'

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
  WordField,
} = fieldsOf(purchaseReturn)

const sources = [goodsReceipt]

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
  { name: 'sourceNo', title: '原入库单' },
  'unitCost',
  'costAmount',
  'remark',
]

const former = () => <FormerButton sources={sources} role="supplier" />

/** 采购退货单 (DOMAIN 2.3 purchaseBack): by former receipt, or free. */
export default function PurchaseReturnEditor() {
  return (
    <DocumentEditor document={purchaseReturn} prints={returnPrints} toolbar={former} figures={credited}>
      <HeaderFields>
        <PartnerField name="partnerId" role="supplier" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <WordField name="reason" words="purchase_return_reason" />
        <SettlementField name="settlementMethodId" />
        <SelectField name="invoiceKind" options={invoiceKindLabels} />
        <CheckField name="taxIncluded" title="单价含税" />
        <EmployeeField name="handlerId" title="采购员" />
        <MoneyField name="orderDiscount" />
        <MoneyField name="freight" />
        <SelectField name="freightPayer" options={returnFreightPayers} />
        <PartnerField name="carrierId" role="logistics" />
        <TextField name="waybill" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="purchase" outgoing />
    </DocumentEditor>
  )
}

const credited = settledFigures('已冲/退款', '未冲/退款')
