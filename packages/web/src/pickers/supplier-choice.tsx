import { useId } from 'react'
import { Autocomplete } from '../kit/ui/autocomplete'
import { findPartners } from './lists'

/** A supplier as a dialog keeps him. */
export interface Supplier {
  id: number
  name: string
}

/** From whom goods are bought that a dialog orders: without one each part of its own supplier. */
export function SupplierChoice(props: {
  value: Supplier | undefined
  onChange: (supplier: Supplier | undefined) => void
}) {
  const field = useId()
  return (
    <div className="small-table-field">
      <label htmlFor={field}>供应商</label>
      <Autocomplete
        id={field}
        label="供应商"
        text={props.value?.name ?? ''}
        placeholder="不选则按配件默认或最近供应商"
        find={(text) => findPartners(text, 'supplier')}
        onChange={(option) => props.onChange(option && { id: option.value.id, name: option.label })}
      />
    </div>
  )
}
