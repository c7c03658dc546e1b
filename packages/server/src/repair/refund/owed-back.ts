// What payers of a settlement owe of it, what of it came in, and what has closed the rest: money goes back only of what came in (ADR 0240).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { Settlement } from '../settlement/settled'

/** An item of the settlement, as it is owed today. */
export interface OwedItem {
  id: number
  /** Whom it is written to, and who stands for him today (business/customers 2.5). */
  partnerId: number
  partnerName: string
  standingId: number
  payerType: string | null
  balance: Decimal
  /** What was forgiven when it was collected. */
  discounted: Decimal
}

/**
 * Items `i` that a settlement has opened, and those that 合并客户 has opened in their place, under the same number; what is owed to outsourcers is none of them. $1 is the group, $2 the organisation, $3 the
 * settlement, $4 its number.
 */
const itemsOfSettlement = `i.group_id = $1 and i.original <> 0 and i.id = any (array(
    select x.id from open_item x where x.group_id = $1 and x.source_kind = 'repair_settlement' and x.source_id = $3 and x.payer_type is not null
    union all
    select x.id from open_item x
    where x.group_id = $1 and x.org_id = $2 and x.source_kind = 'partner_merge' and x.bill_no = $4 and x.payer_type is not null))`

/** What each payer owes of a settlement, or has owed; `hold` until the refund is done, since items are locked before balances. */
export const owedItems = (
  tx: CallerTx,
  { orgId, id, billNo }: Pick<Settlement, 'orgId' | 'id' | 'billNo'>,
  how: 'hold' | 'read',
): Promise<OwedItem[]> =>
  tx.query<OwedItem>({
    name: `${how}-items-of-settlement`,
    text: `select i.id, i.partner_id, p.name as partner_name, coalesce(p.merged_into_id, p.id) as standing_id, i.payer_type, i.balance, i.discounted
      from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where ${itemsOfSettlement} order by i.id${how === 'hold' ? ' for no key update of i' : ''}`,
    values: [tx.groupId, orgId, id, billNo],
  })

/** What a payer has paid of a settlement and not got back. */
export interface CameIn {
  standingId: number
  payerType: string | null
  /** Money, also that of cards, what was paid ahead and what was forgiven, less what refunds that stand have given back or have waiting for the cashier. */
  amount: Decimal
}

/** What came in of a settlement, payer by payer. Asked behind its items where more is to go back. */
export const cameIn = (
  tx: CallerTx,
  { orgId, id, billNo }: Pick<Settlement, 'orgId' | 'id' | 'billNo'>,
): Promise<CameIn[]> =>
  tx.query<CameIn>({
    name: 'came-in-of-settlement',
    text: `with refund as (
        select r.id, r.bill_no from repair_document r where r.group_id = $1 and r.kind = 'repair_refund' and r.settlement_id = $3
      ), item as (
        select i.id, i.partner_id, i.payer_type, i.discounted from open_item i where ${itemsOfSettlement}
        union all
        select i.id, i.partner_id, i.payer_type, i.discounted + i.balance from refund r
        join open_item i on i.group_id = $1 and i.source_kind = 'repair_refund' and i.source_id = r.id
        union all
        select i.id, i.partner_id, i.payer_type, i.discounted + i.balance from refund r
        join open_item i on i.group_id = $1 and i.org_id = $2 and i.source_kind = 'partner_merge' and i.bill_no = r.bill_no
      )
      select coalesce(p.merged_into_id, p.id) as standing_id, i.payer_type, sum(i.discounted + coalesce(w.amount, 0)) as amount
      from item i join partner p on p.group_id = $1 and p.id = i.partner_id
      left join (
        select l.open_item_id, sum(l.amount) as amount from write_off_line l
        where l.group_id = $1 and l.open_item_id in (select id from item) and l.tender in ('money', 'advance', 'card_principal') group by l.open_item_id
      ) w on w.open_item_id = i.id
      group by 1, 2`,
    values: [tx.groupId, orgId, id, billNo],
  })

/** A slip that has closed something of a settlement without money, and how much. */
export interface Closing {
  billNo: string
  standingId: number
  payerType: string | null
  amount: Decimal
}

/** The slips that have closed items of a settlement without money, and still stand; those of refunds are left out. */
export const closings = (
  tx: CallerTx,
  { orgId, id, billNo }: Pick<Settlement, 'orgId' | 'id' | 'billNo'>,
): Promise<Closing[]> =>
  tx.query<Closing>({
    name: 'closings-of-settlement',
    text: `select m.bill_no, coalesce(p.merged_into_id, p.id) as standing_id, i.payer_type, sum(w.amount) as amount
      from open_item i
      join partner p on p.group_id = i.group_id and p.id = i.partner_id
      join write_off_line w on w.group_id = i.group_id and w.open_item_id = i.id and w.tender not in ('money', 'advance', 'card_principal', 'card_gift')
      join money_slip m on m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id
      where ${itemsOfSettlement} and m.posted_at is not null and not m.is_red and m.state = 'done' and m.maker_kind is distinct from 'repair_refund'
      group by 1, 2, 3 having sum(w.amount) <> 0 order by 1`,
    values: [tx.groupId, orgId, id, billNo],
  })

/** What a refund has just credited its payers with. */
export const creditedItems = (tx: CallerTx, refundId: number) =>
  tx.query<Pick<OwedItem, 'id' | 'partnerId' | 'payerType'>>({
    name: 'items-of-refund',
    text: `select id, partner_id, payer_type from open_item
      where group_id = $1 and source_kind = 'repair_refund' and source_id = $2 and balance <> 0 order by id`,
    values: [tx.groupId, refundId],
  })
