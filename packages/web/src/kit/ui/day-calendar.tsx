import { DatePicker } from 'antd'
import dayjs from '../base/dayjs'

/** The calendar of one day or month, opened at once; a chunk of its own, see CalendarFace. */
export default function DayCalendar(props: {
  id: string
  month: boolean
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  return (
    <DatePicker
      id={props.id}
      size="small"
      autoFocus
      defaultOpen
      picker={props.month ? 'month' : 'date'}
      value={props.value ? dayjs(props.value) : null}
      onChange={(day) => props.onChange(day?.format(props.month ? 'YYYY-MM' : 'YYYY-MM-DD'))}
    />
  )
}
