// Cards as tests of spending take them: money and a package on them, as a desk puts them there.
import type { refundCards } from '@chepu/contract/repair/refund'
import type { settlementCards } from '@chepu/contract/repair/settlement'
import { makeVoucher, newCard, newCardPackage, newCardType } from './cards'
import type { Shop } from './shop'
import type { Client } from './stage'

interface OnCard {
  partnerId: number
  principal?: string
  gift?: string
  /** Columns of its type. */
  type?: Record<string, unknown>
  /** A service that is sold in advance: so many times for so much. */
  bought?: { serviceItemId: number; times: string; price: string; total: string }
}

let made = 0

/** A card of the client's shop, paid in cash of `shop`, or owed where it is none of its accounts. */
export async function openCard(
  shop: Pick<Shop, 'db' | 'groupId' | 'cashId' | 'sql'>,
  client: Client,
  { bought, partnerId, principal = '0', gift = '0', type }: OnCard,
  isPaid = true,
) {
  made += 1
  const cardTypeId = await newCardType(shop, { name: `储值卡${made}`, ...type })
  const paid = isPaid ? {} : { paid: '0' }
  const money = { ...(principal !== '0' && { principalChange: principal }), ...(gift !== '0' && { giftChange: gift }) }
  const id = await newCard(shop, client, { partnerId, cardTypeId, ...money, ...paid })
  if (bought) {
    const { serviceItemId, times, price, total } = bought
    const line = { serviceItemId, times, listPrice: '120', allocPrice: price, allocTotal: total }
    const cardPackageId = await newCardPackage(shop, { name: `保养套餐${made}`, salePrice: total, lines: [line] })
    const tenders = isPaid ? [{ storeAccountId: shop.cashId, amount: total, fee: '0', tradeNo: '' }] : []
    await makeVoucher(client, { purpose: 'package_sale', partnerId, cardId: id, cardPackageId }, tenders)
  }
  const [card] = await shop.sql<{ cardNo: string; itemIds: number[]; packageName: string | null }>(
    `select c.card_no, array(select i.id from card_item i where i.group_id = $1 and i.card_id = c.id order by i.id) as item_ids,
        (select min(i.package_name) from card_item i where i.group_id = $1 and i.card_id = c.id) as package_name
      from card c where c.group_id = $1 and c.id = $2`,
    id,
  )
  return {
    id,
    cardNo: card?.cardNo as string,
    itemId: card?.itemIds[0] as number,
    packageName: card?.packageName ?? '',
  }
}

/** What is on a card: paid and granted money and points, and of each item times and worth. */
export async function cardsOf(shop: Pick<Shop, 'sql'>, id: number) {
  const [card] = await shop.sql<{ said: string }>(
    `select concat_ws(' ', principal, gift, points) as said from card where group_id = $1 and id = $2`,
    id,
  )
  const items = await shop.sql<{ said: string }>(
    `select concat_ws(' ', times_left, value_left) as said from card_item where group_id = $1 and card_id = $2 order by id`,
    id,
  )
  return { money: card?.said, items: items.map(({ said }) => said) }
}

/** What the slip of a document says of cards: moved and left of paid and granted money and points, and of packages. */
export async function slipOf(client: Client, route: typeof settlementCards | typeof refundCards, id: number) {
  const { cards, items } = await client.call(route, { params: { id } })
  const moneyOf = ({ cardNo, principal, gift, points, ...after }: (typeof cards)[0]) =>
    [cardNo, principal, gift, points, after.principalAfter, after.giftAfter, after.pointsAfter].join(' ')
  return [...cards.map(moneyOf), ...items.map((each) => `${each.cardNo} ${each.name} ${each.times} ${each.timesAfter}`)]
}
