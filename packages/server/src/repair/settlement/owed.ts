// What the customer of a settlement has paid, and what he has still to pay: of what it opened for him, and of what a verdict of an insurer has made his since
// (business/repair-insurance 3.2). A sister organisation owes as customers do, and is none of this.

/** Items `i` that the customer of settlement `d` owes. */
export const customerItems = `i.group_id = d.group_id and i.partner_id = d.partner_id
  and (i.source_kind = 'repair_settlement' and i.source_id = d.id and i.payer_type = 'customer'
    or i.source_kind = 'write_off' and i.source_id in (
      select m.id from money_slip m join repair_document c on c.group_id = m.group_id and c.id = m.made_by
      where m.group_id = d.group_id and m.maker_kind = 'insurance_case' and m.kind = 'write_off' and c.work_order_id = d.work_order_id))`
