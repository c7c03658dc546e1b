// Where what the customer gets back of a refund in the books has gone by now (business/repair-settlement 6).
import type { RefundWentTo } from '@chepu/contract/repair/refund'
import type { CallerTx } from '../../kernel/db/tx'

/**
 * What of the customer's credit was set off against what he owes, paid out, kept for what he was forgiven, and is still to be paid out; yuan with 2 decimals. What 合并客户 has opened in its place counts with it.
 * What other payers got back, and what went to cards, is none of it.
 */
export const wentTo = (tx: CallerTx, refundId: number): Promise<RefundWentTo | undefined> =>
  tx.one<RefundWentTo>({
    name: 'went-to-of-refund',
    text: `with item as (
        select i.id, i.balance from repair_document d
        join partner c on c.group_id = d.group_id and c.id = d.partner_id
        join open_item i on i.group_id = d.group_id and i.org_id = d.org_id and i.payer_type = 'customer'
          and (i.source_kind = d.kind and i.source_id = d.id or i.source_kind = 'partner_merge' and i.bill_no = d.bill_no)
        join partner p on p.group_id = i.group_id and p.id = i.partner_id and coalesce(p.merged_into_id, p.id) = coalesce(c.merged_into_id, c.id)
        where d.group_id = $1 and d.id = $2
      ), gone as (
        select coalesce(-sum(w.amount) filter (where w.doc_kind = 'write_off' and w.tender = 'opposite'), 0.00) as set_off,
          coalesce(-sum(w.amount) filter (where w.tender in ('money', 'advance')), 0.00) as paid, coalesce(-sum(w.discount), 0.00) as forgiven
        from write_off_line w where w.group_id = $1 and w.open_item_id in (select id from item)
      )
      select set_off, paid, forgiven, coalesce((select -sum(balance) from item), 0.00) as open from gone`,
    values: [tx.groupId, refundId],
  })
