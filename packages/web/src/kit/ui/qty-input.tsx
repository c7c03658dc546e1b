import { useState } from 'react'
import { typedQty } from '../base/figure-fault'
import { toast } from '../base/toast'
import './small-table.css'

/** A quantity, entered on leaving the field; blank is none. */
export function QtyInput(props: { label: string; qty: string; onEnter: (qty: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const [stood, setStood] = useState(props.qty)
  // What a scan counted meanwhile stands, not what the scanner's keys have left in the field.
  if (stood !== props.qty) {
    setStood(props.qty)
    setTyped(undefined)
  }
  const finish = () => {
    if (typed === undefined) return
    const read = typedQty(typed)
    if ('qty' in read) props.onEnter(read.qty)
    else toast.error(read.fault)
    setTyped(undefined)
  }
  return (
    <input
      className="qty-input"
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
