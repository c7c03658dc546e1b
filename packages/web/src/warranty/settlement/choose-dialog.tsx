import { stateLabel } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { type SettlementCandidate, settlementCandidates } from '@chepu/contract/warranty/warranty-settlement'
import { moneyText } from '../../kit/base/format'
import { useCall } from '../../kit/base/use-call'
import type { DialogProps } from '../../kit/ui/use-dialog'
import { TickBills } from '../claim-documents/tick-rows'
import { partsText } from './parts-text'

interface Asked {
  partnerId: number
  taken: ReadonlySet<number>
}

const columns = [
  { title: '状态', show: ({ billState }: SettlementCandidate) => stateLabel(warrantyBill, billState) },
  { title: '车牌/VIN', show: ({ plate, vin }: SettlementCandidate) => plate || vin },
  { title: '客户', show: ({ customerName }: SettlementCandidate) => customerName },
  { title: '旧件', show: partsText },
  { title: '申报额', isAmount: true, show: ({ claimedAmount }: SettlementCandidate) => moneyText(claimedAmount) },
  { title: '确认额', isAmount: true, show: ({ confirmedAmount }: SettlementCandidate) => moneyText(confirmedAmount) },
]

/** 选三包单: bills of the manufacturer that have their answer, the oldest first. */
export function ChooseBills({ input, onDone }: DialogProps<Asked, readonly SettlementCandidate[]>) {
  const found = useCall(settlementCandidates, { query: { partnerId: input.partnerId } })
  return (
    <TickBills
      {...{ found, columns, onDone }}
      taken={input.taken}
      label="可结算的三包单"
      moreText="只列出最早的500张，请分批结算。"
      nothing="没有可结算的三包单：厂家确认后才能结算，申诉中的要等厂家答复"
    />
  )
}
