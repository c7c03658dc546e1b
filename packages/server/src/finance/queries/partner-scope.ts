import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
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
