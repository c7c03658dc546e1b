import { trimZeros } from '@chepu/contract/kernel/decimal'
import { numberText } from '@chepu/contract/kernel/typed'
import { useState } from 'react'
import { figureReason } from '../../kit/base/figure-fault'
import { toast } from '../../kit/base/toast'

const digits = /^(0|[1-9]\d{0,5})(\.\d{1,4})?$/

/** A quantity, entered on leaving the field; blank is none. */
export function QtyInput(props: { label: string; qty: string; onEnter: (qty: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const finish = () => {
    if (typed === undefined) return
    const text = numberText(typed) || '0'
    if (digits.test(text)) props.onEnter(trimZeros(text))
    else toast.error(figureReason(typed, '数量整数最多6位，小数最多4位'))
    setTyped(undefined)
  }
  return (
    <input
      className="oc-qty"
      aria-label={props.label}
      inputMode="decimal"
      value={typed ?? props.qty}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
