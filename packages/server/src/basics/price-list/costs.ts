import type { Decimal } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { saleTaxRate } from '../part-search/proposed'

/** Joins to parts `p` the rate at which they are sold: `tax.rate`, that of simple taxation for who pays it (business/basics 7). */
export async function joinSaleTax(tx: CallerTx): Promise<RawBuilder<unknown>> {
  const levy = await saleTaxRate(tx)
  return levy === null
    ? sql`join tax_rate tax on tax.group_id = p.group_id and tax.id = p.tax_rate_id`
    : sql`cross join (select ${levy}::numeric as rate) tax`
}

/** What the parts cost on average over all warehouses of the org, without the tax that is deducted, 4 decimals, and the rate of their sale. */
export async function costsOf(
  tx: CallerTx,
  partIds: readonly number[],
): Promise<Map<number, { cost: Decimal; taxRate: Decimal }>> {
  const rows = await tx.select(
    sql<{ partId: number; cost: Decimal; taxRate: Decimal }>`
      select c.part_id, round(sum(c.value) / sum(c.qty), 4) as cost, tax.rate as tax_rate
      from stock_cost c join part p on p.group_id = c.group_id and p.id = c.part_id ${await joinSaleTax(tx)}
      where c.group_id = ${tx.groupId} and c.org_id = ${tx.caller.orgId} and c.part_id = any (${[...partIds]}::bigint[]) and c.qty > 0
      group by c.part_id, tax.rate`,
  )
  return new Map(rows.map(({ partId, ...cost }) => [partId, cost]))
}
