import { vehicleButtons, type VehicleInput, type vehicleRoutes } from '@chepu/contract/customers/vehicle'
import type { DataOf } from '@chepu/contract/kernel/route'
import { vinWarning } from '@chepu/contract/kernel/vin'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { isMasked } from '../../kernel/caller/mobile'
import { audit } from '../../kernel/db/audit'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  removeMaster,
} from '../../kernel/master/master'
import { tellOfBoundCards } from './bound-cards'
import { keptCar } from './car'
import {
  assertOwner,
  assertVehicleVisible,
  referenceErrors,
  type StoredVehicle,
  takenErrors,
  takenMeanwhile,
} from './check'
import { recordMileage, recordTyped } from './mileage'

const vehicle: Master = { table: 'vehicle', title: '车辆' }

/** What a car is called in messages. */
const nameOf = ({ plate, vin }: Pick<StoredVehicle, 'plate' | 'vin'>) => plate || vin

type Saved = DataOf<typeof vehicleRoutes.save>

/**
 * Saves a car. A new one begins the history of its owners; its mileage is the first reading, later ones may not fall. What the rules
 * know of the VIN fills the model, and the series the type, where nothing was typed (business/customers 6.1).
 */
export async function saveVehicle(tx: CallerTx, body: VehicleInput): Promise<Saved> {
  const { id, version, partnerId, car: typedCar, mileage, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? vehicleButtons.add : vehicleButtons.update)) forbidden()
  const before = id === undefined ? undefined : await lockedVehicle(tx, id, version ?? 0)
  if (before && partnerId !== undefined && partnerId !== before.partnerId)
    invalid([{ path: 'partnerId', message: '换车主请用「过户」' }])
  if (!before) {
    if (partnerId === undefined) invalid([{ path: 'partnerId', message: '请选择车主' }])
    await assertOwner(tx, partnerId)
  }
  const { car, errors } = await keptCar(tx, typedCar, fields.vin, before)
  const faults = [...errors, ...(await takenErrors(tx, fields, id)), ...(await referenceErrors(tx, fields, before))]
  if (faults.length > 0) invalid(faults)
  const row = {
    ...fields,
    ...car,
    carTypeId: fields.carTypeId ?? car.carTypeId,
    driverMobile: isMasked(fields.driverMobile) ? (before?.driverMobile ?? '') : fields.driverMobile,
    updatedAt: new Date(),
  }
  const saved = await onViolation(takenMeanwhile, () =>
    before ? changeMaster(tx, vehicle, before, row) : addMaster(tx, vehicle, { ...row, partnerId }),
  )
  if (before) await recordTyped(tx, saved.id, mileage, String(before['mileage']))
  else await beginHistory(tx, saved.id, partnerId as number, mileage)
  const warning = fields.vin === '' ? undefined : vinWarning(fields.vin)
  return { ...saved, warnings: warning === undefined ? [] : [warning] }
}

async function beginHistory(tx: CallerTx, vehicleId: number, partnerId: number, mileage: string | null): Promise<void> {
  await tx.insert(
    'vehicle_owner',
    ['group_id', 'vehicle_id', 'partner_id', 'since'],
    [[tx.groupId, vehicleId, partnerId, shanghaiDay()]],
  )
  if (mileage !== null) await recordMileage(tx, vehicleId, { mileage, readOn: shanghaiDay() })
}

async function lockedVehicle(tx: CallerTx, id: number, version?: number): Promise<StoredVehicle> {
  await assertVehicleVisible(tx, id)
  return lockMaster<StoredVehicle>(tx, vehicle, id, version)
}

/** 启用 or 停用; a plate that another car has taken meanwhile is named. */
export async function enableVehicle(tx: CallerTx, id: number, change: { isActive: boolean; version: number }) {
  await assertVehicleVisible(tx, id)
  let car: StoredVehicle | undefined
  const saved = await onViolation(takenMeanwhile, () =>
    enableMaster<StoredVehicle>(tx, vehicle, id, change, async (row) => {
      const [taken] = change.isActive ? await takenErrors(tx, { plate: row.plate, vin: '' }, id) : []
      if (taken) refuse(taken.message)
      if (!change.isActive) car = row
    }),
  )
  if (car) await tellOfBoundCards(tx, car, '停用')
  return saved
}

/** Deletes a car that no document names. */
export async function removeVehicle(tx: CallerTx, id: number): Promise<{ id: number }> {
  const row = await lockedVehicle(tx, id)
  const read = await tx.one({
    text: 'select id from vehicle_mileage where group_id = $1 and vehicle_id = $2 and doc_id is not null limit 1',
    values: [tx.groupId, id],
  })
  if (read) refuse(`车辆“${nameOf(row)}”已被使用，不能删除，可改为停用`)
  return removeMaster(tx, vehicle, { ...row, name: nameOf(row) }, [
    ['vehicle_owner', 'vehicle_id'],
    ['vehicle_mileage', 'vehicle_id'],
  ])
}

/** 过户: ends the time of the owner and begins that of the next, on the day that it was handed over (business/customers 6.5). */
export async function transferVehicle(
  tx: CallerTx,
  id: number,
  { partnerId, since, version }: BodyOf<typeof vehicleRoutes.transfer>,
): Promise<{ id: number; version: number }> {
  await assertOwner(tx, partnerId)
  const before = await lockedVehicle(tx, id, version)
  const fault = (path: string, message: string) => invalid([{ path, message }])
  if (before.partnerId === partnerId) fault('partnerId', '新车主与现车主相同')
  if (since > shanghaiDay()) fault('since', '过户日期不能晚于今天')
  const now = await tx.one<{ since: string }>({
    text: 'select since from vehicle_owner where group_id = $1 and vehicle_id = $2 and until is null',
    values: [tx.groupId, id],
  })
  if (now && since < now.since) fault('since', `过户日期不能早于现车主的开始日期 ${now.since}`)
  await tx.query({
    text: 'update vehicle_owner set until = $3 where group_id = $1 and vehicle_id = $2 and until is null',
    values: [tx.groupId, id, since],
  })
  await tx.insert(
    'vehicle_owner',
    ['group_id', 'vehicle_id', 'partner_id', 'since'],
    [[tx.groupId, id, partnerId, since]],
  )
  const saved = await changeMaster(tx, vehicle, before, { partnerId, updatedAt: new Date() })
  await tellOfBoundCards(tx, before, '过户')
  await audit(tx, { entity: 'vehicle', entityId: id, action: 'transfer', detail: { partnerId, since } })
  return saved
}

/** A reading that is typed on the car's own page. */
export async function noteMileage(
  tx: CallerTx,
  id: number,
  { mileage, readOn, replacedReason }: BodyOf<typeof vehicleRoutes.mileage>,
): Promise<{ id: number }> {
  await assertVehicleVisible(tx, id)
  await recordMileage(tx, id, { mileage: mileage as string, readOn, replacedReason })
  return { id }
}
