import { text } from '../kernel/scalars'

/** The vehicle that a customer asked about, in his words or as its VIN; it passes on with the goods (business/sales 1.7). */
export const vehicleText = text(100).nullable().default(null)
