// What a customer has in a shop, as he reads it by a link on his telephone (business/cards 10).
import { z } from 'zod'
import { linkView } from '../kernel/customer-link'
import { oneOf } from '../kernel/labelled'
import { id } from '../kernel/scalars'
import { cardKinds, cardStates, couponScopes } from './words'

/** The purpose of links by which customers see what is theirs in a shop; the subject is the customer. */
export const customerPagePurpose = 'customer_page'

/** Days for which such a link is good, unless somebody says otherwise. */
export const usualPageDays = 90

/** The latest orders that the page shows, at most. */
export const shownOrders = 20

/** A card that is good in the shop. Money with 2 decimals; granted money whose day is over is none. */
const card = z.object({
  id,
  /** All but its last four signs hidden. */
  cardNo: z.string(),
  cardTypeName: z.string(),
  kind: oneOf(cardKinds),
  state: oneOf(cardStates),
  plate: z.string(),
  principal: z.string(),
  gift: z.string(),
  points: z.string(),
  validUntil: z.string().nullable(),
  isExpired: z.boolean(),
})

/** What is left of a package on one of these cards; times with 4 decimals. */
const packageItem = z.object({
  cardId: id,
  packageName: z.string(),
  name: z.string(),
  timesSold: z.string(),
  timesLeft: z.string(),
  /** The one car that it is good for; '' is any. */
  plate: z.string(),
  carTypeName: z.string(),
  validUntil: z.string().nullable(),
})

/** A coupon of the customer's own that is good today. */
const coupon = z.object({
  couponNo: z.string(),
  batchName: z.string(),
  face: z.string(),
  threshold: z.string(),
  scope: oneOf(couponScopes),
  validTo: z.string(),
})

/** A settled order, with what was done and what the customer owed of it. Money with 2 decimals. */
const order = z.object({
  billNo: z.string(),
  bizDate: z.string(),
  plate: z.string(),
  mileage: z.string().nullable(),
  customerDue: z.string(),
  paid: z.string(),
  open: z.string(),
  lines: z.array(
    z.object({
      name: z.string(),
      qty: z.string(),
      /** Until when the shop answers for it, whichever is first; neither where it does not. */
      guaranteedUntil: z.string().nullable(),
      guaranteedKm: z.string().nullable(),
    }),
  ),
})

const content = z.object({
  /** Masked, of a person. */
  partnerName: z.string(),
  mobile: z.string(),
  cards: z.array(card),
  packages: z.array(packageItem),
  coupons: z.array(coupon),
  orders: z.array(order),
})
export type CustomerPageContent = z.output<typeof content>

/** It is read, and takes no answer. */
export const customerPageLink = { view: linkView(customerPagePurpose, { summary: '客户查看客户页面', content }) }
