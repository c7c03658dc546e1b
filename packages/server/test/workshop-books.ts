// What the workshop has by its ledgers, and what the documents that stand say that it must have. All lines of its walk are without tax.
import type { Shop } from './shop'
import { claimedFigures, claimedTables } from './workshop-claimed-books'

interface Figure {
  what: string
  id: number
  figure: string
}

/** What lies in the warehouse and is in work, what everybody owes and has ahead, what the till holds, and what was earned, by the ledgers. */
export const ledgered = ({ sql }: Pick<Shop, 'sql'>): Promise<Figure[]> =>
  sql<Figure>(`select what, id, sum(figure)::numeric(16, 2)::text as figure from (
      select 'stock' as what, part_id as id, qty as figure from stock_ledger where group_id = $1
      union all
      select 'work', line_id, qty from wip_ledger where group_id = $1
      union all
      select account, partner_id, balance from partner_balance where group_id = $1
      union all
      select 'unconfirmed', partner_id, balance from open_item where group_id = $1 and is_unconfirmed
      union all
      select 'till', store_account_id, amount from account_ledger where group_id = $1
      union all
      select 'card', card_id, principal + gift from card_ledger where group_id = $1
      union all
      select 'package', 0, value from card_item_ledger where group_id = $1
      union all
      select 'commission', employee_id, amount from commission_entry where group_id = $1
      union all
      select 'cost', 0, amount from pnl_ledger where group_id = $1 and kind = 'cogs_part'
      union all
      select 'profit', 0, case when kind like 'revenue%' or kind in ('warranty_revenue', 'warranty_diff', 'other_income', 'stock_gain', 'stock_variance')
        then amount else -amount end from pnl_ledger where group_id = $1
    ) f group by what, id having sum(figure) <> 0 order by what, id`)

/** Documents that stand, line by line. */
const standing = `with goods as (
      select d.kind, d.partner_id, d.total_taxed, l.part_id, l.work_order_line_id as line_id, l.qty, l.cost_amount, l.line_no
      from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = $1 and d.state = 'done'
    ), settled as (
      select s.id, s.partner_id, s.customer_due, l.payer, l.payer_partner_id, l.section, l.supplier_id, l.purchase_amount, l.taxed_amount,
        l.discount_share, l.deductible_share, l.salvage_share, l.cost_amount, l.source_line_id, l.assessed_amount, l.net_amount, l.id as line_id, l.qty,
        l.package_value, l.gift_share,
        case when l.package_value is not null then l.package_value when l.payer = 'warranty' then coalesce(l.assessed_amount, l.net_amount)
          else l.taxed_amount - l.coupon_share - l.discount_share - l.salvage_share - l.gift_share end as earned
      from repair_document s join repair_line l on l.group_id = s.group_id and l.document_id = s.id
      where s.group_id = $1 and s.kind = 'repair_settlement' and s.state = 'done'
    ), refunded as (
      select r.partner_id, s.payer, s.payer_partner_id, l.section, l.part_id, l.qty, l.is_restocked, l.taxed_amount, l.discount_share, l.deductible_share,
        l.salvage_share, l.cost_amount, l.net_amount, l.source_line_id as settled_line_id, l.package_value, l.coupon_share, l.gift_share
      from repair_document r join repair_line l on l.group_id = r.group_id and l.document_id = r.id
      join repair_line s on s.group_id = l.group_id and s.id = l.source_line_id
      where r.group_id = $1 and r.kind = 'repair_refund' and r.state = 'done' and not r.is_red
    ), slip as (
      select id, kind, purpose, partner_id, payer_id, total, advance, card_id, principal_change, gift_change from money_slip where group_id = $1 and state = 'done' and not is_red
    ), pay as (
      select d.employee_id, round(s.earned * 0.18, 2) as whole, d.share, round(s.earned * d.share * 0.18, 2) as part,
        row_number() over (partition by d.line_id order by d.id desc) as place, d.line_id,
        coalesce((select case s.payer when 'internal' then sum(r.qty) / s.qty
          else case when s.package_value is null and s.earned + s.gift_share <> 0 then sum(r.net_amount) / (s.earned + s.gift_share)
            else sum(r.qty) / s.qty end end
          from refunded r where r.settled_line_id = s.line_id), 0) as back
      from settled s join dispatch d on d.group_id = $1 and d.line_id = s.source_line_id
      where s.section = 'labour' and s.payer not in ('gift', 'rework')
        and (s.payer <> 'warranty' or not (select (config ->> 'warrantyCommissionOnConfirm')::boolean from org where group_id = $1))
    ), ${claimedTables}`

/** The same by documents alone. */
export const documented = ({ sql }: Pick<Shop, 'sql'>): Promise<Figure[]> =>
  sql<Figure>(`${standing}
    select what, id, sum(figure)::numeric(16, 2)::text as figure from (${claimedFigures}
      union all
      select 'stock' as what, part_id as id, case when kind in ('goods_receipt', 'other_in', 'picking_return') then qty else -qty end as figure from goods
      union all
      select 'work', g.line_id, case g.kind when 'picking' then g.qty else -g.qty end from goods g
        join repair_line l on l.group_id = $1 and l.id = g.line_id join repair_document o on o.group_id = $1 and o.id = l.document_id
        where g.kind in ('picking', 'picking_return') and o.state not in ('settled', 'delivered', 'refunded')
      union all
      select 'AR', partner_id, total_taxed from goods where kind = 'sales_delivery' and line_no = 1
      union all
      select 'AP', partner_id, total_taxed from goods where kind = 'goods_receipt' and line_no = 1
      union all
      select 'AR', s.partner_id, s.customer_due from repair_document s where s.group_id = $1 and s.kind = 'repair_settlement' and s.state = 'done'
      union all
      select 'AR', payer_partner_id, net_amount - deductible_share - salvage_share from settled where payer = 'insurance'
      union all
      select 'AR', payer_partner_id, earned from settled where payer = 'warranty'
      union all
      select 'stock', part_id, qty from refunded where is_restocked
      union all
      select 'AR', partner_id, case payer when 'customer' then -net_amount else -deductible_share end from refunded
      union all
      select 'AR', payer_partner_id, deductible_share - net_amount from refunded where payer in ('insurance', 'warranty')
      union all
      select 'cost', 0, -cost_amount from refunded
      union all
      select 'profit', 0, cost_amount - case payer when 'gift' then 0 when 'internal' then 0 when 'warranty' then net_amount
        else coalesce(package_value, taxed_amount - coupon_share - discount_share - salvage_share - gift_share) end from refunded
      union all
      select 'AP', supplier_id, purchase_amount from settled where section = 'outsourced'
      union all
      select 'AR', partner_id, advance - total from slip where kind = 'collection'
      union all
      select 'AR', partner_id, -total from slip where kind = 'write_off' and purpose <> 'red_blue'
      union all
      select 'ADV_IN', partner_id, advance from slip where kind = 'collection'
      union all
      select 'ADV_IN', partner_id, -total from slip where kind = 'write_off' and purpose = 'advance_ar'
      union all
      select 'AR', payer_id, total from slip where kind = 'write_off' and purpose = 'transfer'
      union all
      select 'card', card_id, principal_change + gift_change from slip where kind = 'card_voucher' or purpose = 'card'
      union all
      select 'package', 0, i.value_sold from slip s join card_item i on i.group_id = $1 and i.slip_id = s.id
      union all
      select 'package', 0, -package_value from settled
      union all
      select 'package', 0, package_value from refunded
      union all
      select 'AR', partner_id, total from slip where kind = 'balance_adjustment'
      union all
      select 'profit', 0, total from slip where kind = 'balance_adjustment'
      union all
      select 'till', t.store_account_id, t.amount from slip s join money_slip_tender t on t.group_id = $1 and t.slip_id = s.id
      union all
      select 'commission', employee_id, amount - round(amount * back, 2) from (
        select employee_id, back, part + case when place = 1
          then whole - (select sum(p.part) from pay p where p.line_id = pay.line_id) else 0 end as amount from pay
      ) earned
      union all
      select 'cost', 0, cost_amount from settled where section = 'materials'
      union all
      select 'cost', 0, cost_amount from goods where kind = 'sales_delivery'
      union all
      select 'profit', 0, total_taxed from goods where kind = 'sales_delivery' and line_no = 1
      union all
      select 'profit', 0, -cost_amount from goods where kind = 'sales_delivery'
      union all
      select 'profit', 0, cost_amount from goods where kind = 'other_in'
      union all
      select 'profit', 0, case payer when 'gift' then 0 when 'internal' then 0 else earned end - cost_amount from settled
    ) f group by what, id having sum(figure) <> 0 order by what, id`)
