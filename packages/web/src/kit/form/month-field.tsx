import { DatePicker } from 'antd'
import dayjs from '../base/dayjs'
import type { FieldControl } from './master-form'

/** A month as YYYYMM. */
export function MonthField({ id, value, onChange, disabled }: FieldControl) {
  const shown = typeof value === 'number' ? dayjs(`${Math.floor(value / 100)}-${value % 100}-1`, 'YYYY-M-D') : null
  return (
    <DatePicker
      id={id}
      picker="month"
      disabled={disabled}
      value={shown}
      onChange={(month) => onChange(month ? month.year() * 100 + month.month() + 1 : null)}
    />
  )
}
