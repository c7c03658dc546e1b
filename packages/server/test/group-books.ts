// What the organisations of a group have by their books, and what the documents that stand say that they must have.
import type { Shop } from './shop'

interface Goods {
  orgId: number
  partId: number
  qty: string
}

/** What each organisation has of each part, in its warehouses and on its way from them. */
export const goodsOf = ({ sql }: Shop): Promise<Goods[]> =>
  sql<Goods>(`select org_id, part_id, sum(qty) as qty from (
      select w.org_id, b.part_id, b.qty from stock_balance b
      join warehouse w on w.group_id = b.group_id and w.id = b.warehouse_id and w.kind <> 'transit' where b.group_id = $1
      union all
      select org_id, part_id, qty from transit_balance where group_id = $1
    ) goods group by org_id, part_id having sum(qty) <> 0 order by org_id, part_id`)

/** The same by the documents that stand: bought, found and taken back, less sold, given back and lost, and what one got of the other. */
export const goodsBetween = ({ sql }: Shop): Promise<Goods[]> =>
  sql<Goods>(`with line as (
      select d.kind, d.outcome, d.org_id, coalesce(d.counter_org_id, d.org_id) as counter_org_id, l.part_id, l.qty, l.is_kit
      from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = $1 and d.state = 'done' and not d.is_red
    )
    select org_id, part_id, sum(qty) as qty from (
      select org_id, part_id, qty from line where kind in ('goods_receipt', 'sales_return', 'other_in')
      union all
      select org_id, part_id, -qty from line where kind in ('purchase_return', 'sales_delivery', 'other_out')
      union all
      select org_id, part_id, case when is_kit = (kind = 'assembly') then qty else -qty end from line where kind in ('assembly', 'disassembly')
      union all
      select org_id, part_id, qty from line where kind = 'transfer_receipt' and outcome = 'arrived'
      union all
      select counter_org_id, part_id, -qty from line where kind = 'transfer_receipt' and outcome in ('arrived', 'lost_dest')
      union all
      select org_id, part_id, -qty from line where kind = 'transfer_receipt' and outcome = 'lost_source'
      union all
      select c.org_id, l.part_id, l.counted_qty - l.book_qty from stock_count c
      join stock_count_line l on l.group_id = c.group_id and l.count_id = c.id
      where c.group_id = $1 and c.state = 'done' and not c.is_red and l.counted_qty is not null
    ) moved group by org_id, part_id having sum(qty) <> 0 order by org_id, part_id`)

interface Worth {
  orgId: number
  amount: string
}

/** What each organisation has in goods and cash and has to get, less what it owes and what it began with. */
export const worthOf = ({ sql }: Shop): Promise<Worth[]> =>
  sql<Worth>(`select org_id, sum(amount) as amount from (
      select w.org_id, c.value as amount from stock_cost c
      join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind <> 'transit' where c.group_id = $1
      union all
      select org_id, value from transit_balance where group_id = $1
      union all
      select org_id, case when account in ('AR', 'ADV_OUT') then balance else -balance end from partner_balance where group_id = $1
      union all
      select org_id, balance - opening_balance from store_account where group_id = $1
    ) owned group by org_id order by org_id`)

/** What each has earned, and the tax in what it has sold, which nobody has paid yet. */
export const earnedBy = ({ sql }: Shop): Promise<Worth[]> =>
  sql<Worth>(`select org_id, sum(amount) as amount from (
      select org_id, case when kind in ('revenue_part', 'other_income', 'stock_gain', 'stock_variance') then amount else -amount end as amount
      from pnl_ledger where group_id = $1
      union all
      select org_id, case kind when 'sales_delivery' then total_tax else -total_tax end from goods_document
      where group_id = $1 and kind in ('sales_delivery', 'sales_return') and state = 'done' and not is_red
    ) earned group by org_id order by org_id`)
