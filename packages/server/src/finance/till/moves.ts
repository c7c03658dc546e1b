import type { TillDay } from '@chepu/contract/finance/till'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import { expense, income } from '../income'

/** Who a movement of money belongs to: who posted its document. */
export const cashier = sql`coalesce(d.poster_id, d.creator_id)`

/** Rows `l` of the account ledger that the caller has moved in his organisation, with their documents `d`, whose day they have. */
const ownMoves = (tx: CallerTx): RawBuilder<unknown> => sql`
  from account_ledger l join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
  where l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and d.org_id = ${tx.caller.orgId} and ${cashier} = ${tx.caller.userId}`

/** What the caller took and paid on a day by account; a document that was taken back the same day leaves nothing. */
export const ownAccounts = (tx: CallerTx, day: string): Promise<TillDay['accounts']> =>
  tx.select<TillDay['accounts'][number]>(sql`
    select a.id as account_id, a.name as account_name, a.kind as account_kind, count(*)::int as count,
      sum(m.income) as income, sum(m.expense) as expense, sum(m.income - m.expense) as ledger
    from (select l.store_account_id, l.doc_id, coalesce(sum(${income}), 0.00) as income, coalesce(sum(${expense}), 0.00) as expense
      ${ownMoves(tx)} and l.biz_date = ${day} and d.biz_date = ${day} group by l.store_account_id, l.doc_kind, l.doc_id having sum(l.amount) <> 0) m
    join store_account a on a.group_id = ${tx.groupId} and a.id = m.store_account_id
    group by a.id, a.code, a.name, a.kind order by a.kind <> 'cash', a.code`)
