import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { HeaderFields } from '../../kit/document/document-header'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { SourceButton } from '../../pickers/source-button'
import { FollowedField } from '../order-field'

const { DayField, EmployeeField, TextField, WarehouseField } = fieldsOf(pickingReturn)

const sources = [picking]

const columns: LineColumnChoice[] = [
  ...partColumns,
  { name: 'qty', title: '退料数量' },
  'locationId',
  'batchNo',
  { name: 'sourceNo', title: '领料单' },
  'unitCost',
  'costAmount',
  'remark',
]

const toolbar = () => <SourceButton sources={sources} role="customer" />

/** 退料单 (business/repair 5.4): goods of pickings of one order come back. */
export default function PickingReturnEditor() {
  return (
    <GoodsEditor document={pickingReturn} toolbar={toolbar} money={false}>
      <HeaderFields>
        <FollowedField name="workOrderId" />
        <FollowedField name="vehicleId" />
        <TextField name="reason" />
        <WarehouseField name="warehouseId" />
        <FollowedField name="partnerId" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" />
    </GoodsEditor>
  )
}
