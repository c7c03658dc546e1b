import type { Taxpayer } from '@chepu/contract/finance/tax-register'
import { sql } from 'kysely'
import { isAnyOf, reachedOrgs, scopeOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'

/** An organisation with the taxpayer that its sales and invoices are those of. */
export interface TaxOrg {
  orgId: number
  taxpayer: string
  kind: 'general' | 'small'
}

/** Whom the sales of an organisation `o` of a company `c` are taxed as: the company, or where it has none itself. */
export const taxpayerFields = sql`coalesce('c' || o.company_id, 'o' || o.id) as taxpayer, coalesce(c.taxpayer_kind, o.taxpayer_kind) as kind`

interface OrgRow extends TaxOrg {
  companyId: number | null
  name: string
  startMonth: number
}

/** Taxpayers by name, the organisations of each that the caller looks into, and the first month of the earliest one. */
export type KnownTaxpayer = Taxpayer & { orgs: TaxOrg[]; startMonth: number }

/**
 * The taxpayers that the caller may read (business/tax 2): those of the organisations within his scope of finance. Who sees only his own documents
 * or those of his department reads none.
 */
export async function taxpayersOf(tx: CallerTx, only?: string): Promise<KnownTaxpayer[]> {
  const { caller } = tx
  if (scopeOf(caller, 'finance') < 3) return []
  const reached = reachedOrgs(caller, 'finance')
  const rows = await tx.select(sql<OrgRow & { isReached: boolean }>`
    select o.id as org_id, o.company_id, ${taxpayerFields},
      coalesce(c.name, o.name) as name, o.start_month, ${isAnyOf('o.id', reached)} as is_reached
    from org o left join company c on c.group_id = o.group_id and c.id = o.company_id
    where o.group_id = ${tx.groupId} order by name, o.id`)
  const known = new Map<string, KnownTaxpayer>()
  for (const { isReached, taxpayer: key, companyId, name, kind, orgId, startMonth } of rows) {
    if (only !== undefined && key !== only) continue
    const found = known.get(key) ?? { key, companyId, name, kind, isWhole: true, orgs: [], startMonth }
    known.set(key, {
      ...found,
      isWhole: found.isWhole && isReached,
      orgs: isReached ? [...found.orgs, { orgId, taxpayer: key, kind }] : found.orgs,
      startMonth: Math.min(found.startMonth, startMonth),
    })
  }
  return [...known.values()].filter(({ orgs }) => orgs.length > 0)
}
