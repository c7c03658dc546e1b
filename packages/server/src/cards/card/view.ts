import type { CardMovement, CardView, FoundCard } from '@chepu/contract/cards/card'
import { plainCode, plainDigits } from '@chepu/contract/kernel/typed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownsCarNamed } from '../../customers/public'
import { notFound } from '../../kernel/base/errors'
import { endsMobile } from '../../kernel/caller/mobile'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments } from '../../kernel/document/references'
import { pageOf } from '../../kernel/query/page'
import { itemsOf, itemsOfCards } from './items'
import { cardColumns, cardScope, cardTables, usableHere } from './rows'

/**
 * A card with what is on it, within the caller's scope.
 * @throws Failure notFound
 */
export async function readCard(tx: CallerTx, id: number): Promise<CardView> {
  const [[card], items] = await Promise.all([
    tx.select(
      sql<
        Omit<CardView, 'items'>
      >`select ${cardColumns(tx)} ${cardTables} where ${cardScope(tx.caller)} and c.id = ${id}`,
    ),
    itemsOfCards(tx, [id]),
  ])
  return card ? { ...card, items: itemsOf(items, id) } : notFound('会员卡')
}

/** Most cards that a counter is shown at once. */
const most = 20

/** Cards that may be used at this counter, by what was scanned or typed, or by their holder. */
export async function findCards(
  tx: CallerTx,
  { q, partnerId }: { q: string; partnerId?: number | undefined },
): Promise<{ rows: FoundCard[] }> {
  const ways = waysTo(tx, q, partnerId)
  if (ways.length === 0) return { rows: [] }
  type Row = Omit<FoundCard, 'items'>
  const cards =
    await tx.select(sql<Row>`select c.id, c.card_no, c.card_type_id, c.card_type_name, c.kind, c.partner_id, c.partner_name, c.mobile,
      c.vehicle_id, c.plate, c.principal, case when c.is_expired then 0.00 else c.gift end as gift, c.points, c.valid_until, c.is_expired, c.has_pin,
      case when c.is_expired then 1.0000 else c.labour_rate end as labour_rate, case when c.is_expired then 1.0000 else c.part_rate end as part_rate
    from (
      select ${cardColumns(tx)}, t.labour_rate, t.part_rate ${cardTables}
      where ${usableHere(tx.caller)} and c.state = 'active' and (${sql.join(ways, sql` or `)})
    ) c order by c.id limit ${most}`)
  const items = await itemsOfCards(
    tx,
    cards.map(({ id }) => id),
  )
  return { rows: cards.map((card) => ({ ...card, items: itemsOf(items, card.id).filter((item) => !item.isExpired) })) }
}

/** By the whole number, the last digits of the mobile, the end of a plate of the holder's, or by the holder. */
function waysTo(tx: CallerTx, q: string, partnerId: number | undefined): RawBuilder<SqlBool>[] {
  if (partnerId !== undefined) return [sql<SqlBool>`c.partner_id = ${partnerId}`]
  if (q === '') return []
  return [
    sql<SqlBool>`c.card_no = ${plainCode(q).toUpperCase()}`,
    ...endsMobile(tx.caller, 'p.mobile', plainDigits(q)),
    ...ownsCarNamed(tx.caller, q),
  ]
}

/** What has changed on a card, the latest first: money, points, and times of packages. */
export async function cardMovements(tx: CallerTx, id: number, paging: { page: number; rows: number }) {
  const [card] = await tx.select(
    sql<{ id: number }>`select c.id ${cardTables} where ${cardScope(tx.caller)} and c.id = ${id}`,
  )
  if (!card) return notFound('会员卡')
  return pageOf(
    tx,
    sql<CardMovement>`select m.at, m.biz_date, m.kind, m.document_id, d.bill_no, w.maker_kind, w.made_by as maker_id, k.bill_no as maker_no,
      coalesce(nullif(o.short_name, ''), o.name) as org_name, m.item_name, m.principal, m.gift, m.points, m.times, m.principal_after, m.gift_after,
      m.points_after, m.times_after
    from (${moneyRows(tx, id)} union all ${itemRows(tx, id)}) m
    join org o on o.group_id = ${tx.groupId} and o.id = m.org_id
    join ${allDocuments()} d on d.group_id = ${tx.groupId} and d.kind = m.kind and d.id = m.document_id
    left join money_slip w on w.group_id = ${tx.groupId} and w.kind = m.kind and w.id = m.document_id
    left join ${allDocuments()} k on k.group_id = ${tx.groupId} and k.kind = w.maker_kind and k.id = w.made_by
    order by m.at desc, m.rank, m.row_id desc`,
    paging,
  )
}

const moneyRows = (
  tx: CallerTx,
  id: number,
) => sql`select l.posted_at as at, 0 as rank, l.id as row_id, l.org_id, l.biz_date, l.doc_kind as kind,
    l.doc_id as document_id, '' as item_name, l.principal, l.gift, l.points, 0.0000 as times, l.principal_after, l.gift_after, l.points_after,
    0.0000 as times_after
  from card_ledger l where l.group_id = ${tx.groupId} and l.card_id = ${id}`

const itemRows = (
  tx: CallerTx,
  id: number,
) => sql`select l.posted_at, 1, l.id, l.org_id, l.biz_date, l.doc_kind, l.doc_id,
    i.package_name || ' ' || coalesce(s.name, pt.name), 0.00, 0.00, 0.00, l.times, 0.00, 0.00, 0.00, l.times_after
  from card_item_ledger l
  join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
  left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
  left join part pt on pt.group_id = i.group_id and pt.id = i.part_id
  where l.group_id = ${tx.groupId} and l.card_id = ${id}`
