import type { LookupPartner } from '@chepu/contract/basics/lookups'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { type Caller, sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { readsDocumentsWith } from '../../kernel/document/registry'
import { allOf, isAnyOf } from '../../kernel/caller/scope'
import { maskedMobile } from '../../kernel/caller/mobile'
import { termColumns } from '../../kernel/document/partner-terms'
import { readableRoles } from './access'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { closeness, namesPartner } from './search'
import { pageOf } from '../../kernel/query/page'

/** What a document takes over from its partner, and what tells partners of one name apart. */
const terms =
  () => sql`${termColumns()}, p.credit_days, p.price_level, p.discount_rate, p.is_blacklisted as blacklisted,
  case when starts_with(p.address, p.region) then p.address else concat(p.region, p.address) end as address,
  (select c.name from partner_contact c where c.group_id = p.group_id and c.partner_id = p.id
    order by c.is_default desc, c.id limit 1) as contact_name`

/** Terms are for those who keep partners, or have the page of a document that takes them over. */
const seesTerms = (caller: Caller) => readableRoles(caller) !== 0 || readsDocumentsWith(caller, 'settlementMethodId')

/** Active partners for pickers; those of `ids` also when disabled, since old documents name them. */
export async function lookupPartners(
  tx: CallerTx,
  query: { q: string; cus_flag?: number | undefined; ids?: number[] | undefined; page: number; rows: number },
): Promise<{ rows: LookupPartner[]; more: boolean }> {
  const { caller } = tx
  const columns = [sql`p.id, p.code, p.name, p.cus_flag, p.mobile`]
  if (seesTerms(caller)) columns.push(terms())
  if (sees(caller, 'credit_limit')) columns.push(sql`own.credit_limit`)
  if (sees(caller, 'ar_balance')) columns.push(sql`${balance('AR')} as receivable, ${balance('AP')} as payable`)
  const conditions = [
    partnerScope(caller, query.cus_flag ?? anyRole),
    query.ids ? isAnyOf('p.id', query.ids) : sql<boolean>`p.is_active`,
    ...(query.q === '' ? [] : [namesPartner(caller, query.q)]),
  ]
  const { rows, more } = await pageOf(
    tx,
    sql<LookupPartner>`select ${sql.join(columns)} from partner p
    left join partner_org own on own.group_id = p.group_id and own.org_id = ${caller.orgId} and own.partner_id = p.id
    where ${allOf(conditions)}
    order by ${closeness(query.q)}, p.code`,
    query,
  )
  const shown = rows.map((row) => ({ ...row, mobile: maskedMobile(caller, row.mobile ?? '') || null }))
  return { rows: shown, more }

  function balance(account: 'AR' | 'AP') {
    return sql`coalesce((select b.balance from partner_balance b where b.group_id = p.group_id and b.org_id = ${caller.orgId}
      and b.partner_id = p.id and b.account = ${account}), 0)`
  }
}
