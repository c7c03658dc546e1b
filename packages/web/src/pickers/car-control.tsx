import { carModelRoutes } from '@chepu/contract/basics/car-model'
import { lookUpVin } from '@chepu/contract/basics/vin-rule'
import type { VehicleCar } from '@chepu/contract/customers/vehicle'
import { searchPartners } from '@chepu/contract/basics/lookups'
import { vinText, vinWarning } from '@chepu/contract/kernel/vin'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../kit/base/call'
import { useCall } from '../kit/base/use-call'
import type { FieldControl } from '../kit/form/master-form'
import { Autocomplete } from '../kit/ui/autocomplete'
import { findPartners } from './lists'

const noCar: VehicleCar = { seriesId: null, modelId: null, text: '' }
const isWhole = (vin: string) => /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)

/** Active series and model-years that the text names. */
async function findCars(text: string) {
  const { rows } = await call(carModelRoutes.choices, { query: text ? { q: text } : {}, quiet: true })
  return rows.map(({ value, name, hint, seriesId, modelId }) => ({
    id: value,
    label: name,
    hint,
    value: { seriesId, modelId, text: name },
  }))
}

/** The car that the rules know by a whole VIN, with the model where only one is left. */
function useCarOfVin(vin: string): VehicleCar | undefined {
  const { data } = useCall(lookUpVin, { query: { vin } }, { enabled: isWhole(vin) })
  if (!isWhole(vin) || !data || data.seriesId === null) return undefined
  const [only, ...others] = data.models
  const one = data.modelId === null && others.length === 0 ? only : undefined
  return {
    seriesId: data.seriesId,
    modelId: data.modelId ?? one?.id ?? null,
    text: [data.carName, one?.name].filter(Boolean).join(' '),
  }
}

/** 车型 of a car: found by typing, filled once by the form's VIN, or kept in words where the library has none. */
export function CarControl({ id, value, values, disabled, onChange }: FieldControl) {
  const car = (value as VehicleCar | null) ?? noCar
  const vin = vinText(String(values['vin'] ?? ''))
  const known = useCarOfVin(vin)
  const filledBy = useRef('')
  useEffect(() => {
    if (!known || disabled || car.text !== '' || filledBy.current === vin) return
    filledBy.current = vin
    onChange(known)
  }, [known, vin, car.text, disabled, onChange])
  if (disabled) return <Input id={id} disabled value={car.text} />
  return (
    <Autocomplete
      id={id}
      label="车型"
      text={car.text}
      placeholder="品牌 / 车系 / 年款 / 拼音；填了VIN会自动带出"
      find={findCars}
      onChange={(option) => onChange(option?.value ?? noCar)}
      onAdd={{ label: '车型库没有，按文字登记：', run: (text) => onChange({ ...noCar, text }) }}
    />
  )
}

/** VIN, which warns of a check sign that does not fit. */
export function VinControl({ id, value, disabled, onChange }: FieldControl) {
  const vin = vinText(String(value ?? ''))
  return (
    <>
      <Input
        id={id}
        disabled={disabled}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value)}
      />
      {isWhole(vin) && vinWarning(vin) && <p className="mf-help">{vinWarning(vin)}</p>}
    </>
  )
}

/** 车主: a customer. */
export function OwnerControl({ id, value, disabled, onChange }: FieldControl) {
  const [chosen, setChosen] = useState<{ id: number; name: string }>()
  const isKnown = typeof value !== 'number' || chosen?.id === value
  const query = { ids: String(value), rows: 1 }
  const named = useCall(searchPartners, { query }, { enabled: !isKnown })
  const name = typeof value === 'number' ? (isKnown ? chosen?.name : named.data?.rows[0]?.name) : undefined
  if (disabled) return <Input id={id} disabled value={name ?? ''} />
  return (
    <Autocomplete
      id={id}
      label="车主"
      text={name ?? ''}
      placeholder="名称 / 拼音 / 手机尾号"
      find={(typed) => findPartners(typed, 'customer')}
      onChange={(option) => {
        setChosen(option?.value)
        onChange(option?.value.id ?? null)
      }}
    />
  )
}
