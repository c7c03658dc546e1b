import { type ClaimCandidate, claimCandidates } from '@chepu/contract/warranty/warranty-claim'
import { useState } from 'react'
import { dayText, moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import { DayInput } from '../../kit/ui/day-input'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { Deadline } from '../bill/deadline'
import { TickBills } from '../claim-documents/tick-rows'

interface Asked {
  manufacturerId: number
  fromDay: string | null
  toDay: string | null
  taken: ReadonlySet<number>
}

const columns = [
  { title: '申报截止', show: ({ claimBy }: ClaimCandidate) => <Deadline day={claimBy} state="approved" /> },
  { title: '车牌/VIN', show: ({ plate, vin }: ClaimCandidate) => plate || vin },
  { title: '客户', show: ({ customerName }: ClaimCandidate) => customerName },
  { title: '修理日期', show: ({ repairedOn }: ClaimCandidate) => dayText(repairedOn) },
  { title: '申报额', isAmount: true, show: ({ claimedAmount }: ClaimCandidate) => moneyText(claimedAmount) },
]

/** 选三包单: approved bills of the manufacturer within the days of repair; what must go first stands first. */
export function ChooseBills({ input, onDone }: DialogProps<Asked, readonly ClaimCandidate[]>) {
  const { manufacturerId } = input
  const [{ fromDay, toDay }, setDays] = useState(input)
  const query = { manufacturerId, ...(fromDay && { fromDay }), ...(toDay && { toDay }) }
  const found = useCall(claimCandidates, { query }, { keeps: true })
  const dayField = (name: 'fromDay' | 'toDay', placeholder: string, day: string | null) => (
    <DayInput
      label={`修理日期${placeholder}`}
      placeholder={placeholder}
      day={day}
      onChange={(next) => setDays((now) => ({ ...now, [name]: next }))}
    />
  )
  return (
    <TickBills
      {...{ found, columns, onDone }}
      taken={input.taken}
      label="可申报的三包单"
      moreText="只列出最先到期的500张，请按修理日期分批。"
      nothing="没有可申报的三包单"
      filters={
        <>
          <span>修理日期</span>
          {dayField('fromDay', '从', fromDay)}
          {dayField('toDay', '至', toDay)}
        </>
      }
    />
  )
}
