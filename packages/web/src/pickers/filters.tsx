import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import type { DictionaryKind } from '@chepu/contract/basics/dictionary'
import { useEffect, useId, useState } from 'react'
import { type FilterProps, FilterField, SelectFilter } from '../kit/list/filters'
import { useFilter } from '../kit/list/use-filters'
import { findPartners, partnerById, useEmployees, useWarehouses, useWords, warehouseOption } from './lists'
import { Autocomplete } from '../kit/ui/autocomplete'
import { filterOptions, type PickOption } from '../kit/ui/pick-options'

type Props = Omit<FilterProps, 'title'> & { title?: string }

const wholeNumber = (text: string | undefined) => (text === undefined ? undefined : Number.parseInt(text, 10))

/** 往来单位 of a list, found as in documents; writes the partner's id. */
export function PartnerFilter(props: Props & { role: PartnerRole | readonly PartnerRole[] }) {
  const { title = '往来单位' } = props
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const [name, setName] = useState('')
  const unknown = value !== undefined && name === ''
  useEffect(() => {
    if (!unknown) return
    partnerById(Number.parseInt(value, 10)).then(
      (partner) => setName(partner?.name ?? value),
      () => setName(value),
    )
  }, [unknown, value])
  return (
    <FilterField title={title} id={id} wide>
      <Autocomplete
        id={id}
        label={title}
        text={value === undefined ? '' : name}
        placeholder="名称 / 拼音 / 手机尾号"
        find={(text) => findPartners(text, props.role)}
        onChange={(option) => {
          setName(option?.label ?? '')
          setValue(option && String(option.id))
        }}
      />
    </FilterField>
  )
}

function ListFilter<Value>(props: Props & { title: string; options: readonly PickOption<Value>[] }) {
  const id = useId()
  const [value, setValue] = useFilter(props.name)
  const current = props.options.find((option) => option.id === wholeNumber(value))
  return (
    <FilterField title={props.title} id={id}>
      <Autocomplete
        id={id}
        label={props.title}
        text={current?.label ?? ''}
        placeholder="全部"
        entries={props.options.length}
        find={(text) => filterOptions(props.options, text)}
        onChange={(option) => setValue(option && String(option.id))}
      />
    </FilterField>
  )
}

/** 仓库 among those that the user may use. */
export function WarehouseFilter(props: Props) {
  return <ListFilter title="仓库" {...props} options={useWarehouses().map(warehouseOption)} />
}

/** An employee of the organisation, for example 业务员 or 制单人. */
export function EmployeeFilter(props: Props & { title: string }) {
  const options = useEmployees().map((employee) => ({ id: employee.id, label: employee.name, value: employee }))
  return <ListFilter {...props} options={options} />
}

/** A word of the dictionary. */
export function WordFilter(props: Props & { title: string; words: DictionaryKind }) {
  return <SelectFilter {...props} options={useWords(props.words)} />
}
