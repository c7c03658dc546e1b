import { type State, stateLabels } from '@chepu/contract/kernel/document'
import './kit.css'

const tones: Record<State, string> = {
  draft: 'grey',
  submitted: 'amber',
  approved: 'blue',
  partial: 'violet',
  done: 'green',
  closed: 'grey',
  voided: 'grey',
  reversed: 'red',
}

/** A document's state in words and colour (DOMAIN 4.1); `isRed` marks the red document of a reversal. */
export function StateTag(props: {
  state: string
  isRed?: boolean | undefined
  labels?: Readonly<Record<string, string>> | undefined
}) {
  const tone = props.isRed ? 'red' : (tones[props.state as State] ?? 'grey')
  const label = props.labels?.[props.state] ?? stateLabels[props.state as State] ?? props.state
  return (
    <span className={`kit-tag kit-tag-${tone}`}>
      {label}
      {props.isRed && <b className="kit-red-mark">红字</b>}
    </span>
  )
}
