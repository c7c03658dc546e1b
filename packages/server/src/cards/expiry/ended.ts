// What on cards has ended: granted money and packages whose last day is over. Paid money never ends (business/cards 7).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../../kernel/db/tx'

/** A card on which something has ended, with the organisations in whose books that stands. */
export interface EndedCard {
  id: number
  orgId: number
  orgCode: string
  orgIds: number[]
  cardNo: string
  cardTypeId: number
  partnerId: number
  creatorId: number
}

/** Cards on which something has ended before a day, in the order of their ids. */
export const endedCards = (tx: Tx, day: string): Promise<EndedCard[]> => {
  tx.takeTime()
  return tx.query({
    name: 'ended-cards',
    text: `select c.id, c.org_id, o.code as org_code, c.card_no, c.card_type_id, c.partner_id, c.creator_id,
        array(select distinct i.org_id from card_item i
          where i.group_id = c.group_id and i.card_id = c.id and i.times_left > 0 and i.valid_until < $2) || c.org_id as org_ids
      from card c join org o on o.group_id = c.group_id and o.id = c.org_id
      where c.group_id = $1 and (c.gift > 0 and c.valid_until < $2 or exists (
        select from card_item i where i.group_id = c.group_id and i.card_id = c.id and i.times_left > 0 and i.valid_until < $2))
      order by c.id`,
    values: [tx.groupId, day],
  })
}

/** Holds organisations against closing a month. */
export const heldOrgs = (tx: Tx, ids: readonly number[]): Promise<{ closedMonth: number | null }[]> =>
  tx.query({
    name: 'hold-orgs-of-card',
    text: 'select closed_month from org where group_id = $1 and id = any ($2::bigint[]) order by id for share',
    values: [tx.groupId, [...new Set(ids)]],
  })

/** Granted money that has ended before a day; asked behind the lock of the card. Yuan with 2 decimals. */
export async function endedMoney(tx: Tx, cardId: number, day: string): Promise<Decimal> {
  const row = await tx.one<{ gift: Decimal }>({
    name: 'ended-gift',
    text: 'select gift from card where group_id = $1 and id = $2 and valid_until < $3',
    values: [tx.groupId, cardId, day],
  })
  return row?.gift ?? '0.00'
}

/** What is left of packages that have ended before a day and were sold by one of the organisations; asked behind the lock of the card. */
export const endedItems = (
  tx: Tx,
  cardId: number,
  day: string,
  orgIds: readonly number[],
): Promise<{ id: number; orgId: number; timesLeft: Decimal; valueLeft: Decimal }[]> =>
  tx.query({
    name: 'ended-items',
    text: `select id, org_id, times_left, value_left from card_item
      where group_id = $1 and card_id = $2 and valid_until < $3 and org_id = any ($4::bigint[]) and times_left > 0 order by id`,
    values: [tx.groupId, cardId, day, [...orgIds]],
  })
