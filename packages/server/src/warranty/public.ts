// What other areas may use of the three guarantees.
export { assertNotBilled } from './bill/claimed'
export { dropBills, makeBills } from './bill/make'
