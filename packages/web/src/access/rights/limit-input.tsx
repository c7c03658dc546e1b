import { Checkbox, Input } from 'antd'
import { useId } from 'react'

/**
 * A limit as typed: text, or null for no limit (of a role) or the roles' limit (of a user). A user's own limit may also be
 * 不限, whatever his roles say: `unlimited`.
 */
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
  unlimited?: { on: boolean; onChange: (on: boolean) => void }
}) {
  const id = useId()
  const { value, unlimited, disabled = false } = props
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
      <div>
        <Checkbox
          disabled={disabled}
          checked={value === null && unlimited?.on !== true}
          aria-label={`${props.title}${props.nullLabel}`}
          onChange={(event) => props.onChange(event.target.checked ? null : props.start)}
        >
          {props.nullLabel}
        </Checkbox>
        {unlimited && (
          <Checkbox
            disabled={disabled}
            checked={unlimited.on}
            aria-label={`${props.title}不限`}
            onChange={(event) => unlimited.onChange(event.target.checked)}
          >
            不限
          </Checkbox>
        )}
      </div>
      {props.error && (
        <p id={`${id}-error`} role="alert" className="mf-error">
          {props.error}
        </p>
      )}
    </div>
  )
}
