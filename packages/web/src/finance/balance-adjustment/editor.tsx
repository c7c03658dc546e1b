import { everyRole } from '@chepu/contract/kernel/partner-roles'
import {
  adjustmentButton,
  type AdjustmentPurpose,
  adjustmentPurposes,
  type AdjustmentSide,
  adjustmentSides,
  balanceAdjustment,
} from '@chepu/contract/finance/balance-adjustment'
import { HeaderFields } from '../../kit/document/document-header'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { fieldsOf } from '../../pickers/fields'
import { MoneyEditor } from '../slip/slip-context'
import { slipStart } from '../slip/wanted'

const { DayField, MoneyField, PartnerField, SelectField, TextField } = fieldsOf(balanceAdjustment)
const purposes = Object.keys(adjustmentPurposes) as AdjustmentPurpose[]
const sides = Object.keys(adjustmentSides) as AdjustmentSide[]

/** 往来调整单: an opening balance or a correction of one partner, with its reason (business/finance 5). */
export default function AdjustmentEditor() {
  const { has } = useSession()
  const params = useScreenParams()
  const { defaults } = slipStart(params)
  const start = { purpose: 'adjust', side: params['side'] ?? 'AR', ...defaults }
  const allowed = <Key extends string>(keys: readonly Key[], may: (key: Key) => boolean, labels: Record<Key, string>) =>
    Object.fromEntries(keys.filter(may).map((key) => [key, labels[key]]))
  return (
    <MoneyEditor
      document={balanceAdjustment}
      defaults={start}
      totals={<p className="de-count">金额为正增加该账目，为负减少。保存后提交，由有权限的人审核后生效。</p>}
    >
      <HeaderFields>
        <PartnerField name="partnerId" role={everyRole} />
        <SelectField
          name="purpose"
          options={allowed(
            purposes,
            (name) => sides.some((side) => has(adjustmentButton(side, name))),
            adjustmentPurposes,
          )}
        />
        <SelectField
          name="side"
          options={allowed(
            sides,
            (side) => purposes.some((name) => has(adjustmentButton(side, name))),
            adjustmentSides,
          )}
        />
        <MoneyField name="total" />
        <DayField name="bizDate" />
        <DayField name="dueOn" />
        <TextField name="remark" span={2} />
      </HeaderFields>
    </MoneyEditor>
  )
}
