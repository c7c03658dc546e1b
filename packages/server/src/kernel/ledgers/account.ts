import { add, type Decimal, isNegative, neg } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import { refuse } from '../base/errors'
import { assertNotHandedOver } from './handed-over'
import { assertNotReconciled } from './reconciled'
import type { CashEntry, DocumentRef } from './types'

interface Account {
  id: number
  name: string
  balance: Decimal
  allowOverdraft: boolean
  isActive: boolean
  sealedUntil: string | null
  isReconciled: boolean
}

/** Moves money on store accounts; an account without overdraft never goes below zero (business/finance 4, I22). */
export async function moveCash(
  tx: Tx,
  doc: DocumentRef,
  entries: readonly (CashEntry & { reversalOf?: number })[],
): Promise<void> {
  if (entries.length === 0) return
  const accounts = await lockAccounts(tx, doc, entries)
  const isUndoing = entries.some(({ reversalOf }) => reversalOf !== undefined)
  await assertNotHandedOver(tx, doc, [...accounts.values()], { isUndoing })
  await assertNotReconciled(tx, accounts, entries)
  const rows = entries.map((entry) => {
    const account = accounts.get(entry.storeAccountId)
    if (!account) refuse('收付款账户不存在或不属于当前企业')
    if (!account.isActive && entry.reversalOf === undefined) refuse(`账户 ${account.name} 已停用`)
    account.balance = add(account.balance, entry.amount)
    if (isNegative(account.balance) && !account.allowOverdraft) refuse(`账户 ${account.name} 余额不足`)
    return { ...entry, balanceAfter: account.balance }
  })
  tx.sendInsert(
    'account_ledger',
    [
      'group_id',
      'org_id',
      'store_account_id',
      'biz_date',
      'period',
      'doc_kind',
      'doc_id',
      'amount',
      'balance_after',
      'remark',
      'reversal_of',
    ],
    rows.map((row) => [
      tx.groupId,
      row.orgId ?? doc.orgId,
      row.storeAccountId,
      doc.bizDate,
      doc.period,
      doc.kind,
      doc.id,
      row.amount,
      row.balanceAfter,
      row.remark,
      row.reversalOf ?? null,
    ]),
  )
  tx.send({
    name: 'write-account-balances',
    text: `update store_account a set balance = n.balance from unnest($2::bigint[], $3::numeric[]) as n (id, balance)
      where a.group_id = $1 and a.id = n.id`,
    values: [tx.groupId, [...accounts.keys()], [...accounts.values()].map((account) => account.balance)],
  })
}

async function lockAccounts(tx: Tx, doc: DocumentRef, entries: readonly CashEntry[]): Promise<Map<number, Account>> {
  const rows = await tx.query<Account>({
    name: 'lock-accounts',
    text: `select id, name, balance, allow_overdraft, is_active, sealed_until, is_reconciled from store_account
      where group_id = $1 and (org_id, id) in (select * from unnest($2::bigint[], $3::bigint[])) order by id for no key update`,
    values: [
      tx.groupId,
      entries.map((entry) => entry.orgId ?? doc.orgId),
      entries.map((entry) => entry.storeAccountId),
    ],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Opposite account rows for everything a document moved. */
export async function reverseCash(tx: Tx, original: DocumentRef, target: DocumentRef): Promise<void> {
  const rows = await tx.query<{ id: number; orgId: number; storeAccountId: number; amount: Decimal; remark: string }>({
    name: 'account-rows-of-document',
    text: `select a.id, a.org_id, a.store_account_id, a.amount, a.remark from account_ledger a
      where a.group_id = $1 and a.doc_kind = $2 and a.doc_id = $3 and a.reversal_of is null
        and not exists (select 1 from account_ledger r where r.group_id = $1 and r.reversal_of = a.id)
      order by a.id`,
    values: [tx.groupId, original.kind, original.id],
  })
  await moveCash(
    tx,
    target,
    rows.map((row) => ({ ...row, amount: neg(row.amount), reversalOf: row.id })),
  )
}
