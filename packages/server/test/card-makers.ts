import { shanghaiDay } from '../src/kernel/base/calendar'
import { newCard, newCardType } from './cards'
import type { Maker } from './makers'
import type { Client, Shop } from './shop'

const cards = new WeakMap<Shop, Promise<number>>()

/** The one card of a shop's customer that random documents are about. */
function cardOf(shop: Shop, client: Client): Promise<number> {
  const known =
    cards.get(shop) ??
    newCardType(shop).then((cardTypeId) => newCard(shop, client, { partnerId: shop.customerId, cardTypeId }))
  cards.set(shop, known)
  return known
}

/** A recharge, the plain case of 办卡单. */
const recharge: Maker = {
  weight: 0,
  async body({ shop, client }) {
    const cardId = await cardOf(shop, client)
    const header = {
      bizDate: shanghaiDay(),
      partnerId: shop.customerId,
      purpose: 'recharge',
      cardId,
      principalChange: '10',
    }
    return { header, tenders: [{ storeAccountId: shop.cashId, amount: '10' }], items: [] }
  },
}

/** How documents of cards are made. */
export const cardMakers: Readonly<Record<string, Maker>> = { card_voucher: recharge }
