import type { BillFilters } from '@chepu/contract/warranty/searches'
import { repairSectionNames } from '@chepu/contract/kernel/repair-document'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { countedBills, waitingBills } from './counted-bills'

interface Sums {
  claimed?: string
  confirmed?: string
}

/** What the bills come to by their tables, and as a whole (business/three-guarantees 8.6). */
export async function sectionSums(
  tx: CallerTx,
  filters: BillFilters,
): Promise<Record<'labour' | 'materials' | 'extras' | 'bills', Sums>> {
  const result: Record<string, Sums> = { labour: {}, materials: {}, extras: {}, bills: {} }
  if (sees(tx.caller, 'doc_price')) {
    const rows = await tx.select(sql<{ section: string; claimed: string; confirmed: string }>`
      select s.section, coalesce(sum(l.net_amount), 0.00) as claimed, coalesce(sum(l.confirmed_amount), 0.00) as confirmed
      from unnest(${[...repairSectionNames]}::text[]) s (section)
      left join (select l.section, l.net_amount, l.confirmed_amount from repair_document d
        join repair_line l on l.group_id = d.group_id and l.document_id = d.id where ${countedBills(tx, filters)}) l on l.section = s.section
      group by s.section
      union all select 'bills', coalesce(sum(d.total_amount), 0.00), coalesce(sum(d.confirmed_amount), 0.00)
      from repair_document d where ${countedBills(tx, filters)}`)
    for (const { section, claimed, confirmed } of rows) result[section] = { claimed, confirmed }
  }
  return {
    labour: result['labour'] ?? {},
    materials: result['materials'] ?? {},
    extras: result['extras'] ?? {},
    bills: result['bills'] ?? {},
  }
}

/** Bills of these filters that are not approved: how many, and what they claim (business/three-guarantees 8.6). */
export async function waitingSums(tx: CallerTx, filters: BillFilters): Promise<{ count: number; claimed?: string }> {
  const [found] = await tx.select(sql<{ count: number; claimed: string }>`
    select count(*)::int as count, coalesce(sum(d.total_amount), 0.00) as claimed from repair_document d
    where d.group_id = ${tx.groupId} and ${waitingBills(tx, filters)}`)
  const { count = 0, claimed = '0.00' } = found ?? {}
  return { count, ...(sees(tx.caller, 'doc_price') && { claimed }) }
}
