import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { HeaderFields } from '../../kit/document/document-header'
import { type LineColumnChoice, partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { noGoods, useWantedPart } from './use-wanted-part'

const { DayField, EmployeeField, TextField, WarehouseField } = fieldsOf(costAdjustment)

const columns: LineColumnChoice[] = [
  ...partColumns,
  { name: 'available', title: '可用量' },
  { name: 'netAmount', title: '调整金额', required: true, stop: true },
  'locationId',
  'remark',
]

/** 成本调整单 (business/warehouse 1.6): amounts by which goods are worth more, or less with a minus. */
export default function CostAdjustmentEditor() {
  return (
    <GoodsEditor document={costAdjustment}>
      <HeaderFields>
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <AdjustedLines />
    </GoodsEditor>
  )
}

function AdjustedLines() {
  useWantedPart()
  return <Lines columns={columns} mode="purchase" begins={noGoods} />
}
