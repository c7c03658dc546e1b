import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import type { TradeFilters } from '@chepu/contract/kernel/trade-query'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { purchasesBySupplier as query } from '@chepu/contract/purchasing/purchase-query'
import type { returnsBySupplier as queryOfReturns } from '@chepu/contract/purchasing/purchase-return-query'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { returnedDocuments } from '../../kernel/goods/traded'
import { ratio } from '../../kernel/goods/traded-parts'
import { isCounted } from '../../kernel/query/counted'
import type { QuerySource } from '../../kernel/query/query'

const sumOf = (figure: RawBuilder<unknown>, of: RawBuilder<SqlBool>, nothing = sql`0.00`) =>
  sql`coalesce(sum(${figure}) filter (where ${of}), ${nothing})`

/** A reversed document and its red one are none together. */
const countOf = (of: RawBuilder<SqlBool>) =>
  sql`coalesce(sum(case when d.is_red then -1 else 1 end) filter (where ${of}), 0)::int`

/** Figures of the documents of a kind under names of their own. */
const figuresOf = (def: GoodsDef, prefix: string) => {
  const counts = sql<SqlBool>`d.kind = ${def.kind} and ${isCounted(def)}`
  const as = (name: string) => sql.ref(`${prefix}_${name}`)
  return sql`${countOf(counts)} as ${as('documents')}, ${sumOf(sql`d.total_qty`, counts, sql`0.0000`)} as ${as('qty')},
    ${sumOf(sql`d.total_untaxed`, counts)} as ${as('untaxed')}, ${sumOf(sql`d.total_tax`, counts)} as ${as('tax')},
    ${sumOf(sql`d.total_taxed`, counts)} as ${as('taxed')}, ${sumOf(sql`d.charged_freight`, counts)} as ${as('freight')},
    ${sumOf(sql`d.total_taxed`, sql<SqlBool>`d.kind = ${def.kind} and not ${isCounted(def)}`)} as ${as('waiting')},
    count(*) filter (where d.kind = ${def.kind}) as ${as('found')}`
}

/**
 * FROM of sums by supplier, `t` a row a supplier, with figures in_… of receipts and back_… of returns, and `item` what of returns and
 * of the kinds `settledBeside` is settled and open, as the accounts have it.
 */
function suppliersFrom(
  tx: CallerTx,
  filters: TradeFilters & { reason?: string | undefined },
  settledBeside: readonly GoodsDef[],
) {
  const documents = (beside: readonly GoodsDef[], asked: typeof filters) =>
    allOf(returnedDocuments(tx, purchaseReturn, asked, ...beside))
  return sql`from (
      select d.partner_id, ${figuresOf(goodsReceipt, 'in')}, ${figuresOf(purchaseReturn, 'back')}
      from goods_document d where ${documents([goodsReceipt], filters)} group by d.partner_id
    ) t
    left join (
      select d.partner_id, sum(i.written_off + i.discounted) as settled, sum(i.balance) as open
      from goods_document d
      join open_item i on i.group_id = d.group_id and i.source_kind = d.kind and i.source_id = d.id and i.partner_id = d.partner_id
      where ${documents(settledBeside, { ...filters, unposted: false })} group by d.partner_id
    ) item on item.partner_id = t.partner_id
    join partner s on s.group_id = ${tx.groupId} and s.id = t.partner_id`
}

const net = sql`(t.in_taxed - t.back_taxed)`

/** 采购查询-按供应商, the supplier of most first: by money for who sees it (business/statistics 4.2). */
export const purchasesBySupplier: QuerySource<typeof query> = {
  select: () => ({
    partnerId: sql`t.partner_id`,
    partnerName: sql`s.name`,
    documents: sql`t.in_documents`,
    qty: sql`t.in_qty`,
    untaxed: sql`t.in_untaxed`,
    tax: sql`t.in_tax`,
    taxed: sql`t.in_taxed`,
    freight: sql`t.in_freight`,
    returns: sql`t.back_documents`,
    returned: sql`t.back_taxed`,
    net,
    settled: sql`coalesce(item.settled, 0.00)`,
    open: sql`coalesce(item.open, 0.00)`,
    share: ratio(net, sql`sum(${net}) over ()`),
    waiting: sql`(t.in_waiting - t.back_waiting)`,
  }),
  from: (tx, filters) => suppliersFrom(tx, filters, [goodsReceipt]),
  order: sql`documents desc, s.name, partner_id`,
  ties: sql`s.name, partner_id`,
}

/** 采购退货查询-按供应商: suppliers whom something went back to (business/statistics 4.5). Owed the other way, so what is settled has the sign of the returns. */
export const returnsBySupplier: QuerySource<typeof queryOfReturns> = {
  select: () => ({
    partnerId: sql`t.partner_id`,
    partnerName: sql`s.name`,
    documents: sql`t.back_documents`,
    qty: sql`t.back_qty`,
    untaxed: sql`t.back_untaxed`,
    tax: sql`t.back_tax`,
    taxed: sql`t.back_taxed`,
    freight: sql`t.back_freight`,
    settled: sql`coalesce(-item.settled, 0.00)`,
    open: sql`coalesce(-item.open, 0.00)`,
    share: ratio(sql`t.back_taxed`, sql`sum(t.back_taxed) over ()`),
    received: sql`t.in_taxed`,
    rate: ratio(sql`t.back_taxed`, sql`t.in_taxed`),
    waiting: sql`t.back_waiting`,
  }),
  from: (tx, filters) => sql`${suppliersFrom(tx, filters, [])} where t.back_found > 0`,
  order: sql`documents desc, s.name, partner_id`,
  ties: sql`s.name, partner_id`,
}
