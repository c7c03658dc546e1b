import { otherOut } from '@chepu/contract/warehouse/other-out'
import { moneyText } from '../../kit/base/format'
import type { EditorApi } from '../../kit/document/document-context'
import { Figure } from '../../kit/document/figure'
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

/** What the goods have cost, known once they have left. */
const cost = ({ header }: EditorApi) =>
  header.costAmount == null ? null : <Figure title="成本金额" value={moneyText(header.costAmount)} strong />

/** 其他出库单 (business/warehouse 1.2): goods leave at the average cost, and nothing is priced. */
export default function OtherOutEditor() {
  return (
    <GoodsEditor document={otherOut} figures={cost} money={false}>
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
