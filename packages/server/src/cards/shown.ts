// Customers whom the caller does not see and who stand before him all the same: they show a card, or their car (business/cards 3).
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { plainCode } from '@chepu/contract/kernel/typed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownsWholeCar } from '../customers/public'
import type { Caller } from '../kernel/caller/caller'
import { partnerScope } from '../kernel/caller/partner-scope'
import type { CallerTx } from '../kernel/db/tx'
import { usableHere } from './card/rows'

/** What was typed or scanned of a customer: whole numbers of cards, whole plates or VINs. Blank ones say nothing. */
export interface Shown {
  cardNo?: string | undefined
  car?: string | undefined
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** A card number as it is kept. */
export const cardNoText = (typed: string): string => plainCode(typed).toUpperCase()

/** Customers `p` whom the caller sees by his scope, who show the whole number of a card that is good in this shop, or whose car is before him. */
export function standsBefore(caller: Caller, shown: readonly Shown[]): RawBuilder<SqlBool> {
  const numbers = shown.flatMap(({ cardNo }) => (isSaid(cardNo) ? [cardNoText(cardNo)] : []))
  const cars = shown.flatMap(({ car }) => (isSaid(car) ? [ownsWholeCar(caller, car)] : []))
  const ways = [
    partnerScope(caller, partnerRoles.customer),
    ...cars,
    ...(numbers.length > 0 ? [holds(caller, numbers)] : []),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

const holds = (caller: Caller, numbers: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`p.id in (select c.partner_id from card c join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
    where ${usableHere(caller)} and c.state = 'active' and c.card_no = any (${[...numbers]}::text[]))`

/** Whether the caller sees a customer, or has him before him. */
export async function isBefore(tx: CallerTx, partnerId: number, shown: Shown): Promise<boolean> {
  const rows = await tx.select(sql<{ id: number }>`select p.id from partner p
    where p.group_id = ${tx.groupId} and p.id = ${partnerId} and ${standsBefore(tx.caller, [shown])}`)
  return rows.length > 0
}

/** Whose card it is whose whole number was typed or scanned, of those that are good in this shop; undefined where there is none. */
export async function holderOf(tx: CallerTx, cardNo: string | undefined): Promise<number | undefined> {
  if (!isSaid(cardNo)) return undefined
  const row = await tx.one<{ partnerId: number }>({
    name: 'holder-of-shown-card',
    text: `select coalesce(p.merged_into_id, p.id) as partner_id from card c
      join card_type t on t.group_id = c.group_id and t.id = c.card_type_id
      join partner p on p.group_id = c.group_id and p.id = c.partner_id
      where c.group_id = $1 and c.card_no = $2 and c.state = 'active' and (c.org_id = $3 or t.is_cross_org)`,
    values: [tx.groupId, cardNoText(cardNo), tx.caller.orgId],
  })
  return row?.partnerId
}
