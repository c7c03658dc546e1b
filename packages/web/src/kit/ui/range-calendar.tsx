import { DatePicker } from 'antd'
import dayjs from '../base/dayjs'
import { type DayRange, quickRanges } from '../base/date-ranges'

const day = (text: string | undefined) => (text ? dayjs(text) : null)

/** The calendar of a range of days, opened at once; a chunk of its own, see CalendarFace. */
export default function RangeCalendar(props: {
  id: string
  range: Partial<DayRange>
  onChange: (range: Partial<DayRange>) => void
}) {
  const presets = Object.entries(quickRanges()).map(([label, range]) => ({
    label,
    value: [dayjs(range.from), dayjs(range.to)] as [dayjs.Dayjs, dayjs.Dayjs],
  }))
  return (
    <DatePicker.RangePicker
      id={{ start: props.id, end: `${props.id}-end` }}
      size="small"
      autoFocus
      defaultOpen
      allowEmpty
      presets={presets}
      value={[day(props.range.from), day(props.range.to)]}
      onChange={(range) => {
        const [from, to] = [range?.[0]?.format('YYYY-MM-DD'), range?.[1]?.format('YYYY-MM-DD')]
        props.onChange({ ...(from && { from }), ...(to && { to }) })
      }}
    />
  )
}
