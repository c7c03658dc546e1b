import type { LookupPartner } from '@chepu/contract/basics/lookups'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { seesBalance } from '../../kernel/caller/balance-visibility'
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
    order by c.is_default desc, c.id limit 1) as contact_name,
  coalesce((select json_agg(json_build_object('region', a.region, 'address', a.address, 'receiver', a.receiver, 'mobile', a.mobile,
      'isDefault', a.is_default) order by a.is_default desc, a.id)
    from partner_address a where a.group_id = p.group_id and a.partner_id = p.id), '[]') as addresses`

/** Terms are for those who keep partners, or have the page of a document that takes them over. */
const seesTerms = (caller: Caller) => readableRoles(caller) !== 0 || readsDocumentsWith(caller, 'settlementMethodId')

interface StoredAddress {
  region: string
  address: string
  receiver: string
  mobile: string
  isDefault: boolean
}
type FoundPartner = Omit<LookupPartner, 'addresses'> & { addresses?: StoredAddress[] }

/** An address as it is written on a parcel. A mobile that the caller sees masked would help nobody there. */
function writtenAddress(caller: Caller, { region, address, receiver, mobile, isDefault }: StoredAddress) {
  const reached = maskedMobile(caller, mobile) === mobile ? mobile : ''
  const place = address.startsWith(region) ? address : region + address
  return { text: [place, receiver, reached].filter((word) => word !== '').join(' '), isDefault }
}

/** Active partners for pickers; those of `ids` also when disabled, since old documents name them. */
export async function lookupPartners(
  tx: CallerTx,
  query: { q: string; cus_flag?: number | undefined; ids?: number[] | undefined; page: number; rows: number },
): Promise<{ rows: LookupPartner[]; more: boolean }> {
  const { caller } = tx
  const columns = [sql`p.id, p.code, p.name, p.cus_flag, p.mobile`]
  if (seesTerms(caller)) columns.push(terms())
  if (sees(caller, 'credit_limit')) columns.push(sql`own.credit_limit`)
  if (seesBalance(caller, 'AR')) columns.push(sql`${balance('AR')} as receivable`)
  if (seesBalance(caller, 'AP')) columns.push(sql`${balance('AP')} as payable`)
  const conditions = [
    partnerScope(caller, query.cus_flag ?? anyRole),
    query.ids ? isAnyOf('p.id', query.ids) : sql<boolean>`p.is_active`,
    ...(query.q === '' ? [] : [namesPartner(caller, query.q)]),
  ]
  const { rows, more } = await pageOf(
    tx,
    sql<FoundPartner>`select ${sql.join(columns)} from partner p
    left join partner_org own on own.group_id = p.group_id and own.org_id = ${caller.orgId} and own.partner_id = p.id
    where ${allOf(conditions)}
    order by ${closeness(query.q)}, p.code`,
    query,
  )
  const shown = rows.map(({ addresses, ...row }) => ({
    ...row,
    mobile: maskedMobile(caller, row.mobile ?? '') || null,
    ...(addresses && { addresses: addresses.map((each) => writtenAddress(caller, each)) }),
  }))
  return { rows: shown, more }

  function balance(account: 'AR' | 'AP') {
    return sql`coalesce((select b.balance from partner_balance b where b.group_id = p.group_id and b.org_id = ${caller.orgId}
      and b.partner_id = p.id and b.account = ${account}), 0.00)`
  }
}
