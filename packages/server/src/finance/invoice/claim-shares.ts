// What a manufacturer pays of each line of the bills that he settles (business/invoices 4). Invoice, tax register and profit share alike.
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'

const inOrder = sql`(partition by n.place order by c.line_no, l.section, l.line_no)`
const paidUpTo = (sum: RawBuilder<unknown>) => sql`round(${sum} * s.net_amount / s.confirmed_amount, 2)`

/** What is left to pay of a line `l` of {@link claimsOf}: the deductions are shared by what was agreed to, like a discount; together it comes to the settlement. Yuan with tax. */
export const claimTaxed = sql`${paidUpTo(sql`sum(l.confirmed_amount) over ${inOrder}`)}
  - ${paidUpTo(sql`(sum(l.confirmed_amount) over ${inOrder} - l.confirmed_amount)`)}`

/** Joins to bills `n` (kind, id, place) that are settlements of claims those settlements `s`, their bills `c` and what was agreed to of their lines `l`. */
export const claimsOf = (tx: CallerTx) => sql`
  join claim_document s on s.group_id = ${tx.groupId} and s.kind = n.kind and s.id = n.id and s.confirmed_amount <> 0
  join claim_line c on c.group_id = s.group_id and c.document_id = s.id and c.section = 'bills'
  join repair_line l on l.group_id = c.group_id and l.document_id = c.bill_id and l.confirmed_amount is not null`

/** A line that is settled: what was agreed to of it, and what is left to pay. Yuan with tax. */
interface ClaimShare {
  taxRate: Decimal
  confirmed: Decimal
  paid: Decimal
}

/** The lines of a saved settlement of claims as its invoice will share what is kept back. */
export const claimShares = (tx: CallerTx, settlementId: number): Promise<ClaimShare[]> =>
  tx.select<ClaimShare>(sql`select l.tax_rate, l.confirmed_amount as confirmed, ${claimTaxed} as paid
    from (select ${warrantySettlement.kind}::text as kind, ${settlementId}::bigint as id, 1 as place) n ${claimsOf(tx)}`)
