import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'

/** What a document takes over from a car. */
interface HeldVehicle {
  id: number
  plate: string
  vin: string
  partnerId: number
  carTypeId: number | null
  isActive: boolean
  /** Kilometres of the latest reading, 4 decimals. */
  mileage: string
  mileageOn: string | null
}

/**
 * A car of the group that a document names, held until the commit (`for key share`), so that it is not deleted under it; it is locked
 * after its owner. Whether the caller may name it was asked when the document did (business/customers 6.3).
 */
export async function vehicleOf(tx: CallerTx, id: number): Promise<HeldVehicle> {
  const row = await tx.one<HeldVehicle>({
    name: 'vehicle-of',
    text: `select id, plate, vin, partner_id, car_type_id, is_active, mileage, mileage_on from vehicle
      where group_id = $1 and id = $2 for key share`,
    values: [tx.groupId, id],
  })
  return row ?? notFound('车辆')
}
