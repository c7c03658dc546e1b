import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { directTrade } from '@chepu/contract/sales/direct-trade'
import { isZero } from '@chepu/contract/kernel/decimal'
import { type RawBuilder, sql } from 'kysely'
import type { CallerTx } from '../../kernel/db/tx'
import type { Bill } from './bills'
import { claimsOf, claimTaxed } from './claim-shares'
import type { BillLine } from './sheets'

type Row = BillLine & { place: number }

/**
 * What each bill is for, line by line, in their order: goods as they were charged, of repairs what its payer owes of each line, of settled claims what
 * the manufacturer pays of each, and one line of what has none. Three statements, whatever the number of bills.
 */
export async function linesOfBills(tx: CallerTx, side: 'AR' | 'AP', bills: readonly Bill[]): Promise<BillLine[][]> {
  if (bills.length === 0) return []
  const named = sql`(select n.kind, n.id, n.payer, n.place from unnest(${bills.map((bill) => bill.sourceKind)}::text[],
    ${bills.map((bill) => bill.sourceId)}::bigint[], ${bills.map((bill) => bill.payerType)}::text[]) with ordinality as n (kind, id, payer, place))`
  const [goods, repairs, claims] = await Promise.all([
    tx.select(goodsLines(tx, side, named)),
    tx.select(repairLines(tx, named)),
    tx.select(claimLines(tx, named)),
  ])
  return bills.map((bill, i) => {
    const found = [...goods, ...repairs, ...claims]
      .filter(({ place }) => place === i + 1)
      .map(({ place: _, ...line }) => line)
    const lines = found.filter(({ taxed }) => !isZero(taxed))
    return lines.length > 0 ? lines : [plainLine(bill)]
  })
}

/** The line of a bill that has none: what is sold on a card is not taxed before it is used. */
const plainLine = ({ sourceKind, taxed }: Bill): BillLine => ({
  name: sourceKind === cardVoucher.kind ? '预付卡销售和充值' : '其他',
  taxClass: sourceKind === cardVoucher.kind ? '6010000000000000000' : '',
  spec: '',
  unitName: '',
  qty: null,
  taxRate: sourceKind === cardVoucher.kind ? '0' : '0.13',
  taxed,
})

/** Goods as they were charged, after their share of the order's discount; what goes back is negative as its bill. */
const goodsLines = (tx: CallerTx, side: 'AR' | 'AP', named: RawBuilder<unknown>) => {
  const isBought = sql`(${side}::text = 'AP' and d.kind = ${directTrade.kind})`
  const bought = sql`round(l.qty * l.purchase_price * case when d.purchase_tax_included then 1 else 1 + l.purchase_tax_rate end, 2)`
  return sql<Row>`select n.place, l.part_name as name, p.tax_class_code as tax_class, l.spec, l.unit_name, l.qty,
      case when ${isBought} then l.purchase_tax_rate else l.tax_rate end as tax_rate,
      case when ${isBought} then ${bought} else ${goodsTaxed} end as taxed
    from ${named} n ${goodsOf(tx)}
    join part p on p.group_id = l.group_id and p.id = l.part_id
    order by n.place, l.line_no`
}

const goodsTaxed = sql`l.taxed - l.discount_share`
const goodsOf = (tx: CallerTx) => sql`
  join goods_document d on d.group_id = ${tx.groupId} and d.kind = n.kind and d.id = n.id
  join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id`

/** What the payer of a bill owes of each line of a settlement or refund (business/repair-settlement). */
const repairLines = (tx: CallerTx, named: RawBuilder<unknown>) => sql<Row>`
  select n.place, l.name, coalesce(p.tax_class_code, '') as tax_class, coalesce(p.spec, '') as spec, coalesce(u.name, '') as unit_name,
    case when ${isDeductible} then null else l.qty end as qty, l.tax_rate, ${repairTaxed} as taxed
  from ${named} n ${repairsOf(tx)}
  left join part p on p.group_id = l.group_id and p.id = l.part_id
  left join unit u on u.group_id = p.group_id and u.id = p.unit_id
  order by n.place, l.section, l.line_no`

/** What an insurer leaves to the customer of a line. */
const isDeductible = sql`(l.payer = 'insurance' and coalesce(n.payer, 'customer') = 'customer')`
const repairTaxed = sql`case when ${isDeductible} then l.deductible_share else case l.payer
    when 'customer' then case when l.package_value is null then l.taxed_amount - l.coupon_share - l.discount_share else 0 end
    when 'insurance' then l.taxed_amount - l.salvage_share - l.deductible_share
    when 'warranty' then coalesce(l.assessed_amount, l.net_amount)
    else l.taxed_amount
  end end`
const repairsOf = (tx: CallerTx) => sql`
  join repair_document d on d.group_id = ${tx.groupId} and d.kind = n.kind and d.id = n.id
  join repair_line l on l.group_id = d.group_id and l.document_id = d.id and (l.payer = coalesce(n.payer, 'customer') or ${isDeductible})`

/** What a manufacturer pays of each line of the bills that he settles: his share of what he has agreed to. */
const claimLines = (tx: CallerTx, named: RawBuilder<unknown>) => sql<Row>`
  select n.place, coalesce(nullif(l.name, ''), p.name) as name, coalesce(p.tax_class_code, '') as tax_class, coalesce(p.spec, '') as spec,
    coalesce(u.name, '') as unit_name, case when l.confirmed_amount = l.net_amount and s.deducted_amount = 0 then l.qty end as qty, l.tax_rate,
    ${claimTaxed} as taxed
  from ${named} n ${claimsOf(tx)}
  left join part p on p.group_id = l.group_id and p.id = l.part_id
  left join unit u on u.group_id = p.group_id and u.id = p.unit_id
  order by n.place, c.line_no, l.section, l.line_no`

/** At which rates the bills that `named` tells (kind, id, payer, place) are charged: what the lines of each come to with tax, a row a rate. */
export const ratesOfBills = (tx: CallerTx, named: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select place, tax_rate, sum(taxed) as taxed from (
    select n.place, l.tax_rate, ${goodsTaxed} as taxed from ${named} n ${goodsOf(tx)}
    union all
    select n.place, l.tax_rate, ${repairTaxed} from ${named} n ${repairsOf(tx)}
    union all
    select n.place, l.tax_rate, ${claimTaxed} from ${named} n ${claimsOf(tx)}) lines
  group by place, tax_rate)`
