// What stands on member cards: money that was paid or granted, points, and what is left of packages (business/ledgers 5.3).
import {
  add,
  type Decimal,
  isNegative,
  isPositive,
  money,
  neg,
  trimZeros,
  withCommas,
} from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../base/calendar'
import { refuse } from '../base/errors'
import type { Tx } from '../db/tx'
import type { CardEntry, CardItemEntry, DocumentRef, Undone } from './types'

type CardRow = CardEntry & { reversalOf?: number }
type ItemRow = CardItemEntry & { reversalOf?: number }

/** What a document does to cards, and to what is left of their packages. */
interface CardRows {
  cards: readonly CardRow[]
  items: readonly ItemRow[]
}

interface Card {
  id: number
  cardNo: string
  isClosed: boolean
  principal: Decimal
  gift: Decimal
  points: Decimal
}

interface CardItem {
  id: number
  cardId: number
  name: string
  timesLeft: Decimal
  valueLeft: Decimal
}

/**
 * Holds cards against others, in the order of their ids: before pools, items and balances. Of packages whose items are named the card is held that they are on.
 * Whoever takes something off a card asks behind this what is on it.
 */
export const holdCards = (tx: Tx, ids: readonly number[], itemIds: readonly number[] = []): Promise<Card[]> =>
  tx.query<Card>({
    name: 'hold-cards',
    text: `select id, card_no, state = 'closed' as is_closed, principal, gift, points from card
      where group_id = $1 and id in (select unnest($2::bigint[]) union select card_id from card_item where group_id = $1 and id = any ($3::bigint[]))
      order by id for no key update`,
    values: [tx.groupId, [...ids], [...itemIds]],
  })

/**
 * Writes what a document does to cards, with running balances, and nothing where it touches none. Nothing on a card goes below zero, now or at the end of
 * any day from the document's on, and nothing comes onto one that is closed (business/ledgers I25, I26, I99).
 * @throws Failure refusal, naming the card or what it has too little of
 */
export async function writeCards(tx: Tx, doc: DocumentRef, { cards, items }: CardRows): Promise<void> {
  if (cards.length + items.length === 0) return
  const itemIds = items.map(({ cardItemId }) => cardItemId)
  const cardIds = cards.map(({ cardId }) => cardId)
  // What is left is read behind the lock, in its packet.
  const [locked, left] = await Promise.all([holdCards(tx, cardIds, itemIds), readItems(tx, itemIds)])
  const held = new Map(locked.map((card) => [card.id, card]))
  writeMoney(tx, doc, cards, held)
  writeItems(tx, doc, items, { held, left })
  const days = [...cards, ...items].map(({ of = doc }) => of.bizDate)
  const first = days.toSorted()[0] as string
  // Of today what stands now has been looked at.
  if (first < shanghaiDay()) await assertDaysStand(tx, { cardIds: [...held.keys()], itemIds, first })
}

/** What came onto a card later does not pay for a day before it: the liability of that day would be below zero. */
async function assertDaysStand(
  tx: Tx,
  of: { cardIds: readonly number[]; itemIds: readonly number[]; first: string },
): Promise<void> {
  const short = await tx.one<{ cardNo: string; day: string; what: string; left: Decimal }>({
    name: 'card-days-below-zero',
    text: `with money as (
        select card_id, biz_date, sum(sum(principal)) over day as principal, sum(sum(gift)) over day as gift from card_ledger
        where group_id = $1 and card_id = any ($2::bigint[]) group by card_id, biz_date window day as (partition by card_id order by biz_date)
      ), package as (
        select card_id, card_item_id, biz_date, sum(sum(times)) over day as times from card_item_ledger
        where group_id = $1 and card_item_id = any ($3::bigint[]) group by card_id, card_item_id, biz_date window day as (partition by card_item_id order by biz_date)
      ), short as (
        select card_id, biz_date, '本金余额' as what, principal as amount from money where principal < 0
        union all
        select card_id, biz_date, '赠金余额', gift from money where gift < 0
        union all
        select p.card_id, p.biz_date, '套餐「' || i.package_name || '」剩余次数', p.times from package p
        join card_item i on i.group_id = $1 and i.id = p.card_item_id
        where p.times < 0
      )
      select c.card_no, s.biz_date as day, s.what, s.amount as left from short s
      join card c on c.group_id = $1 and c.id = s.card_id
      where s.biz_date >= $4::date order by s.biz_date, s.card_id limit 1`,
    values: [tx.groupId, [...of.cardIds], [...of.itemIds], of.first],
  })
  if (!short) return
  const { cardNo, day, what, left } = short
  refuse(`会员卡 ${cardNo} 在 ${day} 的${what}会变成 ${trimZeros(left)}，之后才有的不能用在之前，请核对单据日期`)
}

function writeMoney(tx: Tx, doc: DocumentRef, rows: readonly CardRow[], held: Map<number, Card>): void {
  if (rows.length === 0) return
  const written = rows.map((row) => {
    const card = held.get(row.cardId)
    if (!card) throw new Error('an entry names no card')
    addTo(card, row)
    const { principal, gift, points } = card
    return { ...row, after: { principal, gift, points } }
  })
  tx.sendInsert(
    'card_ledger',
    [
      'group_id',
      'org_id',
      'card_id',
      'biz_date',
      'period',
      'doc_kind',
      'doc_id',
      'principal',
      'gift',
      'points',
      'principal_after',
      'gift_after',
      'points_after',
      'reversal_of',
    ],
    written.map(({ of = doc, after, ...row }) => [
      tx.groupId,
      of.orgId,
      row.cardId,
      of.bizDate,
      of.period,
      of.kind,
      of.id,
      row.principal,
      row.gift,
      row.points,
      after.principal,
      after.gift,
      after.points,
      row.reversalOf ?? null,
    ]),
  )
  const changed = [...new Set(rows.map(({ cardId }) => cardId))].map((id) => held.get(id) as Card)
  tx.send({
    name: 'write-card-balances',
    text: `update card c set principal = n.principal, gift = n.gift, points = n.points
      from unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[]) as n (id, principal, gift, points)
      where c.group_id = $1 and c.id = n.id`,
    values: [
      tx.groupId,
      changed.map(({ id }) => id),
      changed.map(({ principal }) => principal),
      changed.map(({ gift }) => gift),
      changed.map(({ points }) => points),
    ],
  })
}

const titles = { principal: '本金', gift: '赠金', points: '积分' } as const

function addTo(card: Card, row: CardRow): void {
  for (const name of ['principal', 'gift', 'points'] as const) {
    assertOpen(card, row[name])
    const after = money(add(card[name], row[name]))
    // A closed card has nothing: that it is closed tells more than what is missing.
    if (isNegative(after)) assertOpen(card, neg(after))
    if (isNegative(after))
      refuse(
        `会员卡 ${card.cardNo} ${titles[name]}余额 ${withCommas(card[name])}，不足 ${withCommas(money(neg(row[name])))}`,
      )
    card[name] = after
  }
}

/** What was settled with its holder would be lost to him on a closed card. */
function assertOpen({ cardNo, isClosed }: Card, change: Decimal): void {
  if (isClosed && isPositive(change)) refuse(`会员卡 ${cardNo} 已退卡，余额和套餐次数不能再退回卡上`)
}

function writeItems(
  tx: Tx,
  doc: DocumentRef,
  rows: readonly ItemRow[],
  { held, left: items }: { held: Map<number, Card>; left: Map<number, CardItem> },
): void {
  if (rows.length === 0) return
  const written = rows.map((row) => {
    const item = items.get(row.cardItemId)
    if (!item) throw new Error('an entry names no item of a card')
    takeOff(item, row, held)
    return { ...row, cardId: item.cardId, timesAfter: item.timesLeft, valueAfter: item.valueLeft }
  })
  tx.sendInsert(
    'card_item_ledger',
    [
      'group_id',
      'org_id',
      'card_id',
      'card_item_id',
      'biz_date',
      'period',
      'doc_kind',
      'doc_id',
      'doc_line_id',
      'times',
      'value',
      'times_after',
      'value_after',
      'reversal_of',
    ],
    written.map(({ of = doc, ...row }) => [
      tx.groupId,
      of.orgId,
      row.cardId,
      row.cardItemId,
      of.bizDate,
      of.period,
      of.kind,
      of.id,
      row.docLineId,
      row.times,
      row.value,
      row.timesAfter,
      row.valueAfter,
      row.reversalOf ?? null,
    ]),
  )
  const changed = [...items.values()]
  tx.send({
    name: 'write-card-items',
    text: `update card_item i set times_left = n.times, value_left = n.value
      from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as n (id, times, value)
      where i.group_id = $1 and i.id = n.id`,
    values: [
      tx.groupId,
      changed.map(({ id }) => id),
      changed.map(({ timesLeft }) => timesLeft),
      changed.map(({ valueLeft }) => valueLeft),
    ],
  })
}

async function readItems(tx: Tx, ids: readonly number[]): Promise<Map<number, CardItem>> {
  if (ids.length === 0) return new Map()
  const found = await tx.query<CardItem>({
    name: 'items-of-cards',
    text: `select i.id, i.card_id, coalesce(s.name, p.name) as name, i.times_left, i.value_left from card_item i
      left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
      left join part p on p.group_id = i.group_id and p.id = i.part_id
      where i.group_id = $1 and i.id = any ($2::bigint[])`,
    values: [tx.groupId, [...ids]],
  })
  return new Map(found.map((item) => [item.id, item]))
}

function takeOff(item: CardItem, row: ItemRow, held: Map<number, Card>): void {
  assertOpen(held.get(item.cardId) as Card, row.times)
  const times = add(item.timesLeft, row.times)
  const value = money(add(item.valueLeft, row.value))
  if (isNegative(times) || isNegative(value)) {
    const left = trimZeros(item.timesLeft)
    refuse(
      `会员卡 ${held.get(item.cardId)?.cardNo} 套餐「${item.name}」剩余 ${left} 次，不足 ${trimZeros(neg(row.times))} 次`,
    )
  }
  item.timesLeft = times
  item.valueLeft = value
}

interface LedgerRow {
  ledger: 'card' | 'item'
  id: number
  docKind: string
  docId: number
  refId: number
  docLineId: number | null
  principal: Decimal
  gift: Decimal
  points: Decimal
}

/** Opposite rows for all that documents did to cards: one statement, whatever their number. */
export async function reversalCards(tx: Tx, undone: readonly Undone[]): Promise<CardRows> {
  const rows = await tx.query<LedgerRow>({
    name: 'card-rows-of-documents',
    text: `select 'card' as ledger, c.id, c.doc_kind, c.doc_id, c.card_id as ref_id, null::bigint as doc_line_id, c.principal, c.gift, c.points from card_ledger c
      where c.group_id = $1 and (c.doc_kind, c.doc_id) in (select * from unnest($2::text[], $3::bigint[])) and c.reversal_of is null
        and not exists (select 1 from card_ledger r where r.group_id = $1 and r.reversal_of = c.id)
      union all
      select 'item', i.id, i.doc_kind, i.doc_id, i.card_item_id, i.doc_line_id, i.times, i.value, 0 from card_item_ledger i
      where i.group_id = $1 and (i.doc_kind, i.doc_id) in (select * from unnest($2::text[], $3::bigint[])) and i.reversal_of is null
        and not exists (select 1 from card_item_ledger r where r.group_id = $1 and r.reversal_of = i.id)
      order by 1, 2`,
    values: [tx.groupId, undone.map(({ original }) => original.kind), undone.map(({ original }) => original.id)],
  })
  const of = ({ docKind, docId }: LedgerRow) =>
    undone.find(({ original }) => original.kind === docKind && original.id === docId) as Undone
  const lineOf = (row: LedgerRow) =>
    row.docLineId === null
      ? null
      : (of(row).lines.find(({ lineId }) => lineId === row.docLineId)?.targetLineId ?? row.docLineId)
  return {
    cards: rows
      .filter(({ ledger }) => ledger === 'card')
      .map((row) => ({
        of: of(row).target,
        cardId: row.refId,
        principal: neg(row.principal),
        gift: neg(row.gift),
        points: neg(row.points),
        reversalOf: row.id,
      })),
    items: rows
      .filter(({ ledger }) => ledger === 'item')
      .map((row) => ({
        of: of(row).target,
        cardItemId: row.refId,
        docLineId: lineOf(row),
        times: neg(row.principal),
        value: neg(row.gift),
        reversalOf: row.id,
      })),
  }
}
