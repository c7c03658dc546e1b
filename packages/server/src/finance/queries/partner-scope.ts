import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { partnerScope as knownScope } from '../../kernel/caller/partner-scope'
import { isAnyOf, peopleOf, scopeOf } from '../../kernel/caller/scope'

/**
 * Partners `p` whose balances the caller may see, by his data scope in finance: 本人 and 本部门 see the customers of those
 * salespeople, wider scopes all (business/access 7).
 */
export function partnerScope(caller: Caller): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, 'finance')
  if (scope === 3 || scope === 4) return sql<SqlBool>`true`
  const people = peopleOf(caller, 'finance', scope).employeeIds
  return sql<SqlBool>`exists (select 1 from partner_org po where po.group_id = p.group_id and po.org_id = ${caller.orgId}
    and po.partner_id = p.id and (${isAnyOf('po.salesperson_id', people)} or ${isAnyOf('po.buyer_id', people)}))`
}

/**
 * Partners `p` whose account the caller may ask for by id, even where nothing stands in it: of those above the ones that exist for his organisation, or have an
 * account here (business/access 7). Lists of items need no more than `partnerScope`: the items are those of his organisation.
 */
export const accountScope = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${partnerScope(caller)} and (${knownScope(caller, anyRole, 'finance')} or exists (select 1 from partner_balance b
    where b.group_id = p.group_id and b.org_id = ${caller.orgId} and b.partner_id = p.id)))`
