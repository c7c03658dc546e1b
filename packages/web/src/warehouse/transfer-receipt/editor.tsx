import { outcomes, transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import type { EditorApi } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { SourceButton } from '../../pickers/source-button'
import { useSeenColumns } from '../transfers/money-columns'
import { OwnPlace, PlaceField } from '../transfers/place-field'

const { DayField, EmployeeField, SelectField, TextField, WarehouseField } = fieldsOf(transferReceipt)

const sources = [transferOrder]

const columns: LineColumnChoice[] = [
  ...partColumns,
  { name: 'qty', title: '实收' },
  { name: 'shortQty', title: '短少', kind: 'qty', width: 60 },
  { name: 'damagedQty', title: '破损', kind: 'qty', width: 60 },
  'locationId',
  'batchNo',
  { name: 'price', title: '调拨价', kind: 'readonly' },
  { name: 'taxed', kind: 'readonly' },
  'sourceNo',
  'remark',
]

const toolbar = (_editor: EditorApi) => <SourceButton sources={sources} role="sister" />

/** 调入单 (business/transfers 3): what became of goods that were on their way. */
export default function TransferReceiptEditor() {
  const seen = useSeenColumns(columns)
  return (
    <GoodsEditor document={transferReceipt} toolbar={toolbar}>
      <HeaderFields>
        <OwnPlace name="warehouseId">
          <WarehouseField name="warehouseId" />
        </OwnPlace>
        <PlaceField name="toWarehouseId" title="对方仓库" />
        <DayField name="bizDate" />
        <SelectField name="outcome" options={outcomes} />
        <EmployeeField name="handlerId" title="收货人" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={seen} mode="purchase" />
    </GoodsEditor>
  )
}
