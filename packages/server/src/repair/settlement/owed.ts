// What the customer of a settlement has paid, and what he has still to pay: of what it opened for him, and of what a verdict of an insurer has made his since
// (business/repair-insurance 3.2). A sister organisation owes as customers do, and is none of this. What he owes is his who stands for him after 合并客户, too (business/customers 2.5).

/** Whoever the customer of settlement `d` was merged into, with all that were merged into that one. */
const himself = `select q.id from partner p
  join partner q on q.group_id = p.group_id and coalesce(p.merged_into_id, p.id) in (q.id, q.merged_into_id)
  where p.group_id = d.group_id and p.id = d.partner_id`

/** Slips by which a verdict has moved something of settlement `d` to its customer. */
const ofVerdicts = (
  column: string,
) => `select m.${column} from money_slip m join repair_document c on c.group_id = m.group_id and c.id = m.made_by
      where m.group_id = d.group_id and m.maker_kind = 'insurance_case' and m.kind = 'write_off' and c.work_order_id = d.work_order_id`

/** Items `i` by which the customer of settlement `d` owes; one that 合并客户 has opened in place of another has its number, and has billed nothing. */
export const customerItems = `i.group_id = d.group_id and i.org_id = d.org_id and i.side = 'AR' and i.partner_id in (${himself})
  and (i.source_kind = 'repair_settlement' and i.source_id = d.id and i.payer_type = 'customer'
    or i.source_kind = 'write_off' and i.source_id in (${ofVerdicts('id')})
    or i.source_kind = 'partner_merge' and (i.bill_no = d.bill_no and i.payer_type = 'customer' or i.bill_no in (${ofVerdicts('bill_no')})))`

/** What of these items was paid: all that was billed, less what is open. */
export const collectedOfItems = `case when i.source_kind = 'partner_merge' then 0 else i.original end - i.balance`
