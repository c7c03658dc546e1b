import { otherIn } from '@chepu/contract/warehouse/other-in'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { useSession } from '../../kit/base/session'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'

const { DayField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } = fieldsOf(otherIn)

const places: LineColumnChoice[] = ['locationId', 'batchNo', 'remark']
const costs: LineColumnChoice[] = ['price', { name: 'netAmount', title: '成本金额' }]
const withCosts = [...partColumns, 'qty', ...costs, ...places] as const
const withoutCosts = [...partColumns, 'qty', ...places] as const

/** 其他入库单 (business/warehouse 1.1). Who sees no costs types none: the goods enter at the present average. */
export default function OtherInEditor() {
  const { sees } = useSession()
  return (
    <GoodsEditor document={otherIn}>
      <HeaderFields>
        <WordField name="reason" words="other_in_reason" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <PartnerField name="partnerId" role={['customer', 'supplier']} />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={sees('cost_price') ? withCosts : withoutCosts} mode="purchase" />
    </GoodsEditor>
  )
}
