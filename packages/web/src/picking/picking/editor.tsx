import { picking } from '@chepu/contract/picking/picking'
import { moneyText } from '../../kit/base/format'
import type { EditorApi } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { FollowedField } from '../order-field'
import { useIssueAsSeen } from './over-plan'

const { DayField, DepartmentField, EmployeeField, TextField, WarehouseField } = fieldsOf(picking)

const columns = [
  ...partColumns,
  'qty',
  'locationId',
  'batchNo',
  'returnedQty',
  'unitCost',
  'costAmount',
  'remark',
] as const

/** What the goods have cost, known once they have left. */
const cost = ({ header }: EditorApi) =>
  header.costAmount == null ? null : <Figure title="成本金额" value={moneyText(header.costAmount)} strong />

/** 领料单 (business/repair 5.2). It is made at the desk, of the lines of an order; here it is looked at, completed and undone. */
export default function PickingEditor() {
  const [approve, dialog] = useIssueAsSeen()
  return (
    <GoodsEditor document={picking} figures={cost} money={false} asks={{ approve }}>
      <HeaderFields>
        <FollowedField name="workOrderId" />
        <FollowedField name="vehicleId" />
        <FollowedField name="partnerId" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <DepartmentField name="departmentId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={columns} mode="sale" outgoing />
      {dialog}
    </GoodsEditor>
  )
}
