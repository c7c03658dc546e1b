import type { CardView, cardRoutes, FoundCard } from '@chepu/contract/cards/card'
import type { DataOf } from '@chepu/contract/kernel/route'
import { plainDigits } from '@chepu/contract/kernel/typed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownsCarNamed } from '../../customers/public'
import { notFound } from '../../kernel/base/errors'
import { endsMobile } from '../../kernel/caller/mobile'
import type { CallerTx } from '../../kernel/db/tx'
import { itemsOf, itemsOfCards } from './items'
import { cardNoText, type Shown, standsBefore } from '../shown'
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

/** Cards that may be used at this counter, by what was scanned or typed, or by their holder: one whom the caller sees, or who stands before him (business/cards 3). */
export async function findCards(
  tx: CallerTx,
  { q, partnerId, ...shown }: { q: string; partnerId?: number | undefined } & Shown,
): Promise<DataOf<typeof cardRoutes.lookup>> {
  const ways = waysTo(tx, q, partnerId)
  if (ways.length === 0) return { rows: [], stopped: null }
  type Row = Omit<FoundCard, 'items'>
  const cards =
    await tx.select(sql<Row>`select c.id, c.card_no, c.card_type_id, c.card_type_name, c.kind, c.partner_id, c.partner_name, c.mobile,
      c.vehicle_id, c.plate, c.principal, case when c.is_expired then 0.00 else c.gift end as gift, c.points, c.valid_until, c.is_expired, c.has_pin,
      case when c.is_expired then 1.0000 else c.labour_rate end as labour_rate, case when c.is_expired then 1.0000 else c.part_rate end as part_rate
    from (
      select ${cardColumns(tx)}, t.labour_rate, t.part_rate ${cardTables}
      where ${usableHere(tx.caller)} and c.state = 'active' and (${sql.join(ways, sql` or `)})
        and ${standsBefore(tx.caller, [{ cardNo: q, car: q }, shown])}
    ) c order by c.id limit ${most}`)
  const items = await itemsOfCards(
    tx,
    cards.map(({ id }) => id),
  )
  return {
    rows: cards.map((card) => ({ ...card, items: itemsOf(items, card.id).filter((item) => !item.isExpired) })),
    stopped: cards.length > 0 || q === '' ? null : await stoppedCard(tx, q),
  }
}

/** A lost, frozen or returned card of this shop or good here, by its whole number. */
async function stoppedCard(tx: CallerTx, q: string): Promise<DataOf<typeof cardRoutes.lookup>['stopped']> {
  type Stopped = Exclude<DataOf<typeof cardRoutes.lookup>['stopped'], null>
  const [card] = await tx.select(sql<Stopped>`select c.card_no, c.state from card c
    join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
    where ${usableHere(tx.caller)} and c.card_no = ${cardNoText(q)} and c.state <> 'active'`)
  return card ?? null
}

/** By the whole number, the last digits of the mobile, the end of a plate of the holder's, or by the holder. */
function waysTo(tx: CallerTx, q: string, partnerId: number | undefined): RawBuilder<SqlBool>[] {
  if (partnerId !== undefined) return [sql<SqlBool>`c.partner_id = ${partnerId}`]
  if (q === '') return []
  return [
    sql<SqlBool>`c.card_no = ${cardNoText(q)}`,
    ...endsMobile(tx.caller, 'p.mobile', plainDigits(q)),
    ...ownsCarNamed(tx.caller, q),
  ]
}
