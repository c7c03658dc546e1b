import { carModelRoutes } from '@chepu/contract/basics/car-model'
import { useId, useState } from 'react'
import { call } from '../kit/base/call'
import { useCall } from '../kit/base/use-call'
import { FilterField, type FilterProps } from '../kit/list/filters'
import { useFilter } from '../kit/list/use-filters'
import { Autocomplete } from '../kit/ui/autocomplete'

/** Series and models whose names hold what is typed, and last the text itself, for what stands in words alone. */
async function findFitments(text: string) {
  const { rows } = await call(carModelRoutes.choices, { query: text ? { q: text } : {}, quiet: true })
  const options = rows.map(({ value, name, hint }) => ({ id: value, label: name, hint, value }))
  return text ? [...options, { id: 'text', label: `含“${text}”`, hint: '按文字查找', value: text }] : options
}

interface BoxProps {
  id?: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  placeholder: string
}

/** 适用车型 that a list of parts is asked for: a series or a model of 车型库, or a text. */
export function FitmentBox({ id, value, onChange, placeholder }: BoxProps) {
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const isCar = value !== undefined && /^(series|model):\d+$/.test(value)
  const isNamed = chosen?.value === value
  const named = useCall(carModelRoutes.choices, { query: { value: value ?? '' } }, { enabled: isCar && !isNamed })
  const name = isCar ? (isNamed ? chosen?.label : named.data?.rows[0]?.name) : value
  return (
    <Autocomplete
      {...(id ? { id } : {})}
      label="适用车型"
      text={name ?? ''}
      placeholder={placeholder}
      find={findFitments}
      onChange={(option) => {
        setChosen(option && { value: option.value, label: option.label })
        onChange(option?.value)
      }}
    />
  )
}

/** 适用车型 as a filter of a list. */
export function FitmentFilter(props: Omit<FilterProps, 'title'>) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  return (
    <FilterField title="适用车型" id={id}>
      <FitmentBox id={id} value={value} onChange={(next) => setValue(next)} placeholder="全部" />
    </FilterField>
  )
}
