// Links as customers get them, for tests that need one of each.
import type { BodyOf } from '@chepu/contract/kernel/route'
import {
  orderConfirmPurpose,
  orderLink,
  receptionLink,
  receptionReportPurpose,
} from '@chepu/contract/repair/order-link'
import { statementCalls, statementLink, statementPurpose } from '@chepu/contract/finance/statement-link'
import { quotationPurpose } from '@chepu/contract/sales/quotation-link'
import { openItem } from './finance'
import { customerLinkRoutes } from '@chepu/contract/kernel/customer-link'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { reception } from '@chepu/contract/repair/reception'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { post } from './desk'
import type { Client, Shop } from './shop'

/** A link to an offer, and the version of the offer. */
export async function offerLink(shop: Shop, keeper: Client, partnerId: number) {
  const { warehouseId, parts } = shop
  const body = {
    header: { bizDate: shanghaiDay(), partnerId, warehouseId },
    lines: [{ partId: parts.filter, qty: '2', price: '30' }],
  }
  const { id, version } = await post(keeper, salesQuotation.routes, body)
  const link = await keeper.call(customerLinkRoutes.make, { body: { purpose: quotationPurpose, subjectId: id } })
  return { linkToken: link.address.slice('/l/'.length), offerVersion: version }
}

/** A link to an order, and the version of what it shows. */
export async function orderLinkOf(keeper: Client, rows: Record<string, number>) {
  const { id } = await keeper.call(workOrder.routes.save, { body: orderOf(rows) })
  const link = await keeper.call(customerLinkRoutes.make, { body: { purpose: orderConfirmPurpose, subjectId: id } })
  const token = link.address.slice('/l/'.length)
  const { content } = await keeper.call(orderLink.view, { params: { token } })
  return { orderToken: token, shownVersion: content.version }
}

/** A link to a reception that has become an order, and the version of what it shows. */
export async function receptionLinkOf(keeper: Client, rows: Record<string, number>) {
  const order = orderOf(rows)
  const { bizDate, partnerId, vehicleId } = order.header
  const header = { bizDate, partnerId, vehicleId: vehicleId as number, arrivedAt: new Date().toISOString() }
  const { id } = await keeper.call(reception.routes.save, { body: { header } })
  await keeper.call(workOrder.routes.save, { body: { ...order, header: { ...order.header, receptionId: id } } })
  const body = { purpose: receptionReportPurpose, subjectId: id }
  const link = await keeper.call(customerLinkRoutes.make, { body })
  const token = link.address.slice('/l/'.length)
  const { content } = await keeper.call(receptionLink.view, { params: { token } })
  return { receptionToken: token, reportVersion: content.version }
}

/** A link to the statement of a partner who owes something, and the version of what it shows. */
export async function statementLinkOf(shop: Shop, keeper: Client, partnerId: number) {
  await openItem(shop, keeper, { partnerId, side: 'AR', total: '10.00' })
  const today = shanghaiDay()
  const { id } = await keeper.call(statementCalls.AR.send, { body: { partnerId, from: today, to: today } })
  const link = await keeper.call(customerLinkRoutes.make, { body: { purpose: statementPurpose, subjectId: id } })
  const token = link.address.slice('/l/'.length)
  const { content } = await keeper.call(statementLink.view, { params: { token } })
  return { statementToken: token, statementVersion: content.version }
}

/** The body of an order that wants material. */
export const orderOf = ({ customerId, vehicleId, businessTypeId, warehouseId, partId }: Record<string, number>) =>
  ({
    header: { bizDate: shanghaiDay(), partnerId: customerId, vehicleId, businessTypeId, warehouseId },
    labour: [
      { name: '保养', price: '100' },
      { name: '制动', price: '100' },
    ],
    materials: [{ partId, qty: '2', price: '30' }],
  }) as BodyOf<typeof workOrder.routes.save>
