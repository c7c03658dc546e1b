import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { addDays } from '../../../packages/server/src/kernel/base/calendar'
import { demoVehicles } from '../vehicles'
import type { DemoShop } from './shop'

/** The customers' cars, each with what two visits read of its meter (business/demo 3). */
export async function registerVehicles({ desks: { boss }, book }: DemoShop, today: string): Promise<void> {
  const { basics } = await boss.call(basicsInfo)
  const colors = new Map(basics['carColor']?.map(({ id, name }) => [name, id as number]))
  const day = (days: number) => addDays(today, days)
  for (const car of demoVehicles) {
    const { id } = await boss.call(vehicleRoutes.save, {
      body: {
        plate: car.plate,
        vin: car.vin,
        partnerId: book.id('partner', car.ownerCode),
        usage: car.usage,
        colorId: colors.get(car.colorName) ?? null,
        purchasedOn: day(car.purchasedDays),
        invoicedOn: day(car.purchasedDays),
        compulsoryExpiresOn: day(car.compulsoryDays),
        commercialExpiresOn: day(car.compulsoryDays),
        inspectionExpiresOn: day(car.inspectionDays),
        nextMaintenanceOn: day(car.maintenanceDays),
      },
    })
    book.set('vehicle', car.plate, id)
    for (const { mileage, days } of [car.earlier, car.latest])
      await boss.call(vehicleRoutes.mileage, { params: { id }, body: { mileage, readOn: day(days) } })
  }
}
