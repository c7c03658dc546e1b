import type { LookupPartner } from '@chepu/contract/basics/lookups'
import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { customerButtons } from '@chepu/contract/customers/partner'
import { vehicleButtons, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { useState } from 'react'
import { call } from '../kit/base/call'
import { useSession } from '../kit/base/session'
import type { FieldControl } from '../kit/form/master-form'
import { Autocomplete } from '../kit/ui/autocomplete'
import { filterOptions, type PickOption } from '../kit/ui/pick-options'
import { useDialog } from '../kit/ui/use-dialog'
import { findPartners } from '../pickers/lists'
import { NewPartnerDialog } from '../pickers/new-partner-dialog'

/** One of a list that is already here, by typing. */
export function PickControl<Value>(
  props: FieldControl & { label: string; options: readonly PickOption<Value>[]; placeholder?: string },
) {
  const { id, value, options } = props
  const current = options.find((option) => option.id === value)
  return (
    <Autocomplete
      id={id}
      label={props.label}
      text={current?.label ?? ''}
      placeholder={props.placeholder}
      entries={options.length}
      find={(text) => filterOptions(options, text)}
      onChange={(option) => props.onChange(option?.id ?? null)}
    />
  )
}

/** Whose card it is; a new customer is made from here, by who may. */
export function CustomerControl({ id, onChange }: FieldControl) {
  const { has } = useSession()
  const [openNew, dialog] = useDialog(NewPartnerDialog)
  const [chosen, setChosen] = useState<LookupPartner>()
  const take = (partner: LookupPartner | undefined) => {
    setChosen(partner)
    onChange(partner?.id ?? null)
  }
  const add = async (name: string) => {
    const made = await openNew({ name, role: 'customer' })
    if (made) take(made)
    document.getElementById(id)?.focus()
  }
  return (
    <>
      <Autocomplete
        id={id}
        label="客户"
        text={chosen ? [chosen.name, chosen.mobile].filter(Boolean).join(' ') : ''}
        placeholder="名称 / 拼音 / 手机尾号"
        find={(text) => findPartners(text, 'customer')}
        onChange={(option) => take(option?.value)}
        onAdd={has(customerButtons.add) ? { label: '新增客户', run: (name) => void add(name) } : undefined}
      />
      {dialog}
    </>
  )
}

interface Car {
  id: number
  plate: string
  vin: string
  carName: string
  partnerId: number
}

const carOption = (car: Car): PickOption<Car> => ({
  id: car.id,
  label: car.plate || car.vin,
  hint: car.carName,
  value: car,
})

/** A car of one customer. */
export function CarOfControl(props: FieldControl & { partnerId: number | undefined; text?: string | undefined }) {
  const { partnerId } = props
  const { has } = useSession()
  const [chosen, setChosen] = useState<Car>()
  const find = async (text: string): Promise<PickOption<Car>[]> => {
    if (partnerId === undefined) return []
    const q = text === '' ? {} : { q: text }
    if (has(vehicleButtons.view)) {
      const query = { partnerId: String(partnerId), rows: 20, active: 'true' as const, ...q }
      return (await call(vehicleRoutes.list, { query, quiet: true })).rows.map(carOption)
    }
    const { rows } = await call(carInfoRoute, { query: { ...q, rows: 20 }, quiet: true })
    return rows.filter((car) => car.partnerId === partnerId).map(carOption)
  }
  const shown = chosen && chosen.id === props.value ? chosen.plate || chosen.vin : (props.text ?? '')
  return (
    <Autocomplete
      id={props.id}
      label="车辆"
      text={props.value == null ? '' : shown}
      placeholder={partnerId === undefined ? '请先选择客户' : '该客户的车辆'}
      find={find}
      onChange={(option) => {
        setChosen(option?.value)
        props.onChange(option?.value.id ?? null)
      }}
    />
  )
}
