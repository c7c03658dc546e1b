import { add, compare, type Decimal, max, min } from '@chepu/contract/kernel/decimal'
import type { ReactNode } from 'react'
import './stepper.css'

/** − and + around the field of a quantity, for fingers. Steps are whole ones, cut off at `least` and `most`. */
export function Stepper(props: {
  /** What is counted, as the field is called. */
  label: string
  value: Decimal
  least: Decimal
  most?: Decimal
  onStep: (value: Decimal) => void
  children: ReactNode
}) {
  const { label, value, least, most, onStep } = props
  const more = add(value, '1')
  return (
    <span className="stepper">
      <button
        type="button"
        aria-label={`${label}减一`}
        disabled={compare(value, least) <= 0}
        onClick={() => onStep(max(least, add(value, '-1')))}
      >
        −
      </button>
      {props.children}
      <button
        type="button"
        aria-label={`${label}加一`}
        disabled={most !== undefined && compare(value, most) >= 0}
        onClick={() => onStep(most === undefined ? more : min(most, more))}
      >
        +
      </button>
    </span>
  )
}
