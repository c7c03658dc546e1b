import { sql } from 'kysely'

// One rule for every list and sum of money: what takes a movement back stands in the same column as the movement, with the
// opposite sign (ADR 0079).
const isIncome = sql`((l.amount > 0) = (l.reversal_of is null))`

/** Income of a row `l` of the account ledger in yuan; null of an expense. */
export const income = sql`case when ${isIncome} then l.amount end`

/** Expense of a row `l` of the account ledger in yuan, positive; null of an income. */
export const expense = sql`case when not ${isIncome} then -l.amount end`
