import { documentStates, type StateDefs } from '@chepu/contract/kernel/states'
import '../base/kit.css'

/** A state in words and colour, of one kind's `states` or, in a list of many, of those that most kinds have; `isRed` marks the red document of a reversal. */
export function StateTag(props: {
  state: string
  isRed?: boolean | undefined
  states?: StateDefs | undefined
  labels?: Readonly<Record<string, string>> | undefined
}) {
  const states: StateDefs = props.states ?? documentStates
  const known = states[props.state]
  return (
    <span className={`kit-tag kit-tag-${props.isRed ? 'red' : (known?.tone ?? 'grey')}`}>
      {props.labels?.[props.state] ?? known?.label ?? props.state}
      {props.isRed && <b className="kit-red-mark">红字</b>}
    </span>
  )
}
