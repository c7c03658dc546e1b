import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from '../kit/base/toast'
import { choices } from '../kit/base/underway'

/**
 * The field of 券号, typed or scanned one after another: Enter empties it for the next number, while this one is looked up. `take` ticks the coupon, or
 * answers why it is not good; '' when that has been told, undefined when it is ticked. What is not good comes back into the field, unless the next
 * number stands there. Steps wait for it.
 */
export function useCouponEntry(take: (couponNo: string) => Promise<string | undefined>) {
  const ref = useRef<HTMLInputElement>(null)
  const now = useRef('')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [fault, setFault] = useState('')
  const put = (text: string) => {
    now.current = text
    setTyped(text)
    setFault('')
  }
  const look = async (couponNo: string) => {
    put('')
    setAsked(couponNo)
    const problem = await take(couponNo)
    setAsked((last) => (last === couponNo ? '' : last))
    if (problem === undefined) return
    if (now.current !== '') return void (problem === '' || toast.error(`${couponNo}：${problem}`))
    flushSync(() => put(couponNo))
    setFault(problem)
    // The next scan replaces it.
    if (document.activeElement === ref.current) ref.current?.select()
  }
  return {
    typed,
    fault,
    ref,
    /** What is being looked up stands in the place of what the field is for. */
    hint: (usual: string) => (asked === '' ? usual : `正在查 ${asked}…`),
    type: (text: string) => put(text.trim()),
    enter: () => void choices.begin(look(typed)),
  }
}
