import { bankKinds, type bankAccounts, type setBankStart } from '@chepu/contract/finance/bank'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { invalid, notFound } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { bankDayFault } from './day'

/** An account of the caller's organisation as it is reconciled. */
export interface BankAccount {
  id: number
  name: string
  kind: string
  bankNo: string
  /** Since when; null before the first import. */
  startOn: string | null
}

/**
 * The account, for reading or, `locked`, for changing what is reconciled of it: as money is, so that nothing of it is undone meanwhile.
 * @throws Failure not_found where it is none of the caller's organisation
 */
export async function bankAccount(tx: CallerTx, id: number, { locked = false } = {}): Promise<BankAccount> {
  const values = [tx.groupId, tx.caller.orgId, id]
  if (locked)
    await tx.query({
      name: 'lock-bank-account',
      text: 'select id from store_account where group_id = $1 and org_id = $2 and id = $3 for no key update',
      values,
    })
  const row = await tx.one<BankAccount>({
    name: 'bank-account',
    text: `select a.id, a.name, a.kind, a.bank_no, b.start_on::text as start_on from store_account a
      left join bank_account b on b.group_id = a.group_id and b.store_account_id = a.id
      where a.group_id = $1 and a.org_id = $2 and a.id = $3 and a.kind <> 'cash'`,
    values,
  })
  return row ?? notFound('账户')
}

/** The books' side `l` of an account since a day: movements that no other of them takes back, matched or not. */
export const liveEntries = (
  tx: CallerTx,
  of: { accountId: number; from: string | null; to?: string },
): RawBuilder<SqlBool> => {
  const reach = (
    alias: string,
  ) => sql<SqlBool>`${of.from ? sql`${sql.ref(`${alias}.biz_date`)} >= ${of.from}` : sql`true`}
    and ${of.to ? sql`${sql.ref(`${alias}.biz_date`)} <= ${of.to}` : sql`true`}`
  return sql<SqlBool>`l.group_id = ${tx.groupId} and l.org_id = ${tx.caller.orgId} and l.store_account_id = ${of.accountId} and ${reach('l')}
    and not exists (select 1 from account_ledger r where r.group_id = l.group_id and r.reversal_of = l.id and ${reach('r')})
    and not exists (select 1 from account_ledger o where o.group_id = l.group_id and o.id = l.reversal_of and ${reach('o')})`
}

/** Accounts that somebody outside keeps a statement of, with what waits on either side. */
export const listBankAccounts = (tx: CallerTx): Promise<DataOf<typeof bankAccounts>> =>
  tx.select(sql<DataOf<typeof bankAccounts>[number]>`
    select a.id as account_id, a.name, a.kind, a.is_active, b.start_on::text as start_on,
      (select max(s.to_day)::text from bank_statement s where s.group_id = a.group_id and s.store_account_id = a.id) as last_day,
      (select count(*)::int from bank_line n where n.group_id = a.group_id and n.store_account_id = a.id and n.match_id is null
        and n.ignore_reason = '' and n.biz_date >= b.start_on) as open_lines,
      case when b.start_on is null then 0 else (select count(*)::int from account_ledger l
        where l.group_id = a.group_id and l.org_id = a.org_id and l.store_account_id = a.id and l.biz_date >= b.start_on
          and not exists (select 1 from bank_match_entry e where e.group_id = l.group_id and e.entry_id = l.id)
          and not exists (select 1 from account_ledger r where r.group_id = l.group_id and r.reversal_of = l.id)
          and not exists (select 1 from account_ledger o where o.group_id = l.group_id and o.id = l.reversal_of and o.biz_date >= b.start_on)) end as open_entries
    from store_account a left join bank_account b on b.group_id = a.group_id and b.store_account_id = a.id
    where a.group_id = ${tx.groupId} and a.org_id = ${tx.caller.orgId} and a.kind = any (${[...bankKinds]})
      and (a.is_active or b.start_on is not null) order by a.code, a.id`)

/** Says from which day on an account is reconciled (business/finance 4.3). @throws Failure not_found, invalid of a day that cannot be */
export async function saveStart(
  tx: CallerTx,
  { accountId, startOn }: BodyOf<typeof setBankStart>,
): Promise<{ accountId: number }> {
  const fault = bankDayFault(startOn)
  if (fault !== '') invalid([{ path: 'startOn', message: `对账起始日${fault}` }])
  await bankAccount(tx, accountId, { locked: true })
  await tx.query({
    name: 'save-bank-start',
    text: `insert into bank_account (group_id, org_id, store_account_id, start_on) values ($1, $2, $3, $4)
      on conflict (group_id, store_account_id) do update set start_on = excluded.start_on`,
    values: [tx.groupId, tx.caller.orgId, accountId, startOn],
  })
  return { accountId }
}
