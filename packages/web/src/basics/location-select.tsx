import { Select } from 'antd'
import type { FieldControl } from '../kit/form/master-form'
import { useLocations } from '../pickers/lists'

/** A location of the warehouse that is chosen in the same form. */
export function LocationSelect({ id, value, values, onChange, disabled }: FieldControl) {
  const warehouseId = values['defaultWarehouseId'] as number | null
  const locations = useLocations(warehouseId ?? undefined)
  const known = locations.some((location) => location.id === value)
  return (
    <Select
      id={id}
      allowClear
      disabled={disabled || warehouseId === null}
      showSearch={{ optionFilterProp: 'label' }}
      value={known ? (value as number) : null}
      options={locations.map((location) => ({ value: location.id, label: location.code }))}
      onChange={(next: number | null | undefined) => onChange(next ?? null)}
    />
  )
}
