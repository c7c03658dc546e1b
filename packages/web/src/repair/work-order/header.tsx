import { workOrder } from '@chepu/contract/repair/work-order'
import { useEffect } from 'react'
import { useEditor, useHeader } from '../../kit/document/document-context'
import { HeaderFields } from '../../kit/document/document-header'
import { fieldsOf } from '../../pickers/fields'
import { CarField, LastMileage, MomentField } from '../../pickers/fields-of-car'
import { useBusinessTypes } from '../../pickers/repair-lists'
import { useOrder } from './order-context'

const { BusinessTypeField, CheckField, DayField, EmployeeField, PartnerField, TextField, WarehouseField, WordField } =
  fieldsOf(workOrder)

/** The header of an order: the car first, from which customer, contact and last mileage follow. */
export function OrderHeader() {
  useDefaultPayer()
  const last = (
    <span className="wo-beside">
      <LastMileage />
    </span>
  )
  return (
    <HeaderFields>
      <CarField />
      <PartnerField name="partnerId" role="customer" />
      <TextField name="mileage" title="进厂里程" beside={last} />
      <BusinessTypeField name="businessTypeId" />
      <TextField name="contactName" />
      <TextField name="contactMobile" />
      <EmployeeField name="salespersonId" />
      <WarehouseField name="warehouseId" />
      <MomentField name="promisedAt" step={10} />
      <WordField name="repairForm" words="repair_form" />
      <DayField name="bizDate" />
      <TextField name="complaint" span={2} />
      <TextField name="remark" />
      <CheckField name="keepsOldParts" />
    </HeaderFields>
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
