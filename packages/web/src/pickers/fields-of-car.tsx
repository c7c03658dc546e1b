import type { CarInfo } from '@chepu/contract/customers/car-info'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { DatePicker } from 'antd'
import { useEffect, useMemo } from 'react'
import dayjs from '../kit/base/dayjs'
import { minuteText } from '../kit/base/format'
import { useDocumentMeta, useEditor, useHeader } from '../kit/document/document-context'
import { ListField, useField } from '../kit/document/document-header'
import { shown } from '../kit/grid/line-grid-text'
import { useBusinessTypes } from './repair-lists'
import { VehicleBox } from './vehicle-field'

/** The car of a document; its owner, who brings it and what its meter showed come with it. */
export function CarField() {
  const field = useField({ name: 'vehicleId', title: '车辆', span: 2 })
  const { plate, vin, modelText } = field.header
  const isKnown = typeof field.value === 'number'
  const take = (car: CarInfo | undefined) => {
    field.store.setHeader({
      vehicleId: car?.id ?? null,
      plate: car?.plate ?? null,
      vin: car?.vin ?? null,
      modelText: car?.carName ?? null,
      lastMileage: car?.mileage ?? null,
    })
    if (!car) return
    field.store.propose({
      partnerId: car.partnerId,
      partnerName: car.partnerName,
      contactName: car.driverName || car.partnerName.slice(0, 20),
      contactMobile: car.driverMobile || car.partnerMobile,
      // The term of a 三包单 runs from it (business/three-guarantees 1.4).
      ...(!field.store.isTyped('invoicedOn') && { invoicedOn: car.invoicedOn }),
    })
  }
  const known = isKnown ? { plate: shown(plate), vin: shown(vin) } : undefined
  return field.frame(
    <div className="car-beside">
      <VehicleBox id={field.id} car={known} invalid={field.invalid} onChange={take} />
      <span>{shown(modelText)}</span>
    </div>,
    [shown(plate) || shown(vin), shown(modelText)].filter(Boolean).join(' '),
  )
}

/** What the meter showed the last time, beside the field in which it is typed now. */
export function LastMileage() {
  const { lastMileage } = useHeader()
  return <span>{isDecimal(lastMileage) ? `上次 ${trimZeros(lastMileage)}` : ''}</span>
}

/** A day with its time, of which the list offers every fifth minute, or every `step`. */
export function MomentField({ step = 5, ...props }: { name: string; step?: 5 | 10 }) {
  const field = useField(props)
  const value = typeof field.value === 'string' ? dayjs(field.value) : null
  return field.frame(
    <DatePicker
      id={field.id}
      value={value}
      placeholder=""
      showTime={{ format: 'HH:mm', minuteStep: step }}
      format={['YYYY-MM-DD HH:mm', 'MM-DD HH:mm', 'MMDD HHmm']}
      needConfirm={false}
      status={field.invalid ? 'error' : ''}
      onChange={(next) => field.set(next ? next.toISOString() : null)}
    />,
    minuteText(field.value),
  )
}

/** A whole number, chosen from a few by the first signs of its label. */
export function NumberField(props: { name: string; options: Readonly<Record<number, string>> }) {
  const options = useMemo(
    () =>
      Object.entries(props.options).map(([value, label]) => {
        const id = Number.parseInt(value, 10)
        return { id, label, value: id }
      }),
    [props.options],
  )
  return <ListField name={props.name} options={options} />
}

/** A new document is of the first of the kinds of business, as its order would be. */
export function UsualBusiness() {
  const { store, readOnly } = useEditor()
  const { id } = useDocumentMeta()
  const [first] = useBusinessTypes()
  useEffect(() => {
    if (first && !readOnly && id === undefined)
      store.suggest({ businessTypeId: first.id, businessTypeName: first.name })
  }, [first, store, readOnly, id])
  return null
}
