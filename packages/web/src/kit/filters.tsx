import { Checkbox, DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useId } from 'react'
import { quickRanges } from './date-ranges'
import { useFilter, useFilters } from './use-filters'
import { useNarrow } from './use-narrow'

/** What every filter takes: its name in the query, its label, and whether it hides behind 更多. */
export interface FilterProps {
  name: string
  title: string
  /** Shown only when the user opens the 更多 row. */
  more?: boolean
}

/** Label and control of one filter. Filters of other rooms wrap their control in it. */
export function FilterField(props: { title: string; id?: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={props.wide ? 'lp-filter lp-filter-wide' : 'lp-filter'}>
      <label htmlFor={props.id}>{props.title}</label>
      {props.children}
    </div>
  )
}

/** Free text; Enter asks the list. `search` marks the box that the key `/` goes to; one a list. */
export function TextFilter(props: FilterProps & { search?: boolean; placeholder?: string; maxLength?: number }) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const { apply } = useFilters()
  const narrow = useNarrow()
  return (
    <FilterField title={props.title} id={id} wide={props.search ?? false}>
      <Input
        id={id}
        size="small"
        allowClear
        value={value ?? ''}
        maxLength={props.maxLength ?? 60}
        placeholder={props.placeholder ?? (props.search && !narrow ? '按 / 键输入' : '')}
        data-search={props.search ? '' : undefined}
        onChange={(event) => setValue(event.target.value, false)}
        onPressEnter={apply}
      />
    </FilterField>
  )
}

export type FilterOptions = Readonly<Record<string, string>>

/** One of a few values (or several with `multiple`, sent as 'a,b'); the list is asked at once. */
export function SelectFilter(props: FilterProps & { options: FilterOptions; multiple?: boolean }) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const options = Object.entries(props.options).map(([key, label]) => ({ value: key, label }))
  const shown = props.multiple ? (value ? value.split(',') : []) : value
  return (
    <FilterField title={props.title} id={id}>
      <Select
        id={id}
        size="small"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="全部"
        {...(props.multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
        value={shown as string}
        options={options}
        onChange={(next: string | string[] | undefined) => setValue(Array.isArray(next) ? next.join(',') : next)}
      />
    </FilterField>
  )
}

/** A tick; sends 'true' or nothing. */
export function FlagFilter(props: FilterProps) {
  const [value, setValue] = useFilter(props.name)
  return (
    <Checkbox
      className="lp-flag"
      checked={value === 'true'}
      onChange={(event) => setValue(event.target.checked ? 'true' : undefined)}
    >
      {props.title}
    </Checkbox>
  )
}

/** Business-date range with the quick ranges of F-doc; writes `from` and `to` (or the given names), both days included. */
export function DateRangeFilter(props: { title?: string; from?: string; to?: string; more?: boolean }) {
  const { from = 'from', to = 'to', title = '业务日期' } = props
  const id = useId()
  const { values, set } = useFilters()
  const presets = Object.entries(quickRanges()).map(([label, range]) => ({
    label,
    value: [dayjs(range.from), dayjs(range.to)] as [dayjs.Dayjs, dayjs.Dayjs],
  }))
  const day = (text: string | undefined) => (text ? dayjs(text) : null)
  return (
    <FilterField title={title} id={id} wide>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        size="small"
        allowEmpty
        presets={presets}
        value={[day(values[from]), day(values[to])]}
        onChange={(range) =>
          set({ [from]: range?.[0]?.format('YYYY-MM-DD'), [to]: range?.[1]?.format('YYYY-MM-DD') }, true)
        }
      />
    </FilterField>
  )
}

/** A single calendar day or month, for example the period of a statement. */
export function DayFilter(props: FilterProps & { month?: boolean }) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const format = props.month ? 'YYYY-MM' : 'YYYY-MM-DD'
  return (
    <FilterField title={props.title} id={id}>
      <DatePicker
        id={id}
        size="small"
        picker={props.month ? 'month' : 'date'}
        value={value ? dayjs(value) : null}
        onChange={(day) => setValue(day?.format(format))}
      />
    </FilterField>
  )
}
