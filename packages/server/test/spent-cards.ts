// Cards as tests of spending take them, with the ledger rows that put something onto them.
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Tx } from '../src/kernel/db/tx'
import { post } from '../src/kernel/ledgers'
import { periodOf } from '../src/kernel/ledgers/types'
import type { Shop } from './shop'
import { one } from './stage'

interface OnCard {
  partnerId: number
  orgId?: number
  principal?: string
  gift?: string
  vehicleId?: number
  pinHash?: string
  type?: Record<string, unknown>
  items?: readonly { serviceItemId: number; times: string; price: string; value: string; validUntil?: string }[]
}

let cards = 0

/** An opening card of an organisation with money and packages on it. */
export async function openCard(shop: Shop, { items = [], principal = '0', gift = '0', ...about }: OnCard) {
  cards += 1
  const cardNo = `VIP${String(cards).padStart(8, '0')}`
  const orgId = about.orgId ?? shop.orgId
  const bizDate = shanghaiDay()
  return shop.db.tenant(shop.groupId, async (tx) => {
    const [user] = await tx.query<{ id: number }>({
      text: 'select min(id) as id from app_user where group_id = $1',
      values: [tx.groupId],
    })
    const creator_id = user?.id
    const cardTypeId = await one(tx, 'card_type', {
      code: `T${cards}`,
      name: `储值卡${cards}`,
      kind: 'stored',
      ...about.type,
    })
    const id = await one(tx, 'card', {
      org_id: orgId,
      card_no: cardNo,
      card_type_id: cardTypeId,
      partner_id: about.partnerId,
      vehicle_id: about.vehicleId ?? null,
      issued_on: bizDate,
      pin_hash: about.pinHash ?? null,
      creator_id,
    })
    const worth = items.reduce((sum, { value }) => sum + Math.round(Number.parseFloat(value) * 100), 0)
    const period = periodOf(bizDate)
    const slip = {
      org_id: orgId,
      kind: 'card_voucher',
      bill_no: `KK${cards}`,
      biz_date: bizDate,
      period,
      state: 'done',
      partner_id: about.partnerId,
      purpose: 'opening',
      card_id: id,
      principal_change: principal,
      package_change: (worth / 100).toFixed(2),
      creator_id,
      posted_at: new Date().toISOString(),
    }
    const slipId = await one(tx, 'money_slip', slip)
    const itemIds: number[] = []
    for (const [i, item] of items.entries())
      itemIds.push(
        await one(tx, 'card_item', {
          org_id: orgId,
          card_id: id,
          slip_id: slipId,
          package_name: '保养套餐',
          line_no: i + 1,
          kind: 'labour',
          service_item_id: item.serviceItemId,
          times_sold: item.times,
          value_sold: item.value,
          list_price: '120',
          alloc_price: item.price,
          sold_on: bizDate,
          valid_until: item.validUntil ?? null,
        }),
      )
    await audit(tx, slipId)
    const doc = { orgId, kind: 'card_voucher', id: slipId, billNo: `KK${cards}`, bizDate, period, departmentId: null }
    await post(tx, doc, {
      cards: [{ cardId: id, principal, gift, points: '0.00' }],
      cardItems: items.map(({ times, value }, i) => ({
        cardItemId: itemIds[i] as number,
        docLineId: null,
        times,
        value,
      })),
    })
    return { id, cardNo, itemIds }
  })
}

/** The log says who posted it. */
const audit = (tx: Tx, slipId: number) =>
  tx.query({
    text: `insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state)
      select $1, org_id, creator_id, kind, id, 'approve', 'submitted', 'done' from money_slip where group_id = $1 and id = $2 returning id`,
    values: [tx.groupId, slipId],
  })

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
