import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { button } from '@chepu/contract/access/catalogue'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { isEntered, writeOff, type WriteOffPurpose, writeOffPurposes } from '@chepu/contract/finance/write-off'
import { Button } from 'antd'
import { useHeader } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { moneyText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useScreenParams } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import { fieldsOf } from '../../pickers/fields'
import { WriteOffTotals } from '../slip/figures'
import { OpenItems } from '../slip/open-items'
import { MoneyEditor } from '../slip/slip-context'
import { SourceField } from '../slip/source-field'
import { slipStart } from '../slip/wanted'

const { DayField, EmployeeField, PartnerField, SelectField, TextField } = fieldsOf(writeOff)

const sides: Record<WriteOffPurpose, 'AR' | 'AP' | 'both'> = {
  advance_ar: 'AR',
  advance_ap: 'AP',
  offset: 'both',
  red_blue: 'both',
  transfer: 'AR',
  bad_debt: 'AR',
  bad_debt_back: 'AR',
  card: 'AR',
}

/** 往来核销单 (business/finance 7.4, 3). */
export default function WriteOffEditor() {
  const { has } = useSession()
  const { defaults, wanted } = slipStart(useScreenParams())
  const hidden = [
    ...(has(button('write_off', 'bad_debt')) ? [] : ['bad_debt', 'bad_debt_back']),
    ...(has(button('write_off', 'offset')) ? [] : ['offset']),
  ]
  const purposes = Object.fromEntries(
    Object.entries(writeOffPurposes).filter(([name]) => isEntered(name) && !hidden.includes(name)),
  )
  const start = { purpose: 'advance_ar', ...defaults }
  return (
    <MoneyEditor document={writeOff} defaults={start} wanted={wanted} totals={<WriteOffTotals />}>
      <HeaderFields>
        <PartnerField name="partnerId" role={everyRole} />
        <SelectField name="purpose" options={purposes} />
        <DayField name="bizDate" />
        <Source />
        <Taker />
        <EmployeeField name="handlerId" />
        <TextField name="remark" span={2} />
      </HeaderFields>
      <Items />
    </MoneyEditor>
  )
}

/** 转入单位 of a receivable that another partner takes over. */
const Taker = () => (useHeader()['purpose'] === 'transfer' ? <PartnerField name="payerId" role={everyRole} /> : null)

function Source() {
  const { purpose } = useHeader()
  return <SourceField side={purpose === 'advance_ap' ? 'AP' : 'AR'} />
}

function Items() {
  const { purpose, partnerId } = useHeader()
  const side = sides[purpose as WriteOffPurpose]
  return (
    <>
      {(purpose === 'advance_ar' || purpose === 'advance_ap') && typeof partnerId === 'number' && (
        <Advances partnerId={partnerId} side={side === 'AP' ? 'AP' : 'AR'} />
      )}
      <OpenItems
        side={side}
        title={titles[purpose as WriteOffPurpose] ?? '未结单据'}
        discounts={false}
        of={offers[purpose as WriteOffPurpose]}
      />
    </>
  )
}

const offers = { bad_debt_back: 'badDebt', red_blue: 'redBlue' } as Partial<
  Record<WriteOffPurpose, 'badDebt' | 'redBlue'>
>

const titles: Partial<Record<WriteOffPurpose, string>> = {
  offset: '应收与应付单据（两边核销合计须相等）',
  red_blue: '正负单据（核销合计须为0）',
  bad_debt_back: '已核销的坏账（收回后重新挂应收，再用收款单收款）',
}

/** Unused advance money: what is free, and what belongs to open orders. */
function Advances(props: { partnerId: number; side: 'AR' | 'AP' }) {
  const found = useCall(currentReceive, { query: props })
  const name = props.side === 'AR' ? '预收' : '预付'
  const parts = (found.data?.advances ?? []).map(({ amount, sourceNo }) =>
    sourceNo ? `订金 ${moneyText(amount)}（仅用于 ${sourceNo}）` : `可用${name} ${moneyText(amount)}`,
  )
  return (
    <div className="de-lines-bar" role="status">
      {parts.join('　')}
      <Button size="small" onClick={() => void found.refetch()}>
        刷新
      </Button>
    </div>
  )
}
