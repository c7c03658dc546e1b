import { DatePicker } from 'antd'
import { useRef } from 'react'
import dayjs from '../base/dayjs'

interface DayInputProps {
  id?: string
  /** As in '2026-11-28'; null without one. */
  day: string | null
  onChange: (day: string | null) => void
  /** What it is called where no label stands beside it. */
  label?: string
  title?: string | undefined
  disabled?: boolean
  invalid?: boolean
  /** Names the text of a fault. */
  describedBy?: string | undefined
  allowClear?: boolean
  placeholder?: string
  /** The first and the last day that may be taken. */
  min?: string
  max?: string
  size?: 'small'
  className?: string
}

/** A day, chosen or typed: 2026-11-28, 20261128, or 11-28 and 1128 of this year. */
export function DayInput({
  day,
  onChange,
  label,
  invalid,
  describedBy,
  placeholder = '',
  min,
  max,
  ...others
}: DayInputProps) {
  const isOpen = useRef(false)
  return (
    <DatePicker
      {...others}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      status={invalid ? 'error' : ''}
      placeholder={placeholder}
      {...(min !== undefined && { minDate: dayjs(min) })}
      {...(max !== undefined && { maxDate: dayjs(max) })}
      format={['YYYY-MM-DD', 'YYYYMMDD', 'MM-DD', 'MMDD']}
      value={day === null ? null : dayjs(day)}
      // What is typed takes the place of the day that stands there; so it does after the click that opens the calendar.
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onMouseDown={(event) => {
        const { target } = event
        if (isOpen.current || !(target instanceof HTMLInputElement)) return
        event.preventDefault()
        target.focus()
        target.select()
      }}
      onOpenChange={(open) => {
        isOpen.current = open
      }}
      onChange={(next) => onChange(next?.format('YYYY-MM-DD') ?? null)}
    />
  )
}
