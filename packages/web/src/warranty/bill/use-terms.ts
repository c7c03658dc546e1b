import { type BillPrices, warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { useEffect, useState } from 'react'
import { useCall } from '../../kit/base/use-call'
import { useRested } from '../../pickers/use-rested'
import type { BillStore } from './bill-store'

/** What the terms say of the bill as it is typed; nothing of one that is only looked at. */
export function useTerms(bill: BillStore, isTyped: boolean): BillPrices | undefined {
  const [question, setQuestion] = useState(() => bill.question())
  useEffect(() => {
    const look = () => setQuestion(bill.question())
    look()
    const stops = [bill.editor.onChange(look), bill.editor.subscribe(look)]
    return () => stops.forEach((stop) => stop())
  }, [bill])
  const rested = useRested(JSON.stringify(question ?? null))
  const query = JSON.parse(rested) as NonNullable<typeof question> | null
  const enabled = isTyped && query !== null
  const { data } = useCall(warrantyBillPrices, { query: query ?? { manufacturerId: 0 } }, { enabled, keeps: true })
  return enabled ? data : undefined
}
