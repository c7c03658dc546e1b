// What other areas may use of the customers' area.
export { type BulkPartner, savePartnersBulk } from './partner/bulk'
export { type BulkVehicle, carsByVin, saveVehiclesBulk } from './vehicle/bulk'
export { namesPartner } from './partner/search'
export { vehicleOf } from './vehicle/hold'
export { planMaintenance } from './vehicle/maintenance'
export { readingsAround, recordMileage } from './vehicle/mileage'
export { remindOfVehicles } from './vehicle/reminders'
export { ownsCarNamed, ownsWholeCar } from './vehicle/rows'
