import { useId } from 'react'
import { type FilterProps, FilterField } from '../kit/list/filters'
import { useFilter } from '../kit/list/use-filters'
import { RegionCascader } from './region-cascader'

/** 地区 of a list: a region with all below it. Apart from the other filters, since most lists need no cascade. */
export function RegionFilter(props: Omit<FilterProps, 'title'>) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  return (
    <FilterField title="地区" id={id} wide>
      <RegionCascader id={id} value={value ?? ''} onChange={(code) => setValue(code || undefined)} />
    </FilterField>
  )
}
