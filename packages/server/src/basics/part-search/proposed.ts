// Prices of parts: what the masters, contracts and earlier documents say, and which of them is proposed.
import type { Grade } from '@chepu/contract/basics/part'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import { levyRateOn } from '../../kernel/query/levy-rate'
import { priceInTaxModeSql } from '../../kernel/query/tax-mode'
import { resolvePrice } from './price'

export interface PartContext {
  mode: 'sale' | 'purchase'
  partnerId?: number | undefined
  warehouseId?: number | undefined
  /** Whether prices are asked for with tax; else as the organisation keeps them. */
  taxIncluded?: boolean | undefined
}

/** Price that the picker proposes for each part, its source, discount and tax rate, for who may know it or not (ADR 0089). */
export async function proposedPrices(tx: CallerTx, context: PartContext, ids: readonly number[]) {
  const parts = await readParts(tx, context, ids)
  const terms = await termsOf(tx, context)
  const last = await lastPrices(tx, context, ids)
  return new Map(
    parts.map((part) => {
      const { price, source, discountRate } = priceFor(part, last, terms, context)
      const priceSource = price === null ? undefined : source
      return [part.partId, { price, priceSource, discountRate, taxRate: terms.saleTaxRate ?? part.taxRate }]
    }),
  )
}

/** What `resolvePrice` proposes for a part, with the last prices and terms of this context's partner. */
export const priceFor = (part: PartRow, last: Map<number, LastPrice>, terms: PriceTerms, context: PartContext) =>
  resolvePrice(
    { ...part, lastPrice: last.get(part.partId)?.price ?? null },
    { ...terms, modes: { ...terms.modes, taxRate: terms.saleTaxRate ?? part.taxRate } },
    context.mode,
  )

export interface PartRow {
  partId: number
  partCode: string
  partName: string
  grade: Grade
  oeNo: string | null
  brandName: string | null
  spec: string | null
  fitment: string | null
  unitName: string
  unitDecimals: number
  batchManaged: boolean
  taxRate: Decimal
  locationId: number | null
  locationCode: string | null
  retailPrice: Decimal | null
  wholesalePrice1: Decimal | null
  wholesalePrice2: Decimal | null
  wholesalePrice3: Decimal | null
  minSalePrice: Decimal | null
  purchasePrice: Decimal | null
  lastPurchasePrice: Decimal | null
  contractPrice: Decimal | null
}

/** Masters of the parts with their prices; unknown ids are left out. The usual location is the product's own in the asked warehouse, else the one that holds most there. */
export function readParts(tx: CallerTx, context: PartContext, ids: readonly number[]): Promise<PartRow[]> {
  const { orgId } = tx.caller
  const warehouseId = context.warehouseId ?? null
  return tx.query<PartRow>({
    name: 'lookup-parts',
    text: `select p.id as part_id, p.code as part_code, p.name as part_name, p.grade, p.oe_no, b.name as brand_name, p.spec, p.fitment,
        u.name as unit_name, u.decimals as unit_decimals, p.batch_managed, t.rate as tax_rate,
        pr.retail_price, pr.wholesale_price1, pr.wholesale_price2, pr.wholesale_price3, pr.min_sale_price,
        pr.purchase_price, pr.last_purchase_price, agreed.price as contract_price,
        coalesce(own.id, most.location_id) as location_id, coalesce(own.code, most.code) as location_code
      from part p
      join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      join tax_rate t on t.group_id = p.group_id and t.id = p.tax_rate_id
      left join product pr on pr.group_id = p.group_id and pr.org_id = $2 and pr.part_id = p.id
      left join location own on own.group_id = p.group_id and own.id = pr.default_location_id and own.is_active
        and own.warehouse_id = $4
      left join lateral (
        select a.price from partner_price a where a.group_id = p.group_id and a.org_id = $2 and a.partner_id = $5
          and a.part_id = p.id and a.valid_from <= $6 and (a.valid_to is null or a.valid_to >= $6)
        order by a.valid_from desc limit 1
      ) agreed on true
      left join lateral (
        select s.location_id, l.code from stock_balance s join location l on l.group_id = s.group_id and l.id = s.location_id
        where s.group_id = p.group_id and s.org_id = $2 and s.warehouse_id = $4 and s.part_id = p.id and s.qty > 0
        order by s.qty desc, l.code limit 1
      ) most on true
      where p.group_id = $1 and p.id = any ($3::bigint[])`,
    values: [tx.groupId, orgId, ids, warehouseId, context.partnerId ?? null, shanghaiDay()],
  })
}

interface PriceTerms {
  priceLevel: string
  discountRate: Decimal
  /** Levy rate of a small-scale taxpayer's sales; null where the part's own rate holds (business/basics 7.3). */
  saleTaxRate: Decimal | null
  modes: { kept: boolean; asked: boolean }
}

/** What the partner of the context is sold at; retail without discount where there is none. */
export async function termsOf(tx: CallerTx, context: PartContext): Promise<PriceTerms> {
  const partner = await tx.one<{ priceLevel: string; discountRate: Decimal }>({
    name: 'price-terms',
    text: 'select price_level, discount_rate from partner where group_id = $1 and id = $2',
    values: [tx.groupId, context.partnerId ?? null],
  })
  return {
    priceLevel: partner?.priceLevel ?? 'retail',
    discountRate: context.mode === 'sale' ? (partner?.discountRate ?? '1') : '1',
    saleTaxRate: context.mode === 'sale' ? await saleTaxRate(tx) : null,
    modes: modesOf(tx, context),
  }
}

function modesOf(tx: CallerTx, context: PartContext): { kept: boolean; asked: boolean } {
  const kept = tx.caller.org.config.priceTaxIncluded
  return { kept, asked: context.taxIncluded ?? kept }
}

/** Levy rate of a small-scale taxpayer's sales; null where the part's own rate holds (business/basics 7). */
export const saleTaxRate = async (tx: CallerTx): Promise<Decimal | null> =>
  tx.caller.org.taxpayerKind === 'small' ? levyRate(tx) : null

async function levyRate(tx: CallerTx): Promise<Decimal | null> {
  const row = await tx.one<{ rate: Decimal | null }>({
    name: 'levy-rate',
    text: `select ${levyRateOn('$1', '$2')} as rate`,
    values: [tx.groupId, shanghaiDay()],
  })
  return row?.rate ?? null
}

/** Older prices than those of the last 500 documents with a partner say nothing about today's. */
const rememberedDocuments = 500
const postedKind = { sale: 'sales_delivery', purchase: 'goods_receipt' } as const

const priceInAskedMode = priceInTaxModeSql('l.price', 'l.tax_rate', 'r.tax_included', '$6::boolean')

interface LastPrice {
  price: Decimal
  bizDate: string
}

/** Price of the last posted line of each part with this partner that was no gift, in the asked tax mode at its own tax rate. */
export async function lastPrices(
  tx: CallerTx,
  context: PartContext,
  ids: readonly number[],
): Promise<Map<number, LastPrice>> {
  if (context.partnerId === undefined) return new Map()
  const rows = await tx.query<LastPrice & { partId: number }>({
    name: 'last-prices',
    text: `with recent as (
        select group_id, id, biz_date, tax_included from goods_document
        where group_id = $1 and org_id = $2 and partner_id = $3 and kind = $4 and state = 'done' and not is_red
        order by biz_date desc, id desc limit ${rememberedDocuments}
      )
      select distinct on (l.part_id) l.part_id, ${priceInAskedMode} as price, r.biz_date
      from recent r join goods_document_line l on l.group_id = r.group_id and l.document_id = r.id
      where l.group_id = $1 and l.part_id = any ($5::bigint[]) and l.price > 0
      order by l.part_id, r.biz_date desc, r.id desc`,
    values: [tx.groupId, tx.caller.orgId, context.partnerId, postedKind[context.mode], ids, modesOf(tx, context).asked],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}
