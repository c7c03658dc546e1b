// What the customer of a settlement has paid, and what he has still to pay: of what it opened for him, and of what a verdict of an insurer has made his since
// (business/repair-insurance 3.2). A sister organisation owes as customers do, and is none of this. What he owes is his who stands for him after 合并客户, too (business/customers 2.5).

/** Who stands for the partner of a row today. */
const standing = (row: string) =>
  `(select coalesce(p.merged_into_id, p.id) from partner p where p.group_id = ${row}.group_id and p.id = ${row}.partner_id)`

/** Slips `m` of cases `c` of the order of settlement `d`, with the items `x` that are looked for. */
const ofVerdicts = (on: string) => `select x.id from repair_document c
    join money_slip m on m.group_id = c.group_id and m.maker_kind = c.kind and m.made_by = c.id and m.kind = 'write_off'
    join open_item x on x.group_id = m.group_id and ${on}
    where c.group_id = d.group_id and c.work_order_id = d.work_order_id and c.kind = 'insurance_case'`

/**
 * Items `i` by which the customer of settlement `d` owes; one that 合并客户 has opened in place of another has its number, and has billed nothing. For subselects: the few items are
 * found one by one, whatever else is open.
 */
export const customerItems = `i.group_id = d.group_id and ${standing('i')} = ${standing('d')}
  and i.id = any (array(
    select x.id from open_item x
    where x.group_id = d.group_id and x.source_kind = 'repair_settlement' and x.source_id = d.id and x.payer_type = 'customer'
    union all
    select x.id from open_item x
    where x.group_id = d.group_id and x.org_id = d.org_id and x.source_kind = 'partner_merge' and x.bill_no = d.bill_no
      and x.payer_type = 'customer'
    union all
    ${ofVerdicts(`x.source_kind = 'write_off' and x.source_id = m.id`)}
    union all
    ${ofVerdicts(`x.org_id = d.org_id and x.source_kind = 'partner_merge' and x.bill_no = m.bill_no`)}))`

/** What of these items was paid: all that was billed, less what is open. */
export const collectedOfItems = `case when i.source_kind = 'partner_merge' then 0 else i.original end - i.balance`
