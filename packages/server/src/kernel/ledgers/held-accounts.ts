// What partners owe and have paid ahead, held before it moves: open items by id, then balances in one order (ARCHITECTURE, Locks and repeats).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import type { BilledItem } from '../document/registry'
import type { DocumentRef, Posting, WriteOffEntry } from './types'

export interface LockedItem extends BilledItem {
  id: number
  orgId: number
  side: 'AR' | 'AP'
  billNo: string
  balance: Decimal
}

/**
 * What was paid ahead comes before what is owed, whosever it is: who settles a bill with it holds it before he knows what the bill comes to, and whom else it bills
 * (ADR 0326).
 */
const balancesInOrder = `order by account not in ('ADV_IN', 'ADV_OUT'), org_id, partner_id, account`

/** Holds the open items that are settled, by id. */
export async function lockItems(
  tx: Tx,
  doc: Pick<DocumentRef, 'orgId'>,
  entries: readonly Pick<WriteOffEntry, 'orgId' | 'openItemId'>[],
): Promise<Map<number, LockedItem>> {
  const rows = await tx.query<LockedItem>({
    name: 'lock-open-items',
    text: `select id, org_id, partner_id, side, bill_no, balance, source_kind, source_id, payer_type from open_item
      where group_id = $1 and (org_id, id) in (select * from unnest($2::bigint[], $3::bigint[])) order by id for no key update`,
    values: [tx.groupId, entries.map((entry) => entry.orgId ?? doc.orgId), entries.map((entry) => entry.openItemId)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Holds what a posting moves from one account to others, as 应收转应收 does: the items that it settles, and the balances of these and of what it opens for them. Each
 * alone would hold them behind the other's. A balance that there was not is there from then on.
 */
export async function holdMoved(
  tx: Tx,
  doc: DocumentRef,
  { openItems = [], writeOffs = [], advances = [] }: Pick<Posting, 'openItems' | 'writeOffs' | 'advances'>,
): Promise<void> {
  if (openItems.length === 0 || writeOffs.length + advances.length === 0) return
  const items = await lockItems(tx, doc, writeOffs)
  const moved = [...[...items.values(), ...openItems].map((item) => ({ ...item, account: item.side })), ...advances]
  await tx.query({
    name: 'hold-moved-balances',
    text: `insert into partner_balance (group_id, org_id, partner_id, account, balance)
      select $1, org_id, partner_id, account, 0 from (
        select distinct * from unnest($2::bigint[], $3::bigint[], $4::text[]) as k (org_id, partner_id, account)
      ) moved ${balancesInOrder}
      on conflict (group_id, org_id, partner_id, account) do update set balance = partner_balance.balance`,
    values: [
      tx.groupId,
      moved.map(({ orgId = doc.orgId }) => orgId),
      moved.map(({ partnerId }) => partnerId),
      moved.map(({ account }) => account),
    ],
  })
}

/**
 * Holds the open items of documents that are undone, with those that they settled, and then the balances that they moved: one document after the other, or what a
 * document opened before what it settled, would hold items behind balances, and balances in no order.
 */
export async function lockUndone(tx: Tx, docs: readonly DocumentRef[]): Promise<void> {
  const values = [tx.groupId, docs.map(({ kind }) => kind), docs.map(({ id }) => id)]
  const named = `(select * from unnest($2::text[], $3::bigint[]))`
  const items = tx.query({
    name: 'lock-items-of-undone',
    text: `select id from open_item where group_id = $1 and id = any (array(
        select id from open_item where group_id = $1 and (source_kind, source_id) in ${named}
        union all
        select open_item_id from write_off_line where group_id = $1 and (doc_kind, doc_id) in ${named}))
      order by id for no key update`,
    values,
  })
  const balances = tx.query({
    name: 'lock-balances-of-undone',
    text: `select balance from partner_balance
      where group_id = $1 and (org_id, partner_id, account) in (
        select org_id, partner_id, account from partner_ledger where group_id = $1 and (doc_kind, doc_id) in ${named})
      ${balancesInOrder} for no key update`,
    values,
  })
  await Promise.all([items, balances])
}
