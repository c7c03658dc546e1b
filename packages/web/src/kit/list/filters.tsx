import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { orgReaches } from '@chepu/contract/kernel/list-query'
import { Checkbox, Select } from 'antd'
// By its own file: with the whole family of inputs come passwords, codes and areas of text, which no list has.
import Input from 'antd/es/input/Input'
import { lazy, type ReactNode, useId } from 'react'
import { CalendarFace } from '../ui/calendar-face'
import { useSession } from '../base/session'
import { useFilter, useFilters } from './use-filters'
import { isTouch, useNarrow } from '../base/use-narrow'

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
export function TextFilter(props: FilterProps & { search?: boolean; placeholder?: string }) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const { apply } = useFilters()
  const narrow = useNarrow()
  return (
    <FilterField title={props.title} id={id} wide={props.search === true && props.placeholder !== undefined}>
      <Input
        id={id}
        size="small"
        allowClear
        value={value ?? ''}
        maxLength={60}
        placeholder={placeholderOf(props, narrow)}
        enterKeyHint="search"
        data-search={props.search ? '' : undefined}
        onChange={(event) => setValue(event.target.value, false)}
        onPressEnter={apply}
      />
    </FilterField>
  )
}

/** What the box takes, and for who has a keyboard the key that leads to it. On a phone the search box has no label beside it. */
function placeholderOf(props: Parameters<typeof TextFilter>[0], narrow: boolean): string {
  const { placeholder = '', search } = props
  if (!search) return placeholder
  if (narrow) return placeholder || props.title
  if (isTouch()) return placeholder
  return placeholder ? `${placeholder}，按 / 键` : '按 / 键输入'
}

const orgsOptions = Object.entries(orgReaches).map(([value, label]) => ({ value, label }))

type FilterOptions = Readonly<Record<string, string>>

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

/** 企业 of a list of documents: 本企业 or 全集团; absent for those whose data of the area ends in one organisation. */
export function OrgsFilter(props: { area: ScopeArea }) {
  const id = useId()
  const { reachesGroup } = useSession()
  const [value, setValue] = useFilter('orgs')
  if (!reachesGroup(props.area)) return null
  return (
    <FilterField title="企业" id={id}>
      <Select
        id={id}
        size="small"
        value={value ?? 'own'}
        options={orgsOptions}
        onChange={(next: string) => setValue(next)}
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

const loadRange = () => import('../ui/range-calendar')
const RangeCalendar = lazy(loadRange)

/** Business-date range with its quick ranges (business/lists 1.1); writes `from` and `to`, or filters of other names, both days included. */
export function DateRangeFilter(props: {
  title?: string | undefined
  more?: boolean
  names?: readonly [string, string]
}) {
  const { title = '业务日期', names: [first, last] = ['from', 'to'] } = props
  const id = useId()
  const { values, set } = useFilters()
  const [from, to] = [values[first], values[last]]
  const range = { ...(from && { from }), ...(to && { to }) }
  const text = from || to ? `${from ?? ''} 至 ${to ?? ''}`.trim() : ''
  return (
    <FilterField title={title} id={id} wide>
      <CalendarFace id={id} title={title} text={text} load={() => void loadRange()}>
        <RangeCalendar id={id} range={range} onChange={(next) => set({ [first]: next.from, [last]: next.to }, true)} />
      </CalendarFace>
    </FilterField>
  )
}
