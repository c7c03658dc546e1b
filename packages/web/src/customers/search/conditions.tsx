import { pricedRanges, type SearchRange, searchRanges } from '@chepu/contract/customers/customer-search'
import { DatePicker } from 'antd'
import Input from 'antd/es/input/Input'
import { useId } from 'react'
import dayjs from '../../kit/base/dayjs'
import { useSession } from '../../kit/base/session'
import { FilterField } from '../../kit/list/filters'
import { useFilters } from '../../kit/list/use-filters'

interface RangeProps {
  name: SearchRange
  /** Stands in the 更多 row. */
  more?: boolean
}

/** One condition as a range: what is typed is asked by Enter or 查询, a day at once. */
export function RangeFilter({ name }: RangeProps) {
  const id = useId()
  const { sees } = useSession()
  const { values, set, apply } = useFilters()
  const { title, kind } = searchRanges[name]
  if (pricedRanges.includes(name) && !sees('doc_price')) return null
  const ends = [`${name}From`, `${name}To`] as const
  if (kind === 'day') {
    const [from, to] = ends.map((end) => (values[end] ? dayjs(values[end]) : null))
    return (
      <FilterField title={title} id={id} wide>
        <DatePicker.RangePicker
          id={{ start: id, end: `${id}-end` }}
          size="small"
          allowEmpty
          value={[from ?? null, to ?? null]}
          onChange={(range) =>
            set({ [ends[0]]: range?.[0]?.format('YYYY-MM-DD'), [ends[1]]: range?.[1]?.format('YYYY-MM-DD') }, true)
          }
        />
      </FilterField>
    )
  }
  return (
    <FilterField title={title} id={id} wide>
      <span className="cs-range">
        {ends.map((end, i) => (
          <Input
            key={end}
            {...(i === 0 ? { id } : {})}
            aria-label={`${title}${i === 0 ? '从' : '到'}`}
            size="small"
            inputMode="decimal"
            maxLength={12}
            placeholder={i === 0 ? '从' : '到'}
            value={values[end] ?? ''}
            onChange={(event) => set({ [end]: event.target.value.trim() || undefined })}
            onPressEnter={apply}
          />
        ))}
      </span>
    </FilterField>
  )
}
