// What bills to manufacturers, their verdicts and settlements say that the books must have: parts of the statement over the documents of the workshop.

/**
 * Lines of bills that count with the last word on each, what settlements have billed manufacturers for and whether something of that waits for them, and labour
 * word by word. Follow the tables `settled` and `refunded`.
 */
export const claimedTables = `billed as (
      select l.id, l.document_id, l.section, d.partner_id, d.manufacturer_id, d.state, l.net_amount, l.source_line_id, s.source_line_id as order_line_id,
        coalesce(s.earned - coalesce((select sum(r.net_amount) from refunded r where r.settled_line_id = s.line_id), 0), 0) as billed
      from repair_document d join repair_line l on l.group_id = d.group_id and l.document_id = d.id
      left join settled s on s.line_id = l.source_line_id
      where d.group_id = $1 and d.kind = 'warranty_bill' and d.state not in ('draft', 'submitted', 'voided', 'reversed') and not d.is_red
    ), word as (
      select k.bill_line_id, k.confirmed_amount, k.rest, q.id, row_number() over (partition by k.bill_line_id order by q.id desc) as place,
        lag(k.confirmed_amount) over (partition by k.bill_line_id order by q.id) as before
      from claim_document q join claim_line k on k.group_id = q.group_id and k.document_id = q.id and k.section = 'verdicts'
      where q.group_id = $1 and q.kind = 'claim_confirmation' and q.state = 'done'
    ), said as (
      select b.*, w.confirmed_amount as confirmed, case when w.rest = 'customer' then greatest(b.net_amount - w.confirmed_amount, 0) else 0 end as borne
      from billed b left join word w on w.bill_line_id = b.id and w.place = 1
    ), asked as (
      select a.*, bool_or(a.left_amount > 0 and coalesce(a.state in ('approved', 'claimed'), true)) over (partition by a.id, a.maker_id) as waits
      from (select s.id, s.payer_partner_id as maker_id, b.state,
          s.earned - coalesce((select sum(r.net_amount) from refunded r where r.settled_line_id = s.line_id), 0) as left_amount
        from settled s left join billed b on b.source_line_id = s.line_id where s.payer = 'warranty') a
    ), kept as (
      select d.partner_id, k.amount from claim_document d join claim_line k on k.group_id = d.group_id and k.document_id = d.id and k.section = 'deductions'
      where d.group_id = $1 and d.kind = 'warranty_settlement' and d.state = 'done'
    ), corrected as (
      select d.employee_id, w.id, b.id as line_id, c.more, d.share, row_number() over (partition by w.id, b.id order by d.id desc) as place
      from word w join billed b on b.id = w.bill_line_id and b.section = 'labour'
      join dispatch d on d.group_id = $1 and d.line_id = b.order_line_id
      cross join lateral (select w.confirmed_amount - coalesce(w.before, (
          select max(e.base + coalesce((select sum(k.base) from commission_entry k where k.group_id = e.group_id and k.clawback_of = e.id and k.doc_kind = 'repair_refund'), 0))
          from commission_entry e where e.group_id = $1 and e.line_id = b.source_line_id and e.doc_kind = 'repair_settlement' and e.role = 'technician'
            and e.reversal_of is null and not exists (select from commission_entry u where u.group_id = e.group_id and u.reversal_of = e.id)), 0) as more) c
    )`

/** Figures of them by account and whose they are. */
export const claimedFigures = `
      select 'AR' as what, manufacturer_id as id, case when state = 'closed' then 0 else coalesce(confirmed, net_amount) end - billed as figure from said
      union all
      select 'AR', partner_id, borne from said
      union all
      select 'AR', partner_id, -amount from kept
      union all
      select 'unconfirmed', manufacturer_id, net_amount - billed from said where state in ('approved', 'claimed')
      union all
      select 'unconfirmed', maker_id, left_amount from asked where waits and coalesce(state not in ('settled', 'closed'), true)
      union all
      select 'profit', 0, case when state = 'closed' then 0 else coalesce(confirmed, net_amount) + borne end - billed from said
      union all
      select 'profit', 0, -amount from kept
      union all
      select 'commission', employee_id, part + case when place = 1 then whole - sum(part) over (partition by id, line_id) else 0 end from (
        select *, round(more * 0.18, 2) as whole, round(more * share * 0.18, 2) as part from corrected
      ) c`
