import { Checkbox, Input } from 'antd'
import { useId } from 'react'

/** A limit as typed: text, or null for no limit (of a role) or the roles' limit (of a user). */
export function LimitInput(props: {
  title: string
  value: string | null
  /** What the box beside it says, for example 不限. */
  nullLabel: string
  unit: string
  /** What a figure starts with when the box is unticked. */
  start: string
  disabled?: boolean
  error?: string | undefined
  onChange: (value: string | null) => void
}) {
  const id = useId()
  const { value, disabled = false } = props
  return (
    <div className="ac-limit">
      <label htmlFor={id}>{props.title}</label>
      <Input
        id={id}
        size="small"
        inputMode="decimal"
        suffix={props.unit}
        disabled={disabled || value === null}
        value={value ?? ''}
        {...(props.error ? { status: 'error' as const, 'aria-describedby': `${id}-error` } : {})}
        onChange={(event) => props.onChange(event.target.value.trim())}
      />
      <Checkbox
        disabled={disabled}
        checked={value === null}
        onChange={(event) => props.onChange(event.target.checked ? null : props.start)}
      >
        {props.nullLabel}
      </Checkbox>
      {props.error && (
        <p id={`${id}-error`} role="alert" className="mf-error">
          {props.error}
        </p>
      )}
    </div>
  )
}
