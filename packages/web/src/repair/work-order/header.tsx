import type { CarInfo } from '@chepu/contract/customers/car-info'
import { workOrder } from '@chepu/contract/repair/work-order'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { DatePicker } from 'antd'
import { useEffect } from 'react'
import dayjs from '../../kit/base/dayjs'
import { minuteText } from '../../kit/base/format'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { HeaderFields, useField } from '../../kit/document/document-header'
import { shown } from '../../kit/grid/line-grid-text'
import { fieldsOf } from '../../pickers/fields'
import { useBusinessTypes } from '../../pickers/repair-lists'
import { VehicleBox } from '../../pickers/vehicle-field'
import { useOrder } from './order-context'

const { BusinessTypeField, CheckField, DayField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } =
  fieldsOf(workOrder)

/** The header of an order: the car first, from which customer, contact and last mileage follow. */
export function OrderHeader() {
  useDefaultPayer()
  const { lastMileage } = useHeader()
  const last = isDecimal(lastMileage) ? `上次 ${trimZeros(lastMileage)}` : ''
  return (
    <HeaderFields>
      <CarField />
      <PartnerField name="partnerId" role="customer" />
      <TextField name="mileage" title="进厂里程" beside={<span className="wo-beside">{last}</span>} />
      <BusinessTypeField name="businessTypeId" />
      <TextField name="contactName" />
      <TextField name="contactMobile" />
      <EmployeeField name="salespersonId" />
      <WarehouseField name="warehouseId" />
      <MomentField name="promisedAt" />
      <WordField name="repairForm" words="repair_form" />
      <DayField name="bizDate" />
      <TextField name="complaint" span={2} />
      <TextField name="remark" />
      <CheckField name="keepsOldParts" />
    </HeaderFields>
  )
}

/** The car; its owner, who brings it and what its meter showed come with it. */
function CarField() {
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
    })
  }
  return field.frame(
    <div className="wo-car">
      <VehicleBox
        id={field.id}
        car={isKnown ? { plate: shown(plate), vin: shown(vin) } : undefined}
        invalid={field.invalid}
        onChange={take}
      />
      <span className="wo-beside">{shown(modelText)}</span>
    </div>,
    [shown(plate) || shown(vin), shown(modelText)].filter(Boolean).join(' '),
  )
}

/** A day with its hour, by half hours. */
function MomentField(props: { name: 'promisedAt' }) {
  const field = useField(props)
  const value = typeof field.value === 'string' ? dayjs(field.value) : null
  return field.frame(
    <DatePicker
      id={field.id}
      value={value}
      placeholder=""
      showTime={{ format: 'HH:mm', minuteStep: 10 }}
      format={['YYYY-MM-DD HH:mm', 'MM-DD HH:mm', 'MMDD HHmm']}
      needConfirm={false}
      status={field.invalid ? 'error' : ''}
      onChange={(next) => field.set(next ? next.toISOString() : null)}
    />,
    minuteText(field.value),
  )
}

/** New lines are paid by whom the business of the order says; a new order is the first of the kinds of business. */
function useDefaultPayer(): void {
  const { store, readOnly } = useEditor()
  const order = useOrder()
  const types = useBusinessTypes()
  const { businessTypeId } = useHeader()
  const first = types[0]
  useEffect(() => {
    if (first && !readOnly) store.suggest({ businessTypeId: first.id, businessTypeName: first.name })
  }, [first, store, readOnly])
  const payer = types.find(({ id }) => id === businessTypeId)?.defaultPayer
  useEffect(() => {
    if (payer) order.setPayer(payer as Parameters<typeof order.setPayer>[0])
  }, [payer, order])
}
