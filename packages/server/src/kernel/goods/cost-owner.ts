// Whose affair it is what the goods of a document between two organisations cost: of the one whose goods they were (ADR 0180).
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller/caller'
import { reachedOrgs } from '../caller/scope'
import type { GoodsDocument, GoodsTraits } from './types'

/** Whether the caller may see what an organisation's goods cost, as far as that is its own affair (business/access 6). */
export const seesCostsOf = (caller: Caller, { def }: GoodsTraits, orgId: number): boolean =>
  !def.hasCounterparty || reachedOrgs(caller, def.area).includes(orgId)

/** The same of what a document cost. */
export function seesCostOf(
  caller: Caller,
  kind: GoodsTraits,
  { orgId, counterOrgId, outcome }: Pick<GoodsDocument, 'orgId' | 'counterOrgId' | 'outcome'>,
): boolean {
  const isOthers = outcome !== null && kind.othersGoods?.includes(outcome)
  return seesCostsOf(caller, kind, isOthers ? (counterOrgId ?? orgId) : orgId)
}

/** The cost of documents `d` or of their lines: null where it is not the caller's to see. */
export function costInSight<Cost>(caller: Caller, kind: GoodsTraits, cost: RawBuilder<Cost>): RawBuilder<Cost | null> {
  if (!kind.def.hasCounterparty) return cost
  const owner = kind.othersGoods
    ? sql`case when d.outcome = any (${[...kind.othersGoods]}::text[]) then coalesce(d.counter_org_id, d.org_id) else d.org_id end`
    : sql`d.org_id`
  return sql`case when ${owner} = any (${reachedOrgs(caller, kind.def.area)}::bigint[]) then ${cost} end`
}
