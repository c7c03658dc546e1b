import { partnerRoutes } from '@chepu/contract/customers/partner'
import { type QuickVehicle, vehicleRoutes } from '@chepu/contract/customers/vehicle'
import type { DataOf } from '@chepu/contract/kernel/route'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { CallerTx } from '../../kernel/db/tx'
import { savePartner } from '../partner/save'
import { saveVehicle } from './save'

/** 新车登记: the car, and its owner where he is new, in one go; a new one needs the button that adds customers (business/customers 6.6). */
export async function quickVehicle(
  tx: CallerTx,
  { partnerId, customerName, customerMobile, ...typed }: QuickVehicle,
): Promise<DataOf<typeof vehicleRoutes.quick>> {
  const owner = partnerId ?? (await newCustomer(tx, customerName, customerMobile))
  const saved = await saveVehicle(tx, vehicleRoutes.save.body.parse({ ...typed, partnerId: owner }))
  return { ...saved, partnerId: owner }
}

/** A person where there is a mobile, else a unit, which needs none. */
async function newCustomer(tx: CallerTx, name: string, mobile: string): Promise<number> {
  const kind = mobile === '' ? 'unit' : 'person'
  const { id } = await savePartner(
    tx,
    partnerRoutes.save.body.parse({ name, mobile, kind, cusFlag: partnerRoles.customer }),
  )
  return id
}
