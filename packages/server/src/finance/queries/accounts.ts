import type { LookupAccount } from '@chepu/contract/finance/lookups'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller'
import type { CallerTx } from '../../kernel/db'

/** Store accounts of the current org; the balance only for those who may see it (DOMAIN 10.5). */
export async function storeAccounts(tx: CallerTx, query: { page: number; rows: number; active?: boolean | undefined }) {
  const balance = sees(tx.caller, 'account_balance') ? sql`, a.balance` : sql``
  const active = query.active === undefined ? sql`` : sql`and a.is_active = ${query.active}`
  const rows = await tx.select<LookupAccount>(sql<LookupAccount>`
    select a.id, a.code, a.name, a.kind, a.is_default_in, a.is_default_out, a.fee_rate, a.is_active ${balance}
    from store_account a where a.group_id = ${tx.groupId} and a.org_id = ${tx.caller.orgId} ${active}
    order by a.is_active desc, a.code, a.id limit ${query.rows + 1} offset ${(query.page - 1) * query.rows}`)
  return { rows: rows.slice(0, query.rows), more: rows.length > query.rows }
}
