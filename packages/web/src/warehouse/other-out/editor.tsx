import { otherOut } from '@chepu/contract/warehouse/other-out'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'

const { DayField, DepartmentField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } =
  fieldsOf(otherOut)

const columns = [
  ...partColumns,
  'available',
  'qty',
  'locationId',
  'batchNo',
  'unitCost',
  'costAmount',
  'remark',
] as const

/** 其他出库单 (business/warehouse 1.2): goods leave at the average cost. */
export default function OtherOutEditor() {
  return (
    <GoodsEditor document={otherOut}>
      <HeaderFields>
        <WordField name="reason" words="other_out_reason" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <DepartmentField name="departmentId" />
        <PartnerField name="partnerId" role={['customer', 'supplier']} />
        <EmployeeField name="handlerId" title="领用人" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" outgoing />
    </GoodsEditor>
  )
}
