import { otherOut } from '@chepu/contract/warehouse/other-out'
import { DocumentEditor } from '../../kit/document-editor'
import { HeaderFields } from '../../kit/document-header'
import type { LineColumnChoice } from '../../kit/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { otherOutPrints } from '../prints'

const { DayField, DepartmentField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } =
  fieldsOf(otherOut)

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
  'locationId',
  'batchNo',
  'unitCost',
  'costAmount',
  'remark',
]

/** 其他出库单 (DOMAIN 4.6): goods leave at the average cost. */
export default function OtherOutEditor() {
  return (
    <DocumentEditor document={otherOut} prints={otherOutPrints}>
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
    </DocumentEditor>
  )
}
