// What stands in the ledgers of cards, as the reports of cards read it (business/cards 9).
import type { cardMoves } from '@chepu/contract/cards/card-report'
import type { OrgReach } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAnyOf, reachedOrgs } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'

/** Rows of the caller's organisation, whose column is named, or of all that his scope of 统计 covers. The column is written by us. */
export const isOwedBy = ({ caller }: CallerTx, column: string, orgs: OrgReach | undefined): RawBuilder<SqlBool> =>
  isAnyOf(column, orgs === 'group' ? reachedOrgs(caller, 'statistics') : [caller.orgId])

/** The slip `m` of an entry `l` of a ledger of cards, where it is of one: a 办卡单, or the write-off that a settlement or refund made. */
export const slipOfEntry = sql`left join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id`

/** The document that people know an entry `l` with its slip `m` by: what made the slip, where another did. */
export const documentOfEntry = sql`coalesce(m.maker_kind, l.doc_kind) as doc_kind,
  case when m.maker_kind is null then l.doc_id else m.made_by end as doc_id`

/** What an entry that is of no 办卡单 did: whatever a refund does, and what takes back an entry of a settlement, gives back. */
const moveOfUse = sql`case when coalesce(m.maker_kind, l.doc_kind) = 'repair_refund' or l.reversal_of is not null then 'returned' else 'used' end`

/** What an entry with its slip `m` did. Who takes a 办卡单 back takes back what it did. */
export const moveOfEntry = sql<
  keyof typeof cardMoves
>`case when m.kind is distinct from 'card_voucher' then ${moveOfUse} when m.purpose = 'opening' then 'opening'
  when m.purpose = 'refund_card' then 'refunded' when m.purpose = 'expire' then 'expired' else 'added' end`

/** An entry of the ledger of packages that nothing has taken back, and that takes nothing back. The alias is written by us. */
export const isStanding = (alias: string): RawBuilder<SqlBool> => {
  const entry = sql.raw(alias)
  return sql<SqlBool>`(${entry}.reversal_of is null and not exists (
    select 1 from card_item_ledger undone where undone.group_id = ${entry}.group_id and undone.reversal_of = ${entry}.id))`
}
