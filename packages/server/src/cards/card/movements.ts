// 流水 of a card: money, points, and times of packages (business/cards 3).
import type { CardMovement, CardMovementFilters, CardMovementTotals } from '@chepu/contract/cards/card'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments } from '../../kernel/document/references'
import { pageOf } from '../../kernel/query/page'
import { moveOfEntry, slipOfEntry } from '../queries/entries'
import { cardScope, cardTables } from './rows'

/**
 * What has changed on a card, the latest first.
 * @throws Failure notFound
 */
export async function cardMovements(
  tx: CallerTx,
  id: number,
  { page, rows, ...filters }: CardMovementFilters & { page: number; rows: number },
) {
  await assertSeen(tx, id)
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
    where ${isAsked(filters)}
    order by m.at desc, m.rank, m.row_id desc`,
    { page, rows },
  )
}

const purses = ['principal', 'gift', 'points', 'packages'] as const

/**
 * What came onto a card and left it in some days, with what stood there before and behind them.
 * @throws Failure notFound
 */
export async function cardMovementTotals(
  tx: CallerTx,
  id: number,
  filters: CardMovementFilters,
): Promise<CardMovementTotals> {
  await assertSeen(tx, id)
  const { from, to, move } = filters
  const asked = isAsked(filters)
  const before = from === undefined ? sql`false` : sql`m.biz_date < ${from}`
  const after = to === undefined ? sql`true` : sql`m.biz_date <= ${to}`
  const figures = purses.map((purse) => {
    const figure = sql.ref(`m.${purse}`)
    const sum = (condition: RawBuilder<unknown>) =>
      sql`coalesce(sum(${figure}) filter (where ${condition}), 0.00)::numeric(16, 2)`
    const whole = (condition: RawBuilder<unknown>) =>
      move === undefined ? sql`${sum(condition)}::text` : sql`null::text`
    return sql`json_build_object('before', ${whole(before)}, 'came', (${sum(sql`${asked} and ${figure} > 0`)})::text,
      'went', (-${sum(sql`${asked} and ${figure} < 0`)})::text, 'after', ${whole(after)}) as ${sql.ref(purse)}`
  })
  const [row] = await tx.select(
    sql<CardMovementTotals>`select (count(*) filter (where ${asked}))::int as count, ${sql.join(figures)}
      from (${moneyRows(tx, id)} union all ${itemRows(tx, id)}) m`,
  )
  return row as CardMovementTotals
}

async function assertSeen(tx: CallerTx, id: number): Promise<void> {
  const [card] = await tx.select(
    sql<{ id: number }>`select c.id ${cardTables} where ${cardScope(tx.caller)} and c.id = ${id}`,
  )
  if (!card) notFound('会员卡')
}

const isAsked = ({ from, to, move }: CardMovementFilters): RawBuilder<SqlBool> =>
  allOf([
    sql<SqlBool>`true`,
    ...(from === undefined ? [] : [sql<SqlBool>`m.biz_date >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`m.biz_date <= ${to}`]),
    ...(move === undefined ? [] : [sql<SqlBool>`m.move = ${move}`]),
  ])

const moneyRows = (
  tx: CallerTx,
  id: number,
) => sql`select l.posted_at as at, 0 as rank, l.id as row_id, l.org_id, l.biz_date, l.doc_kind as kind,
    l.doc_id as document_id, '' as item_name, l.principal, l.gift, l.points, 0.0000 as times, l.principal_after, l.gift_after, l.points_after,
    0.0000 as times_after, 0.00 as packages, ${moveOfEntry} as move
  from card_ledger l ${slipOfEntry} where l.group_id = ${tx.groupId} and l.card_id = ${id}`

const itemRows = (
  tx: CallerTx,
  id: number,
) => sql`select l.posted_at, 1, l.id, l.org_id, l.biz_date, l.doc_kind, l.doc_id,
    i.package_name || ' ' || coalesce(s.name, pt.name), 0.00, 0.00, 0.00, l.times, 0.00, 0.00, 0.00, l.times_after, l.value, ${moveOfEntry}
  from card_item_ledger l
  join card_item i on i.group_id = l.group_id and i.id = l.card_item_id
  left join service_item s on s.group_id = i.group_id and s.id = i.service_item_id
  left join part pt on pt.group_id = i.group_id and pt.id = i.part_id
  ${slipOfEntry}
  where l.group_id = ${tx.groupId} and l.card_id = ${id}`
