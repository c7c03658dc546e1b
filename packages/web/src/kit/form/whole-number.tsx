import { Input } from 'antd'
import type { FieldControl } from './master-form'

/** A count in a form: digits only, sent as a number, empty as null. */
export function WholeNumber({ id, value, onChange, disabled }: FieldControl) {
  return (
    <Input
      id={id}
      disabled={disabled}
      inputMode="numeric"
      maxLength={6}
      value={value == null ? '' : String(value)}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '')
        onChange(digits === '' ? null : Number.parseInt(digits, 10))
      }}
    />
  )
}
