import type { Stage } from './stage'

export interface Volume {
  /** Receipts of ten lines that the list shows. */
  receipts: number
  /** Deliveries of ten lines beside them, so that the ledger has more rows than the list. */
  deliveries: number
  /** Over so many days up to December 2025; nearly five years otherwise. */
  days?: number
  /** Suppliers and customers who take turns; the shop's own otherwise. */
  partners?: { suppliers: readonly number[]; customers: readonly number[] }
}

const linesPerDocument = 10

/**
 * Years of trade, written as the owner past the services, since posting two million rows would take hours: receipts and
 * deliveries of ten lines with their ledger rows, open items and balances, which add up as if they had been posted. Every
 * line moves two pieces at 10.00; a part's receipts stand before its deliveries.
 */
export async function bulkTrade(stage: Stage, volume: Volume): Promise<void> {
  const { owner, groupId, shop, parts } = stage
  const { receipts, deliveries, days, partners } = volume
  await bulkDocuments(stage, 'goods_receipt', receipts, { days, partners: partners?.suppliers })
  if (deliveries > 0) await bulkDocuments(stage, 'sales_delivery', deliveries, { days, partners: partners?.customers })
  await owner.query(
    `insert into goods_document_line (group_id, document_id, line_no, part_id, part_code, part_name, brand_name, unit_name, warehouse_id, qty,
        price, amount, net_amount, untaxed, taxed, unit_cost, cost_amount)
      select d.group_id, d.id, line_no, p.id, p.code, p.name, '博世', '个', d.warehouse_id, 2, 10, 20, 20, 20, 20, 10, 20
      from goods_document d
      cross join generate_series(1, ${linesPerDocument}) line_no
      join (select id, code, name, row_number() over (order by code) - 1 as place from part where group_id = $1 and id = any ($2)) p
        on p.place = (d.id * ${linesPerDocument} + line_no) % cardinality($2::bigint[])
      where d.group_id = $1 and d.bill_no like 'B%' order by d.biz_date, d.id, line_no`,
    [groupId, parts],
  )
  await owner.query(
    `insert into stock_ledger (group_id, org_id, warehouse_id, location_id, part_id, biz_date, period, posted_at, doc_kind, doc_id, line_id, qty,
        unit_cost, value, pool_qty_after, pool_value_after)
      select group_id, org_id, warehouse_id, $2, part_id, biz_date, period, posted_at, kind, document_id, line_id, qty, 10, qty * 10,
        sum(qty) over pool, sum(qty) over pool * 10
      from (
        select d.group_id, d.org_id, d.warehouse_id, l.part_id, d.biz_date, d.period, d.posted_at, d.kind, l.document_id, l.id as line_id,
          case when d.kind = 'goods_receipt' then l.qty else -l.qty end as qty
        from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
        where d.group_id = $1 and d.bill_no like 'B%'
        union all
        select $1, $3, $4, part_id, date '2020-12-31', 202012, timestamptz '2020-12-31', 'opening', 0, null, 20000
        from unnest($5::bigint[]) part_id
      ) move window pool as (partition by part_id order by biz_date, kind, line_id)
      order by biz_date, document_id, line_id`,
    [groupId, shop.locationId, shop.orgId, shop.warehouseId, parts],
  )
  await owner.query(
    `insert into stock_cost (group_id, org_id, warehouse_id, part_id, qty, value)
      select group_id, org_id, warehouse_id, part_id, sum(qty), sum(value) from stock_ledger where group_id = $1 group by 1, 2, 3, 4`,
    [groupId],
  )
  await owner.query(
    `insert into stock_balance (group_id, org_id, warehouse_id, location_id, part_id, qty, last_in_on, last_out_on)
      select group_id, org_id, warehouse_id, location_id, part_id, sum(qty), max(biz_date) filter (where qty > 0), max(biz_date) filter (where qty < 0)
      from stock_ledger where group_id = $1 group by 1, 2, 3, 4, 5`,
    [groupId],
  )
  await owner.query(
    `insert into open_item (group_id, org_id, partner_id, side, source_kind, source_id, bill_no, biz_date, due_on, original, tab)
      select group_id, org_id, partner_id, case when kind = 'goods_receipt' then 'AP' else 'AR' end, kind, id, bill_no, biz_date, biz_date, total_taxed,
        case when kind = 'goods_receipt' then 'purchase' else 'sale' end
      from goods_document where group_id = $1 and bill_no like 'B%' order by id`,
    [groupId],
  )
  await owner.query(
    `insert into partner_ledger (group_id, org_id, partner_id, account, biz_date, period, doc_kind, doc_id, kind, amount, open_item_id)
      select group_id, org_id, partner_id, side, biz_date, to_char(biz_date, 'YYYYMM')::int, source_kind, source_id, 'bill', original, id
      from open_item where group_id = $1 and bill_no like 'B%' order by id`,
    [groupId],
  )
  await owner.query(
    `insert into partner_balance (group_id, org_id, partner_id, account, balance)
      select group_id, org_id, partner_id, account, sum(amount) from partner_ledger where group_id = $1 group by 1, 2, 3, 4
      on conflict (group_id, org_id, partner_id, account) do update set balance = excluded.balance`,
    [groupId],
  )
  await owner.query('vacuum analyze')
}

/** Posted documents over the days, without their lines and ledger rows. */
export async function bulkDocuments(
  stage: Pick<Stage, 'owner' | 'groupId' | 'shop'>,
  kind: 'goods_receipt' | 'sales_delivery',
  count: number,
  { days = 1800, partners }: { days?: number | undefined; partners?: readonly number[] | undefined } = {},
): Promise<void> {
  const { owner, groupId, shop } = stage
  const isReceipt = kind === 'goods_receipt'
  await owner.query(
    `insert into goods_document (group_id, org_id, kind, bill_no, biz_date, period, state, version, partner_id, warehouse_id,
      line_count, total_qty, total_amount, total_untaxed, total_tax, total_taxed, cost_amount, creator_id, approver_id, approved_at, poster_id, posted_at)
    select $1, $2, $4, $5 || lpad(n::text, 8, '0'), day, to_char(day, 'YYYYMM')::int, 'done', 2, ($6::bigint[])[1 + n % cardinality($6::bigint[])], $3, 10, 20, 200, 200, 0, 200, 200,
      u.id, u.id, day, u.id, day
    from generate_series(1, $7::int) n
    cross join lateral (select date '2021-01-01' + 1800 - $8::int + ((n - 1)::bigint * $8::int / $7::int)::int as day) d
    cross join (select min(id) as id from app_user where group_id = $1) u`,
    [
      groupId,
      shop.orgId,
      shop.warehouseId,
      kind,
      isReceipt ? 'BR' : 'BD',
      partners ?? [isReceipt ? shop.supplierId : shop.customerId],
      count,
      days,
    ],
  )
}
