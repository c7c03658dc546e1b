import { shanghaiDay } from '../../kernel/calendar'
import type { LookupPartner } from '@chepu/contract/basics/lookups'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'
import { allOf, isAnyOf } from '../../kernel/scope'
import { maskedMobile } from '../../kernel/mobile'
import { partnerScope } from './scope'
import { namesPartner } from './search'

/** Every role. */
const anyRole = 63

/**
 * Active partners for pickers; those of `ids` also when disabled, since old documents name them. What a new document takes
 * over from a partner is what it may name: a salesperson who left and a settlement method switched off are left out.
 */
export async function lookupPartners(
  tx: CallerTx,
  query: { q: string; cus_flag?: number | undefined; ids?: number[] | undefined; page: number; rows: number },
): Promise<{ rows: LookupPartner[]; more: boolean }> {
  const { caller } = tx
  const q = query.q.toLowerCase()
  const columns = [
    sql`p.id, p.code, p.name, p.cus_flag, p.mobile,
      case when starts_with(p.address, p.region) then p.address else concat(p.region, p.address) end as address, p.credit_days, p.price_level,
      p.discount_rate, p.default_invoice_kind as invoice_kind, p.is_blacklisted as blacklisted,
      (select m.id from settlement_method m where m.group_id = p.group_id and m.id = p.settlement_method_id and m.is_active)
        as settlement_method_id,
      (select e.id from employee e where e.group_id = own.group_id and e.org_id = own.org_id and e.id = own.salesperson_id
        and (e.left_on is null or e.left_on > ${shanghaiDay()}::date)) as salesperson_id,
      (select c.name from partner_contact c where c.group_id = p.group_id and c.partner_id = p.id
        order by c.is_default desc, c.id limit 1) as contact_name`,
  ]
  if (sees(caller, 'credit_limit')) columns.push(sql`own.credit_limit`)
  if (sees(caller, 'ar_balance')) columns.push(sql`${balance('AR')} as receivable, ${balance('AP')} as payable`)
  const conditions = [
    partnerScope(caller, query.cus_flag ?? anyRole),
    query.ids ? isAnyOf('p.id', query.ids) : sql<boolean>`p.is_active`,
    ...(q === '' ? [] : [namesPartner(q)]),
  ]
  const rows = await tx.select<LookupPartner>(sql<LookupPartner>`select ${sql.join(columns)} from partner p
    left join partner_org own on own.group_id = p.group_id and own.org_id = ${caller.orgId} and own.partner_id = p.id
    where ${allOf(conditions)}
    order by case when lower(p.code) = ${q} or p.name = ${query.q} then 0 when p.system_kind is null then 1 else 2 end,
      p.code limit ${query.rows + 1} offset ${(query.page - 1) * query.rows}`)
  const shown = rows
    .slice(0, query.rows)
    .map((row) => ({ ...row, mobile: maskedMobile(caller, row.mobile ?? '') || null }))
  return { rows: shown, more: rows.length > query.rows }

  function balance(account: 'AR' | 'AP') {
    return sql`coalesce((select b.balance from partner_balance b where b.group_id = p.group_id and b.org_id = ${caller.orgId}
      and b.partner_id = p.id and b.account = ${account}), 0)`
  }
}
