// What a settlement has written, read straight from the tables: a line of text a row.
import type { Shop } from './shop'

/** The books of the settlements of a shop, or of its refunds. */
export function settledBooks(shop: Pick<Shop, 'sql' | 'cashId'>, kind = 'repair_settlement') {
  const said = async (text: string, ...values: unknown[]) =>
    (await shop.sql<{ said: string }>(text, ...values)).map((row) => row.said)
  const pnlOf = (id: number) =>
    said(
      `select concat_ws(' ', kind, payer_type, sum(amount)) as said from pnl_ledger
      where group_id = $1 and doc_kind = '${kind}' and doc_id = $2
      group by kind, payer_type having sum(amount) <> 0 order by 1`,
      id,
    )
  const itemsOf = (id: number) =>
    said(
      `select concat_ws(' ', p.name, i.side, i.payer_type, i.original, i.balance) as said from open_item i
      join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.source_kind = '${kind}' and i.source_id = $2 and i.original <> 0 order by 1`,
      id,
    )
  const workOf = (orderId: number) =>
    said(
      `select concat_ws(' ', doc_kind, qty, value) as said from wip_ledger where group_id = $1 and work_order_id = $2
      order by doc_kind, abs(value)`,
      orderId,
    )
  const commissionOf = (id: number) =>
    said(
      `select concat_ws(' ', role, base, share, rate, amount) as said from commission_entry
      where group_id = $1 and doc_kind = '${kind}' and doc_id = $2 order by id`,
      id,
    )
  const slipsOf = (id: number) =>
    said(
      `select concat_ws(' ', kind, purpose, state, total, advance) as said from money_slip
      where group_id = $1 and maker_kind = '${kind}' and made_by = $2 order by id`,
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

/** Statements that spoil the rows of a document of an order behind the program: its header, the order, a line by name, the money that it made. */
export const spoiling = (groupId: number, id: number, workOrderId: number) => {
  const header = (id: number) => (change: string) =>
    `update repair_document set ${change} where group_id = ${groupId} and id = ${id}`
  return {
    header: header(id),
    order: header(workOrderId),
    line: (name: string, change: string) =>
      `update repair_line set ${change} where group_id = ${groupId} and document_id = ${id} and name = '${name}'`,
    slip: (change: string) =>
      `update money_slip set ${change} where group_id = ${groupId} and made_by = ${id} and posted_at is not null and kind = 'collection'`,
  }
}

/** Single rows of a settlement spoilt behind the program, each with the invariant that notices it. */
export function settlementDamages(groupId: number, id: number, workOrderId: number): Record<string, string> {
  const { header, order: ofOrder, line, slip } = spoiling(groupId, id, workOrderId)
  return {
    [header('total_amount = total_amount + 1')]: 'i30',
    [header('order_discount = order_discount + 1')]: 'i30',
    [header('deductible = deductible + 1')]: 'i30',
    [header('salvage = salvage + 1')]: 'i30',
    [header('customer_due = customer_due + 1')]: 'i30',
    [header('cost_amount = cost_amount + 1')]: 'i41',
    [ofOrder(`state = 'completed'`)]: 'i30 i32',
    [ofOrder('settlement_id = null')]: 'i30',
    [line('换制动片', 'taxed_amount = taxed_amount + 1')]: 'i30',
    [line('换制动片', 'discount_share = discount_share + 1')]: 'i30',
    [line('钣金', 'deductible_share = deductible_share + 1')]: 'i30',
    [line('钣金', 'salvage_share = salvage_share + 1')]: 'i30',
    [line('钣金', `payer = 'customer'`)]: 'i30',
    [line('钣金', 'payer_partner_id = 1')]: 'i30',
    [line('换制动片', 'output_amount = output_amount + 1')]: 'i41',
    [line('换制动片', 'cost_amount = cost_amount + 1')]: 'i41',
    [line('换制动片', 'source_line_id = null')]: 'i30',
    [slip(`made_by = 99999`)]: 'i97',
    [slip(`maker_kind = 'x'`)]: 'i97',
  }
}
