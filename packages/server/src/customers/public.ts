// What other areas may use of the customers' area.
export { type BulkPartner, savePartnersBulk } from './partner/bulk'
export { type BulkVehicle, carsByVin, saveVehiclesBulk } from './vehicle/bulk'
export { vehicleOf } from './vehicle/hold'
export { recordMileage } from './vehicle/mileage'
export { vehicleScope } from './vehicle/rows'
