// What stands in the ledgers of cards, as the reports of cards read it (business/cards 9).
import type { cardMoves } from '@chepu/contract/cards/card-report'
import type { OrgReach } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isAnyOf, reachedOrgs } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'

/** Rows of the caller's organisation, whose column is named, or of all that his scope of 统计 covers. The column is written by us. */
export const isOwedBy = ({ caller }: CallerTx, column: string, orgs: OrgReach | undefined): RawBuilder<SqlBool> =>
  isAnyOf(column, orgs === 'group' ? reachedOrgs(caller, 'statistics') : [caller.orgId])

/** The 办卡单 `m` of an entry `l` of a ledger of cards, where it is one. */
export const slipOfEntry = sql`left join money_slip m on m.group_id = l.group_id and m.kind = l.doc_kind and m.id = l.doc_id
  and m.kind = 'card_voucher'`

/** What an entry with its slip `m` did. Who takes a document back takes back what it did. */
export const moveOfEntry = sql<
  keyof typeof cardMoves
>`case when m.id is null then 'used' when m.purpose = 'opening' then 'opening'
  when m.purpose = 'refund_card' then 'refunded' when m.purpose = 'expire' then 'expired' else 'added' end`

/** An entry of the ledger of packages that nothing has taken back, and that takes nothing back. The alias is written by us. */
export const isStanding = (alias: string): RawBuilder<SqlBool> => {
  const entry = sql.raw(alias)
  return sql<SqlBool>`(${entry}.reversal_of is null and not exists (
    select 1 from card_item_ledger undone where undone.group_id = ${entry}.group_id and undone.reversal_of = ${entry}.id))`
}
