import { locationMove } from '@chepu/contract/warehouse/location-move'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'

const { DayField, EmployeeField, TextField, WarehouseField } = fieldsOf(locationMove)

const columns = [
  ...partColumns,
  { name: 'locationId', title: '移出货位', required: true, stop: true },
  'qty',
  { name: 'toLocationId', required: true, stop: true },
  'batchNo',
  'remark',
] as const

/** 移位单 (business/warehouse 1.4): scan part, bin, bin. */
export default function LocationMoveEditor() {
  return (
    <GoodsEditor document={locationMove} money={false}>
      <HeaderFields>
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" outgoing />
    </GoodsEditor>
  )
}
