import type { AccountMovement, accountMovements } from '@chepu/contract/finance/store-account'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../kernel/http/bind'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, notFound } from '../../kernel/base/errors'
import { allOf } from '../../kernel/caller/scope'
import { expense, income } from '../income'
import { pageOf, totalsOf } from '../../kernel/query/page'

/** Kind of the ledger rows that correct an opening balance; their document is the account itself. */
export const openingCorrection = 'opening_correction'

type Filters = QueryOf<typeof accountMovements.totals>

/** 流水 of one account of the caller's org with the balance after each movement, newest first (business/finance 4). */
export async function listMovements(tx: CallerTx, filters: QueryOf<typeof accountMovements.list>) {
  await assertVisible(tx, filters.accountId)
  return pageOf(
    tx,
    sql<AccountMovement>`
    select l.id, l.biz_date, l.doc_kind, l.doc_id, d.bill_no, p.name as partner_name, ${income} as income, ${expense} as expense,
      l.balance_after as balance, coalesce(nullif(l.remark, ''), d.remark, '') as remark, l.posted_at
    from account_ledger l
    left join money_slip d on d.group_id = l.group_id and d.kind = l.doc_kind and d.id = l.doc_id
    left join partner p on p.group_id = d.group_id and p.id = d.partner_id
    where ${where(tx, filters)} order by l.id desc`,
    filters,
  )
}

/** Row count, income and expense over all movements asked for. */
export async function movementTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  await assertVisible(tx, filters.accountId)
  return totalsOf(
    tx,
    sql`
    select count(*) as count, coalesce(sum(${income}), 0.00) as income, coalesce(sum(${expense}), 0.00) as expense
    from account_ledger l where ${where(tx, filters)}`,
  )
}

/** Movements are nothing but balances: who may not see those sees none of them. */
async function assertVisible(tx: CallerTx, accountId: number): Promise<void> {
  if (!sees(tx.caller, 'account_balance')) forbidden('您没有查看账户余额的权限')
  const row = await tx.one({
    text: 'select id from store_account where group_id = $1 and org_id = $2 and id = $3',
    values: [tx.groupId, tx.caller.orgId, accountId],
  })
  if (!row) notFound('账户')
}

function where(tx: CallerTx, { accountId, from, to }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.store_account_id = ${accountId}`,
    ...(from ? [sql<SqlBool>`l.biz_date >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`l.biz_date <= ${to}`] : []),
  ])
}
