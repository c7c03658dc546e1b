// 应交增值税: what the register and whatever else tells it reckon of the same entries (business/tax 1).
import { type Decimal, money, sumOf } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { type Months, taxEntryRows } from './entries'
import { dueOf, type TaxSum } from './register'
import { type TaxOrg, taxpayerFields } from './taxpayers'

/** The entries of some organisations in some months, summed by taxpayer, month, figure and rate (business/tax 1). */
export const taxSums = (tx: CallerTx, orgs: readonly TaxOrg[], months: Months): Promise<TaxSum[]> =>
  tx.select(sql<TaxSum>`
    select taxpayer, month, figure, rate, rate_name, sum(untaxed) as untaxed, sum(tax) as tax
    from ${taxEntryRows(tx, orgs, months)} e
    group by taxpayer, month, figure, rate, rate_name`)

/**
 * What the months make the caller's organisation owe, in yuan; negative where more is deducted than due. Of a taxpayer of one organisation it is
 * Σ 应纳 − 期末留抵 of the register, but for a 上期留抵 that was set (business/books 7).
 */
export async function taxOwed(tx: CallerTx, months: Months): Promise<Decimal> {
  const orgs = await tx.select(sql<TaxOrg>`
    select o.id as org_id, ${taxpayerFields}
    from org o left join company c on c.group_id = o.group_id and c.id = o.company_id
    where o.group_id = ${tx.groupId} and o.id = ${tx.caller.orgId}`)
  const sums = await taxSums(tx, orgs, months)
  const ofMonths = [...new Set(sums.map(({ month }) => month))].map((of) => sums.filter(({ month }) => month === of))
  return money(sumOf(orgs, (org) => sumOf(ofMonths, (ofMonth) => dueOf(org, ofMonth))))
}
