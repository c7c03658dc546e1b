import { carInfoRoute, type CarInfo } from '@chepu/contract/customers/car-info'
import { customerButtons } from '@chepu/contract/customers/partner'
import { isPlate, plainPlate } from '@chepu/contract/customers/plate'
import { type QuickVehicle, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { vinText } from '@chepu/contract/kernel/vin'
import { call } from '../kit/base/call'
import { useSession } from '../kit/base/session'
import { FormDialog } from '../kit/form/form-dialog'
import type { MasterField } from '../kit/form/master-form'
import type { DialogProps } from '../kit/ui/use-dialog'
import { CarControl, OwnerControl, VinControl } from './car-control'

const car: MasterField[] = [
  { name: 'plate', title: '车牌', help: '没有车牌时留空，填VIN' },
  { name: 'vin', title: 'VIN', render: VinControl },
  { name: 'car', title: '车型', wide: true, initial: null, render: (control) => <CarControl {...control} /> },
  { name: 'mileage', title: '里程(公里)', kind: 'decimal' },
  {
    name: 'partnerId',
    title: '车主',
    initial: null,
    wide: true,
    section: '车主',
    render: (control) => <OwnerControl {...control} />,
  },
]
const newOwner: MasterField[] = [
  { name: 'customerName', title: '新客户名称', help: '车主还不是客户时填写' },
  { name: 'customerMobile', title: '新客户手机', help: '不填为单位客户' },
]

/** What was typed into a picker, in the field that it belongs to. */
function presetOf(text: string): Record<string, string> {
  const plate = plainPlate(text)
  if (isPlate(plate)) return { plate }
  const vin = vinText(text)
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? { vin } : {}
}

/** 新车登记 from a picker: a car with its owner, who may be new as well, in one step (business/customers 6.6). */
export function NewVehicleDialog({ input, onDone }: DialogProps<{ text: string }, CarInfo>) {
  const { has } = useSession()
  return (
    <FormDialog
      title="新车登记"
      fields={has(customerButtons.add) ? [...car, ...newOwner] : car}
      schema={vehicleRoutes.quick.body}
      preset={presetOf(input.text)}
      okText="登记"
      onSave={(body: QuickVehicle) => ({ route: vehicleRoutes.quick, body })}
      onSaved={async ({ id }) => {
        const { rows } = await call(carInfoRoute, { query: { id: String(id) } })
        onDone(rows[0])
      }}
      onClose={() => onDone()}
    />
  )
}
