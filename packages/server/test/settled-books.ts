// What a settlement has written, read straight from the tables: a line of text a row.
import type { Shop } from './shop'

/** The books of the settlements of a shop. */
export function settledBooks(shop: Pick<Shop, 'sql' | 'cashId'>) {
  const said = async (text: string, ...values: unknown[]) =>
    (await shop.sql<{ said: string }>(text, ...values)).map((row) => row.said)
  const pnlOf = (id: number) =>
    said(
      `select concat_ws(' ', kind, payer_type, sum(amount)) as said from pnl_ledger
      where group_id = $1 and doc_kind = 'repair_settlement' and doc_id = $2
      group by kind, payer_type having sum(amount) <> 0 order by 1`,
      id,
    )
  const itemsOf = (id: number) =>
    said(
      `select concat_ws(' ', p.name, i.side, i.payer_type, i.original, i.balance) as said from open_item i
      join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.source_kind = 'repair_settlement' and i.source_id = $2 and i.original <> 0 order by 1`,
      id,
    )
  const workOf = (orderId: number) =>
    said(
      `select concat_ws(' ', doc_kind, qty, value) as said from wip_ledger where group_id = $1 and work_order_id = $2
      order by doc_kind desc, abs(value)`,
      orderId,
    )
  const commissionOf = (id: number) =>
    said(
      `select concat_ws(' ', role, base, share, rate, amount) as said from commission_entry
      where group_id = $1 and doc_kind = 'repair_settlement' and doc_id = $2 order by id`,
      id,
    )
  const slipsOf = (id: number) =>
    said(
      `select concat_ws(' ', kind, purpose, state, total, advance) as said from money_slip
      where group_id = $1 and maker_kind = 'repair_settlement' and made_by = $2 order by id`,
      id,
    )
  const till = async () =>
    (
      await said(
        `select coalesce(sum(amount), 0)::text as said from account_ledger where group_id = $1 and store_account_id = $2`,
        shop.cashId,
      )
    )[0]
  const balances = (partnerIds: readonly number[]) =>
    said(
      `select concat_ws(' ', p.name, b.account, b.balance) as said from partner_balance b
      join partner p on p.group_id = b.group_id and p.id = b.partner_id
      where b.group_id = $1 and b.balance <> 0 and p.id = any ($2::bigint[]) order by 1`,
      partnerIds,
    )
  return { pnlOf, itemsOf, workOf, commissionOf, slipsOf, till, balances }
}
