import { sql } from 'kysely'

// What takes a movement back stands on the side of the movement, with the opposite sign (business/lists 2.4).
// A change of value alone has no quantity, so that its value says which side it is on.
const comesIn = '((coalesce(nullif(s.qty, 0), s.value) > 0) = (s.reversal_of is null))'

/** Whether the movement `s` of the stock ledger brought something, or takes back what did. */
export const isInbound = sql.raw(comesIn)

/** A figure of the movement `s` on the side where it belongs; nothing on the other one. */
export const inbound = (figure: 'qty' | 'value') => sql`case when ${isInbound} then ${sql.ref(`s.${figure}`)} end`
export const outbound = (figure: 'qty' | 'value') => sql`case when not ${isInbound} then -${sql.ref(`s.${figure}`)} end`

/** What movements are sorted by for their quantity on either side. */
export const sideSorts = {
  inQty: `case when ${comesIn} then s.qty else 0 end`,
  outQty: `case when ${comesIn} then 0 else -s.qty end`,
}
