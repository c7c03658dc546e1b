import type { CardMovementFilters, cardMovements as query } from '@chepu/contract/cards/card-report'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments } from '../../kernel/document/references'
import type { QuerySource } from '../../kernel/query/query'
import { documentOfEntry, isOwedBy, moveOfEntry, slipOfEntry } from './entries'

/** 卡流水, the newest first: what the figures of 储值与负债 are made of (business/cards 9.1). */
export const movements: QuerySource<typeof query> = {
  select: () => ({
    key: sql`e.key`,
    docKind: sql`e.doc_kind`,
    docId: sql`e.doc_id`,
    bizDate: sql`e.biz_date`,
    billNo: sql`coalesce(d.bill_no, '')`,
    move: sql`e.move`,
    cardNo: sql`c.card_no`,
    partnerName: sql`p.name`,
    typeName: sql`t.name`,
    itemName: sql`coalesce(s.name, part.name)`,
    times: sql`e.times`,
    principal: sql`e.principal`,
    gift: sql`e.gift`,
    packageValue: sql`e.package`,
    orgName: sql`owing.name`,
    placeName: sql`place.name`,
  }),
  from: (tx, filters) => sql`from (${entriesOf(tx, filters)}) e
    join card c on c.group_id = ${tx.groupId} and c.id = e.card_id
    join card_type t on t.group_id = ${tx.groupId} and t.id = c.card_type_id
    join partner p on p.group_id = ${tx.groupId} and p.id = c.partner_id
    join org owing on owing.group_id = ${tx.groupId} and owing.id = e.owing_id
    join org place on place.group_id = ${tx.groupId} and place.id = e.org_id
    left join service_item s on s.group_id = ${tx.groupId} and s.id = e.service_item_id
    left join part on part.group_id = ${tx.groupId} and part.id = e.part_id
    left join ${allDocuments()} d on d.group_id = ${tx.groupId} and d.kind = e.doc_kind and d.id = e.doc_id
    where ${where(filters)}`,
  order: sql`e.biz_date desc, e.posted_at desc, e.key desc`,
  ties: sql`e.posted_at desc, e.key desc`,
}

/** Entries that moved money or worth; points are neither. */
const entriesOf = (tx: CallerTx, { orgs }: CardMovementFilters) => sql`
  select concat('m', l.id) as key, l.org_id, c.org_id as owing_id, l.card_id, l.biz_date, l.posted_at, ${documentOfEntry}, ${moveOfEntry} as move,
    l.principal, l.gift, 0.00 as package, null::numeric as times, null::bigint as service_item_id, null::bigint as part_id
  from card_ledger l join card c on c.group_id = l.group_id and c.id = l.card_id ${slipOfEntry}
  where l.group_id = ${tx.groupId} and ${isOwedBy(tx, 'c.org_id', orgs)} and (l.principal <> 0 or l.gift <> 0)
  union all
  select concat('p', l.id), l.org_id, i.org_id, l.card_id, l.biz_date, l.posted_at, ${documentOfEntry}, ${moveOfEntry},
    0.00, 0.00, l.value, l.times, i.service_item_id, i.part_id
  from card_item_ledger l join card_item i on i.group_id = l.group_id and i.id = l.card_item_id ${slipOfEntry}
  where l.group_id = ${tx.groupId} and ${isOwedBy(tx, 'i.org_id', orgs)}`

function where({ from, to, cardType, card, move }: CardMovementFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = []
  if (from) conditions.push(sql`e.biz_date >= ${from}`)
  if (to) conditions.push(sql`e.biz_date <= ${to}`)
  if (cardType) conditions.push(sql`t.name like ${containing(cardType)}`)
  if (card) conditions.push(sql`(c.card_no = upper(${card}) or c.card_no = ${card} or p.name like ${containing(card)})`)
  if (move) conditions.push(sql`e.move = ${move}`)
  return allOf(conditions)
}
