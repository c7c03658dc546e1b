import type { countGain } from '@chepu/contract/warehouse/count-results'
import { moneyText } from '../../kit/base/format'
import type { EditorApi } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { Figure } from '../../kit/document/figure'
import { GoodsEditor } from '../../kit/goods-editor/goods-editor'
import { partColumns } from '../../kit/goods-editor/line-columns'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'

const columns = [...partColumns, 'qty', 'locationId', 'batchNo', 'unitCost', 'costAmount'] as const

const cost = ({ header }: EditorApi) =>
  header.costAmount == null ? null : <Figure title="成本金额" value={moneyText(header.costAmount)} strong />

/** Gains or losses of a count, to be looked at: nobody enters them. */
export function resultEditor(document: typeof countGain) {
  const { DayField, EmployeeField, TextField, WarehouseField } = fieldsOf(document)
  return function CountResultEditor() {
    return (
      <GoodsEditor document={document} figures={cost} money={false}>
        <HeaderFields>
          <WarehouseField name="warehouseId" />
          <DayField name="bizDate" />
          <EmployeeField name="handlerId" title="负责人" />
          <TextField name="remark" span={2} />
        </HeaderFields>
        <Lines columns={columns} mode="purchase" />
      </GoodsEditor>
    )
  }
}
