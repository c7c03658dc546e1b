// Customers whom the caller does not see and who stand before him all the same: they show a card, or their car (business/cards 3).
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { plainCode } from '@chepu/contract/kernel/typed'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownsWholeCar } from '../customers/public'
import type { Caller } from '../kernel/caller/caller'
import { partnerScope } from '../kernel/caller/partner-scope'
import type { CallerTx } from '../kernel/db/tx'
import { Failure } from '../kernel/base/errors'
import { Allowance } from '../kernel/http/allowance'
import { usableHere } from './card/rows'

/** What was typed or scanned of a customer: whole numbers of cards, whole plates or VINs. Blank ones say nothing. */
export interface Shown {
  cardNo?: string | undefined
  car?: string | undefined
}

const isSaid = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''

/** A card number as it is kept. */
export const cardNoText = (typed: string): string => plainCode(typed).toUpperCase()

/** Numbers a minute of one user: a counter scans a few, and who tries numbers finds none (ADR 0345). */
const numbersShown = new Allowance(120)

/** Whether a text may be the whole number of a card, rather than a name, a plate or the beginning of a number. */
const isWhole = (cardNo: string): boolean => /\d{6}$/.test(cardNo)

/**
 * Customers `p` whom the caller sees by his scope, who show the whole number of a card that is good in this shop, or whose car is before him.
 * @throws Failure tooMany to who has shown too many numbers
 */
export function standsBefore(caller: Caller, shown: readonly Shown[]): RawBuilder<SqlBool> {
  const numbers = shown.flatMap(({ cardNo }) => (isSaid(cardNo) ? [cardNoText(cardNo)] : []))
  pay(caller, numbers)
  const cars = shown.flatMap(({ car }) => (isSaid(car) ? [ownsWholeCar(caller, car)] : []))
  const ways = [
    partnerScope(caller, partnerRoles.customer),
    ...cars,
    ...(numbers.length > 0 ? [holds(caller, numbers)] : []),
  ]
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

function pay({ groupId, userId }: Caller, numbers: readonly string[]): void {
  const whole = new Set(numbers.filter(isWhole)).size
  if (whole > 0 && !numbersShown.take(`${groupId} ${userId}`, whole))
    throw new Failure('tooMany', '查询会员卡号次数过多，请稍后再试')
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

/** Whose card it is whose whole number was typed or scanned, of those that are good in this shop; undefined where there is none. Throws as `standsBefore`. */
export async function holderOf(tx: CallerTx, cardNo: string | undefined): Promise<number | undefined> {
  if (!isSaid(cardNo)) return undefined
  pay(tx.caller, [cardNoText(cardNo)])
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
