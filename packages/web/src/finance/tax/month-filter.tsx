import { DatePicker } from 'antd'
import { useId } from 'react'
import dayjs from '../../kit/base/dayjs'
import { FilterField } from '../../kit/list/filters'
import { useFilter } from '../../kit/list/use-filters'

/** A month as YYYYMM; the list is asked at once. */
export function MonthFilter(props: { name: string; title: string }) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  return (
    <FilterField title={props.title} id={id}>
      <DatePicker
        id={id}
        size="small"
        picker="month"
        placeholder="本月"
        value={value ? dayjs(`${value.slice(0, 4)}-${value.slice(4)}-01`) : null}
        onChange={(month) => setValue(month ? month.format('YYYYMM') : undefined)}
      />
    </FilterField>
  )
}
