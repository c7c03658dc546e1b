// What a doubled part has besides stock, handed to the one that stays: numbers, links, prices. What that one has itself, it keeps.
import { priceNames } from '@chepu/contract/basics/product'
import { snake } from '../../kernel/db/names'
import type { CallerTx } from '../../kernel/db/tx'
import { notePrices } from '../product/price-history'
import type { PartPair } from './merge-stock'

/** A statement over both parts: $1 is the group, $2 the part that stays, $3 the doubled one. It answers the rows that moved. */
interface Handing {
  what: string
  text: string
}

const ownAlready = (table: string, same: string) =>
  `not exists (select from ${table} own where own.group_id = $1 and own.part_id = $2 and ${same})`

const sameFitment = `(own.model_text, own.position, own.year_from, own.year_to) is not distinct from (f.model_text, f.position, f.year_from, f.year_to)`

/** In this order; each leaves behind what the part that stays has already. */
const handings: readonly Handing[] = [
  {
    what: 'OE号',
    text: `update part_oe o set part_id = $2, is_primary = false where o.group_id = $1 and o.part_id = $3
      and ${ownAlready('part_oe', 'own.oe_norm = o.oe_norm')} returning o.id`,
  },
  { what: '条码', text: 'update part_barcode set part_id = $2 where group_id = $1 and part_id = $3 returning id' },
  {
    what: '适用车型',
    text: `update part_fitment f set part_id = $2 where f.group_id = $1 and f.part_id = $3
      and ${ownAlready('part_fitment', sameFitment)} returning f.id`,
  },
  {
    what: '辅助单位',
    text: `update part_aux_unit a set part_id = $2 where a.group_id = $1 and a.part_id = $3
      and ${ownAlready('part_aux_unit', 'own.unit_id = a.unit_id and own.used_for = a.used_for')} returning a.id`,
  },
  {
    what: '图片',
    text: `update part_image i set part_id = $2 where i.group_id = $1 and i.part_id = $3 and ${ownAlready('part_image', 'true')} returning i.id`,
  },
  {
    what: '替换件',
    text: `update part_substitute s set part_id = $2 where s.group_id = $1 and s.part_id = $3 and s.substitute_id <> $2
      and not exists (select from part_substitute own where own.group_id = $1
        and (own.part_id, own.substitute_id) in (($2, s.substitute_id), (s.substitute_id, $2))) returning s.id`,
  },
  {
    what: '替换件',
    text: `update part_substitute s set substitute_id = $2 where s.group_id = $1 and s.substitute_id = $3 and s.part_id <> $2
      and not exists (select from part_substitute own where own.group_id = $1
        and (own.part_id, own.substitute_id) in (($2, s.part_id), (s.part_id, $2))) returning s.id`,
  },
  {
    what: '组成件',
    text: `update part_bom b set parent_id = $2 where b.group_id = $1 and b.parent_id = $3
      and not exists (select from part_bom own where own.group_id = $1 and own.parent_id = $2) returning b.id`,
  },
  {
    what: '作为组成件',
    text: 'update part_bom set component_id = $2 where group_id = $1 and component_id = $3 returning id',
  },
  {
    what: '服务项目的材料',
    text: `update service_item_part m set part_id = $2 where m.group_id = $1 and m.part_id = $3
      and ${ownAlready('service_item_part', 'own.service_item_id = m.service_item_id')} returning m.id`,
  },
  {
    what: '项目套餐的配件',
    text: `update service_package_line l set part_id = $2 where l.group_id = $1 and l.part_id = $3
      and ${ownAlready('service_package_line', 'own.package_id = l.package_id')} returning l.id`,
  },
  {
    what: '套餐的材料',
    text: `update card_package_line l set part_id = $2 where l.group_id = $1 and l.part_id = $3
      and ${ownAlready('card_package_line', 'own.package_id = l.package_id and own.car_type_id is not distinct from l.car_type_id')} returning l.id`,
  },
  {
    what: '会员卡内的材料',
    text: 'update card_item set part_id = $2 where group_id = $1 and part_id = $3 returning id',
  },
  {
    what: '三包政策',
    text: 'update manufacturer_policy set part_id = $2, version = version + 1 where group_id = $1 and part_id = $3 returning id',
  },
  {
    what: '客户协议价',
    text: `update partner_price p set part_id = $2 where p.group_id = $1 and p.part_id = $3
      and ${ownAlready('partner_price', 'own.org_id = p.org_id and own.partner_id = p.partner_id')} returning p.id`,
  },
  // Limits go over as a pair, as the place does; a floor above the retail price stays behind. Last purchases are those of the part's own receipts.
  {
    what: '商品资料',
    text: `update product t set purchase_price = coalesce(t.purchase_price, s.purchase_price),
        wholesale_price1 = coalesce(t.wholesale_price1, s.wholesale_price1),
        wholesale_price2 = coalesce(t.wholesale_price2, s.wholesale_price2),
        wholesale_price3 = coalesce(t.wholesale_price3, s.wholesale_price3),
        retail_price = coalesce(t.retail_price, case when s.retail_price >= t.min_sale_price then s.retail_price end),
        transfer_price = coalesce(t.transfer_price, s.transfer_price),
        min_sale_price = case when t.min_sale_price = 0 and s.min_sale_price <= coalesce(t.retail_price, s.retail_price, s.min_sale_price)
          then s.min_sale_price else t.min_sale_price end,
        min_stock = case when t.min_stock is null and t.max_stock is null then s.min_stock else t.min_stock end,
        max_stock = case when t.min_stock is null and t.max_stock is null then s.max_stock else t.max_stock end,
        default_warehouse_id = coalesce(t.default_warehouse_id, s.default_warehouse_id),
        default_location_id = case when t.default_warehouse_id is null then s.default_location_id else t.default_location_id end,
        default_supplier_id = coalesce(t.default_supplier_id, s.default_supplier_id), lead_days = coalesce(t.lead_days, s.lead_days),
        version = t.version + 1
      from product s
      where t.group_id = $1 and t.part_id = $2 and s.group_id = t.group_id and s.org_id = t.org_id and s.part_id = $3 returning t.id`,
  },
  {
    what: '商品资料',
    text: `with doubled as materialized (select * from product where group_id = $1 and part_id = $3)
      insert into product (group_id, org_id, part_id, purchase_price, wholesale_price1, wholesale_price2, wholesale_price3, retail_price,
        transfer_price, min_sale_price, min_stock, max_stock, default_warehouse_id, default_location_id, default_supplier_id, lead_days,
        on_shelf, pricing_note)
      select group_id, org_id, $2, purchase_price, wholesale_price1, wholesale_price2, wholesale_price3, retail_price, transfer_price,
        min_sale_price, min_stock, max_stock, default_warehouse_id, default_location_id, default_supplier_id, lead_days, on_shelf, pricing_note
      from doubled on conflict (group_id, org_id, part_id) do nothing returning id`,
  },
  {
    what: '仓库上下限',
    text: `update product_limit l set part_id = $2 where l.group_id = $1 and l.part_id = $3
      and ${ownAlready('product_limit', 'own.org_id = l.org_id and own.warehouse_id = l.warehouse_id')} returning l.warehouse_id`,
  },
  // Labels with the old code still scan.
  {
    what: '旧编码',
    text: `with doubled as materialized (select group_id, code from part where group_id = $1 and id = $3)
      insert into part_barcode (group_id, part_id, barcode) select group_id, $2, code from doubled
      on conflict (group_id, barcode) do nothing returning id`,
  },
  {
    what: '以前并入的配件',
    text: 'update part set merged_into_id = $2 where group_id = $1 and merged_into_id = $3 returning id',
  },
]

/** Hands everything over; answers how many rows of each went. */
export async function mergeRows(tx: CallerTx, { target, source }: PartPair): Promise<Record<string, number>> {
  const moved = new Map<string, number>()
  const before = await pricesOf(tx, target.id)
  for (const { what, text } of handings) {
    const rows = await tx.query({ text, values: [tx.groupId, target.id, source.id] })
    if (rows.length > 0) moved.set(what, (moved.get(what) ?? 0) + rows.length)
  }
  for (const [orgId, after] of await pricesOf(tx, target.id)) {
    const change = { partId: target.id, before: before.get(orgId) ?? { minSalePrice: '0' }, after }
    await notePrices(tx, { orgId, userId: tx.caller.userId, source: 'product' }, [change])
  }
  await refreshListed(tx, [target.id, source.id])
  return Object.fromEntries(moved)
}

/** The prices of a part in each organisation that trades it. */
async function pricesOf(tx: CallerTx, partId: number): Promise<Map<number, object>> {
  const rows = await tx.query<{ orgId: number }>({
    text: `select org_id, ${priceNames.map(snake).join(', ')} from product where group_id = $1 and part_id = $2 order by org_id`,
    values: [tx.groupId, partId],
  })
  return new Map(rows.map(({ orgId, ...prices }) => [orgId, prices]))
}

/** What lists show of a part without a join. */
const refreshListed = (tx: CallerTx, ids: readonly number[]) =>
  tx.query({
    text: `update part p set version = version + 1, updated_at = now(),
        fitment = coalesce((select string_agg(model_text, '；' order by n) from (
          select model_text, min(id) as n from part_fitment where group_id = $1 and part_id = p.id group by model_text
        ) car), ''),
        oe_no = coalesce((select oe_no from part_oe where group_id = $1 and part_id = p.id order by is_primary desc, id limit 1), '')
      where p.group_id = $1 and p.id = any ($2::bigint[])`,
    values: [tx.groupId, ids],
  })
