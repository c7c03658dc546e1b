import { otherIn } from '@chepu/contract/warehouse/other-in'
import { DocumentEditor } from '../../kit/document-editor'
import { HeaderFields } from '../../kit/document-header'
import type { LineColumnChoice } from '../../kit/line-columns'
import { useSession } from '../../kit/session'
import { fieldsOf } from '../../pickers/fields'
import { Lines } from '../../pickers/part-lines'
import { otherInPrints } from '../prints'

const { DayField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } = fieldsOf(otherIn)

const places: LineColumnChoice[] = ['locationId', 'batchNo', 'remark']
const part: LineColumnChoice[] = ['partId', 'partName', 'brandName', 'spec', 'oeNo', 'fitment', 'unitName', 'qty']
const costs: LineColumnChoice[] = ['price', { name: 'netAmount', title: '成本金额' }]
const withCosts = [...part, ...costs, ...places]
const withoutCosts = [...part, ...places]

/** 其他入库单 (DOMAIN 4.6). Who sees no costs types none: the goods enter at the present average. */
export default function OtherInEditor() {
  const { sees } = useSession()
  return (
    <DocumentEditor document={otherIn} prints={otherInPrints}>
      <HeaderFields>
        <WordField name="reason" words="other_in_reason" />
        <WarehouseField name="warehouseId" />
        <DayField name="bizDate" />
        <PartnerField name="partnerId" role={['customer', 'supplier']} />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Lines columns={sees('cost_price') ? withCosts : withoutCosts} mode="purchase" />
    </DocumentEditor>
  )
}
