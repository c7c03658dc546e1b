import type { OrderContent } from '@chepu/contract/repair/order-link'
import type { LinkView } from '../../kit/link/view'
import order from '../work-order/by-link'

/** The report of a car that was taken in, on the customer's telephone; once there is an order, that (business/repair 12.5). */
const view: LinkView<OrderContent> = { ...order, title: '检车报告' }
export default view
