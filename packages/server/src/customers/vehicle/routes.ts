import { carInfoRoute } from '@chepu/contract/customers/car-info'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { enqueueExport } from '../../kernel/export/enqueue'
import { registerExport } from '../../kernel/export/registry'
import type { Bind } from '../../kernel/http/bind'
import { carInfo } from './info'
import { listVehicles, vehicleExport, vehicleTotals } from './list'
import { quickVehicle } from './quick'
import { enableVehicle, noteMileage, removeVehicle, saveVehicle, transferVehicle } from './save'
import { readVehicle } from './view'

/** Calls about customers' cars (business/customers 6). */
export function bindVehicles(bind: Bind): void {
  registerExport('vehicle', vehicleExport)
  bind(vehicleRoutes.list, (tx, { query }) => listVehicles(tx, query))
  bind(vehicleRoutes.totals, (tx, { query }) => vehicleTotals(tx, query))
  bind(vehicleRoutes.read, (tx, { params }) => readVehicle(tx, params.id))
  bind(vehicleRoutes.save, (tx, { body }) => saveVehicle(tx, body))
  bind(vehicleRoutes.quick, (tx, { body }) => quickVehicle(tx, body))
  bind(vehicleRoutes.enable, (tx, { params, body }) => enableVehicle(tx, params.id, body))
  bind(vehicleRoutes.remove, (tx, { params }) => removeVehicle(tx, params.id))
  bind(vehicleRoutes.transfer, (tx, { params, body }) => transferVehicle(tx, params.id, body))
  bind(vehicleRoutes.mileage, (tx, { params, body }) => noteMileage(tx, params.id, body))
  bind(vehicleRoutes.export, (tx, { body }) => enqueueExport(tx, 'vehicle', body))
  bind.reads(carInfoRoute, (tx, { query }) => carInfo(tx, query))
}
