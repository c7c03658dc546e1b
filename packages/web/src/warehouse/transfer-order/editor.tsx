import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { moneyText } from '../../kit/base/format'
import type { EditorApi } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { SourceButton } from '../../pickers/source-button'
import { PickButton } from '../transfers/pick-button'
import { useSeenColumns } from '../transfers/money-columns'
import { OwnPlace, PlaceField } from '../transfers/place-field'
import { ReceiveButtons } from '../transfers/receive-buttons'

const { DayField, EmployeeField, TextField, WarehouseField } = fieldsOf(transferOrder)

const sources = [transferRequest]

const columns: LineColumnChoice[] = [
  ...partColumns,
  'available',
  'qty',
  { name: 'price', title: '调拨价' },
  'taxRate',
  'taxed',
  'locationId',
  'batchNo',
  { name: 'executedQty', title: '已到' },
  'sourceNo',
  'unitCost',
  'costAmount',
  'remark',
]

const toolbar = (editor: EditorApi) => (
  <>
    <SourceButton sources={sources} role="sister" />
    <PickButton editor={editor} />
    <ReceiveButtons editor={editor} />
  </>
)

/** What another organisation pays, and what the goods have cost once they have left. */
const money = ({ header }: EditorApi) => (
  <>
    {header.costAmount == null ? null : <Figure title="成本金额" value={moneyText(header.costAmount)} strong />}
    {header['isVatSale'] === true && <Figure title="跨公司主体" value="视同销售，需开票" />}
  </>
)

/** 调拨单 (business/transfers 2): goods leave for another warehouse. */
export default function TransferOrderEditor() {
  const seen = useSeenColumns(columns)
  return (
    <GoodsEditor document={transferOrder} toolbar={toolbar} figures={money}>
      <HeaderFields>
        <OwnPlace name="warehouseId">
          <WarehouseField name="warehouseId" />
        </OwnPlace>
        <PlaceField name="toWarehouseId" title="调入仓库" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={seen} mode="purchase" outgoing />
    </GoodsEditor>
  )
}
