import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../kernel/caller/caller'
import { balanceScope, partnerScope } from '../../kernel/caller/partner-scope'

/**
 * Partners `p` whose account the caller may ask for by id, even where nothing stands in it: of those whose balances he sees the ones that exist for his organisation, or have an
 * account here (business/access 7). Lists of items need no more than `balanceScope`: the items are those of his organisation.
 */
export const accountScope = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${balanceScope(caller)} and (${partnerScope(caller, anyRole, 'finance')} or exists (select 1 from partner_balance b
    where b.group_id = p.group_id and b.org_id = ${caller.orgId} and b.partner_id = p.id)))`
