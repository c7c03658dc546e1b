import { carInfoRoute, type CarInfo } from '@chepu/contract/customers/car-info'
import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { call } from '../kit/base/call'
import { useSession } from '../kit/base/session'
import { Autocomplete } from '../kit/ui/autocomplete'
import type { PickOption } from '../kit/ui/pick-options'
import { useDialog } from '../kit/ui/use-dialog'
import { NewVehicleDialog } from './new-vehicle-dialog'

const hintOf = ({ carName, partnerName, partnerMobile, mileage }: CarInfo) =>
  [carName, partnerName, partnerMobile, mileage === null ? '' : `${trimZeros(mileage)}公里`].filter(Boolean).join('  ')

/** What a car is called: its plate, else its VIN. */
const titleOf = ({ plate, vin }: Pick<CarInfo, 'plate' | 'vin'>) => plate || vin

/** Cars by plate tail, VIN tail, or their owner (business/customers 6.3). */
async function findCars(text: string): Promise<PickOption<CarInfo>[]> {
  const { rows } = await call(carInfoRoute, { query: { q: text, rows: 20 }, quiet: true })
  return rows.map((car) => ({ id: car.id, label: titleOf(car), hint: hintOf(car), value: car }))
}

/**
 * The car that somebody comes with: one box for plate tail, VIN, mobile tail or name of the owner; a scanned VIN takes its car. What
 * is not found is registered from here (新车登记), by who may.
 */
export function VehicleBox(props: {
  id?: string
  car: Pick<CarInfo, 'plate' | 'vin'> | undefined
  onChange: (car: CarInfo | undefined) => void
  invalid?: boolean | undefined
}) {
  const { has } = useSession()
  const [openNew, dialog] = useDialog(NewVehicleDialog)
  const add = async (text: string) => {
    const made = await openNew({ text })
    if (made) props.onChange(made)
  }
  return (
    <>
      <Autocomplete
        {...(props.id === undefined ? {} : { id: props.id })}
        label="车辆"
        text={props.car ? titleOf(props.car) : ''}
        placeholder="车牌尾号 / VIN / 手机尾号 / 车主"
        find={findCars}
        onChange={(option) => props.onChange(option?.value)}
        onAdd={has(vehicleButtons.add) ? { label: '新车登记', run: (text) => void add(text) } : undefined}
        invalid={props.invalid}
      />
      {dialog}
    </>
  )
}
