import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { anyRole, otherRoles, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from './caller'
import { isAnyOf, peopleOf, scopeOf } from './scope'

/**
 * Rows of `partner p` that the caller may see in one of the asked roles. Suppliers and the like belong to the group.
 * Customers follow the data scope: 本企业 those with any business in the org or claimed by none, of these 本部门 those whom the department
 * looks after and 散客 that nobody does, 本人 the same by himself. Other orgs' 零散客户 and one's own sister entry do not exist.
 * The scope is that of the customers' own area unless another is named.
 */
export function partnerScope(caller: Caller, roles: number, area: ScopeArea = 'customer'): RawBuilder<SqlBool> {
  const shared = roles & otherRoles
  const system = sql<SqlBool>`p.system_kind is null or (p.system_kind = 'walk_in') = (p.system_org_id = ${caller.orgId})`
  const customer =
    (roles & partnerRoles.customer) === 0
      ? sql<SqlBool>`false`
      : sql<SqlBool>`(p.cus_flag & ${partnerRoles.customer}) <> 0 and ${customerScope(caller, area)}`
  return sql<SqlBool>`p.group_id = ${caller.groupId} and (${system}) and ((p.cus_flag & ${shared}) <> 0 or (${customer}))`
}

/** Cars of owners `p` whom the caller sees: who does not see the customer does not see his cars (business/customers 6.3). */
export const vehicleScope = (caller: Caller): RawBuilder<SqlBool> => partnerScope(caller, anyRole)

function customerScope(caller: Caller, area: ScopeArea): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, area)
  if (scope === 4) return sql<SqlBool>`true`
  const claim = (condition: RawBuilder<SqlBool>) =>
    sql<SqlBool>`exists (select from partner_org po where po.group_id = p.group_id and po.partner_id = p.id and ${condition})`
  const here = sql<SqlBool>`po.org_id = ${caller.orgId}`
  const isOfOrg = sql<SqlBool>`(${claim(here)} or not ${claim(sql<SqlBool>`true`)} or exists (select from partner_balance b
      where b.group_id = p.group_id and b.org_id = ${caller.orgId} and b.partner_id = p.id))`
  if (scope === 3) return isOfOrg
  const employees = peopleOf(caller, area, scope).employeeIds
  return sql<SqlBool>`(${claim(sql<SqlBool>`${here} and ${isAnyOf('po.salesperson_id', employees)}`)}
    or (p.category = '散客' and ${isOfOrg} and not ${claim(sql<SqlBool>`po.salesperson_id is not null`)}))`
}

/**
 * Partners `p` whose balances the caller may see, by his data scope in finance: 本人 and 本部门 see the customers of those
 * salespeople, wider scopes all (business/access 7).
 */
export function balanceScope(caller: Caller): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, 'finance')
  if (scope === 3 || scope === 4) return sql<SqlBool>`true`
  const people = peopleOf(caller, 'finance', scope).employeeIds
  return sql<SqlBool>`exists (select 1 from partner_org po where po.group_id = p.group_id and po.org_id = ${caller.orgId}
    and po.partner_id = p.id and (${isAnyOf('po.salesperson_id', people)} or ${isAnyOf('po.buyer_id', people)}))`
}
