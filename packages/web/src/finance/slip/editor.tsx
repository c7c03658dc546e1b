import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { button } from '@chepu/contract/access/catalogue'
import { collection, type SlipPurpose } from '@chepu/contract/finance/collection'
import type { payment } from '@chepu/contract/finance/payment'
import { Button } from 'antd'
import { useHeader } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useScreenParams } from '../../kit/base/tabs'
import { fieldsOf } from '../../pickers/fields'
import { SlipTotals } from './figures'
import { OpenItems } from './open-items'
import { MoneyEditor, useSlip } from './slip-context'
import { SourceField } from './source-field'
import { Tenders } from './tenders'
import { slipStart } from './wanted'

const { DayField, EmployeeField, PartnerField, SelectField, TextField } = fieldsOf(collection)

interface SlipEditorProps {
  document: typeof collection | typeof payment
  purposes: Readonly<Record<SlipPurpose, string>>
  direction: 'in' | 'out'
  payerTitle: string
}

/** The editor of 收款单 and 付款单: partner, ways of paying, what is settled, and what is left as an advance (business/finance 7.1). */
export function SlipEditor(props: SlipEditorProps) {
  const { document: def, direction } = props
  const { has } = useSession()
  const { defaults, wanted, tender } = slipStart(useScreenParams())
  const side = direction === 'in' ? 'AR' : 'AP'
  const mayRefund = direction === 'out' || has(button('collection', 'refund'))
  const purposes = mayRefund ? props.purposes : without(props.purposes, 'refund')
  const discounts = direction === 'out' || has(button('collection', 'discount'))
  return (
    <MoneyEditor
      document={def}
      defaults={defaults}
      wanted={wanted}
      tender={tender}
      totals={<SlipTotals direction={direction} />}
    >
      <HeaderFields>
        <PartnerOfSlip />
        <SelectField name="purpose" options={purposes} />
        <DayField name="bizDate" />
        <SourceField side={side} />
        <PartnerField name="payerId" title={props.payerTitle} role={everyRole} />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Tenders direction={direction} />
      <Items side={side} discounts={discounts} />
    </MoneyEditor>
  )
}

/** Whose account it is about; of 代收货款 the carrier, who brings what he collected. */
function PartnerOfSlip() {
  const { purpose } = useHeader()
  return purpose === 'cod' ? (
    <PartnerField name="partnerId" title="物流公司" role="logistics" />
  ) : (
    <PartnerField name="partnerId" role={everyRole} />
  )
}

const without = (words: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(words).filter(([key]) => key !== name))

/** The items of purposes that settle something. */
function Items(props: { side: 'AR' | 'AP'; discounts: boolean }) {
  const slip = useSlip()
  const { purpose } = useHeader()
  const isCod = purpose === 'cod'
  const settles = purpose === 'trade' || purpose === 'refund' || isCod
  if (!settles) return <div className="slip-items" />
  return (
    <OpenItems
      side={isCod ? 'both' : props.side}
      title={isCod ? '代收货款待交单据，及可抵扣的应付运费' : purpose === 'refund' ? '退货等负数单据' : '未结单据'}
      discounts={props.discounts && purpose === 'trade'}
      of={isCod ? 'cod' : undefined}
      toolbar={
        <Button
          size="small"
          onClick={() => {
            slip.settleAutomatically()
            if (slip.chosen().size === 0) toast.info('没有可核销的金额：请先填写收付方式的金额')
          }}
          title={isCod ? '先到期的先核销，抵扣的运费另选' : '先到期的先核销，不给优惠'}
        >
          自动核销
        </Button>
      }
    />
  )
}
