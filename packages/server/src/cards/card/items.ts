import type { CardItemView } from '@chepu/contract/cards/card'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { Tx } from '../../kernel/db/tx'

/** What of packages is left on cards, those whose day comes first before the others; what is used up is left out. */
export const itemsOfCards = (tx: Tx, cardIds: readonly number[]): Promise<(CardItemView & { cardId: number })[]> =>
  tx.select(sql<CardItemView & { cardId: number }>`
    select i.id, i.card_id, i.package_name, i.kind, i.service_item_id, i.part_id, coalesce(s.code, pt.code) as code,
      coalesce(s.name, pt.name) as name, i.times_sold, i.times_left, i.value_left, i.list_price, i.alloc_price,
      coalesce(nullif(o.short_name, ''), o.name) as org_name, v.plate, ct.name as car_type_name, i.sold_on, i.valid_until,
      coalesce(i.valid_until < ${shanghaiDay()}, false) as is_expired
    from card_item i
    join org o on o.group_id = i.group_id and o.id = i.org_id
    left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
    left join part pt on pt.group_id = i.group_id and pt.id = i.part_id
    left join vehicle v on v.group_id = i.group_id and v.id = i.vehicle_id
    left join car_type ct on ct.group_id = i.group_id and ct.id = i.car_type_id
    where i.group_id = ${tx.groupId} and i.card_id = any (${[...cardIds]}::bigint[]) and i.times_left > 0
    order by i.valid_until nulls last, i.id`)

/** The items of one card, without its id. */
export const itemsOf = (items: readonly (CardItemView & { cardId: number })[], of: number): CardItemView[] =>
  items.filter(({ cardId }) => cardId === of).map(({ cardId: _cardId, ...item }) => item)
