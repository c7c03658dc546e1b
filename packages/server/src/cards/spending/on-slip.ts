// What a document did to cards, as the customer's slip tells it (business/cards 12).
import type { CardsOnSlip } from '@chepu/contract/repair/on-slip'
import type { CallerTx } from '../../kernel/db/tx'
import { maskedCardNo } from '../card/masked'

/** A document of which a slip is printed. */
interface Printed {
  kind: string
  id: number
}

/**
 * What a document, and the slips of card money that it made, did to cards: by card and by item, with the balance that the ledger had after the last row of it. So a
 * slip says the same whenever it is printed. What was undone again stands in nothing.
 */
export async function cardsOnSlip(tx: CallerTx, doc: Printed): Promise<CardsOnSlip> {
  const [cards, items] = await Promise.all([moneyOf(tx, doc), timesOf(tx, doc)])
  const masked = <Row extends { cardNo: string }>(row: Row): Row => ({ ...row, cardNo: maskedCardNo(row.cardNo) })
  return { cards: cards.map(masked), items: items.map(masked) }
}

const moneyOf = (tx: CallerTx, { kind, id }: Printed) =>
  tx.query<CardsOnSlip['cards'][number]>({
    name: 'card-money-on-slip',
    text: `with doc as (
        select $2::text as kind, $3::bigint as id
        union all
        select m.kind, m.id from money_slip m where m.group_id = $1 and m.maker_kind = $2 and m.made_by = $3 and m.purpose = 'card'
      )
      select c.id, c.card_no, t.name as type_name, sum(e.principal) as principal, sum(e.gift) as gift, sum(e.points) as points,
        (array_agg(e.principal_after order by e.id desc))[1] as principal_after, (array_agg(e.gift_after order by e.id desc))[1] as gift_after,
        (array_agg(e.points_after order by e.id desc))[1] as points_after
      from doc x
      join card_ledger e on e.group_id = $1 and e.doc_kind = x.kind and e.doc_id = x.id
      join card c on c.group_id = $1 and c.id = e.card_id
      join card_type t on t.group_id = $1 and t.id = c.card_type_id
      group by c.id, c.card_no, t.name
      having sum(e.principal) <> 0 or sum(e.gift) <> 0 or sum(e.points) <> 0
      order by c.id`,
    values: [tx.groupId, kind, id],
  })

const timesOf = (tx: CallerTx, { kind, id }: Printed) =>
  tx.query<CardsOnSlip['items'][number]>({
    name: 'card-times-on-slip',
    text: `select i.id, c.card_no, i.package_name, coalesce(s.name, p.name) as name, sum(e.times) as times,
        (array_agg(e.times_after order by e.id desc))[1] as times_after, i.valid_until
      from card_item_ledger e
      join card_item i on i.group_id = e.group_id and i.id = e.card_item_id
      join card c on c.group_id = e.group_id and c.id = e.card_id
      left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
      left join part p on p.group_id = i.group_id and p.id = i.part_id
      where e.group_id = $1 and e.doc_kind = $2 and e.doc_id = $3
      group by i.id, c.card_no, i.package_name, s.name, p.name, i.valid_until
      having sum(e.times) <> 0
      order by i.id`,
    values: [tx.groupId, kind, id],
  })
