import { useState } from 'react'
import { typedAmount, typedQty } from '../base/figure-fault'
import { toast } from '../base/toast'
import './small-table.css'

/** A quantity, entered on leaving the field; blank is none. */
export const QtyInput = ({ qty, ...props }: { label: string; qty: string; onEnter: (qty: string) => void }) => (
  <FigureInput {...props} figure={qty} read={typedQty} />
)

/** The same of an amount in yuan, which may be negative. */
export const AmountInput = ({
  amount,
  ...props
}: {
  label: string
  amount: string
  onEnter: (amount: string) => void
}) => <FigureInput {...props} figure={amount} read={typedAmount} />

interface FigureProps {
  label: string
  figure: string
  read: typeof typedQty
  onEnter: (figure: string) => void
}

function FigureInput(props: FigureProps) {
  const [typed, setTyped] = useState<string>()
  const [stood, setStood] = useState(props.figure)
  // What a scan counted meanwhile stands, not what the scanner's keys have left in the field.
  if (stood !== props.figure) {
    setStood(props.figure)
    setTyped(undefined)
  }
  const finish = () => {
    if (typed === undefined) return
    const read = props.read(typed)
    if ('figure' in read) props.onEnter(read.figure)
    else toast.error(read.fault)
    setTyped(undefined)
  }
  return (
    <input
      className="qty-input"
      aria-label={props.label}
      inputMode="decimal"
      value={typed ?? props.figure}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
