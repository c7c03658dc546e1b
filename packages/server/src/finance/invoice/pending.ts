import type { PendingQuery } from '@chepu/contract/finance/invoice-pending'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { statesIn } from '@chepu/contract/kernel/states'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, isAnyOf, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { allDocuments, isIn, kindNames } from '../../kernel/document/references'
import type { QuerySource } from '../../kernel/query/query'
import { bills, billsInSight } from './bills'

/**
 * 待开票 or 待收票: a row a bill that invoices do not hold in full, the latest first. A bill that a red document undid before anything was invoiced
 * of it needs no invoice, and neither does the red one.
 */
export const pendingOf = (side: 'AR' | 'AP'): QuerySource<PendingQuery> => ({
  select: () => ({
    key: sql`b.source_kind || ':' || b.source_id || ':' || coalesce(b.open_item_id, 0)`,
    sourceKind: sql`b.source_kind`,
    sourceId: sql`b.source_id`,
    openItemId: sql`b.open_item_id`,
    partnerId: sql`b.partner_id`,
    partnerName: sql`p.name`,
    billNo: sql`b.bill_no`,
    kindName: kindNames(sql`b.source_kind`),
    bizDate: sql`b.biz_date`,
    payerType: sql`b.payer_type`,
    taxed: sql`b.taxed`,
    invoiced: sql`b.invoiced`,
    byCard: sql`b.by_card`,
    rest: sql`b.rest`,
  }),
  from: (tx, filters) => sql`from ${bills(tx, side)} b
    join partner p on p.group_id = b.group_id and p.id = b.partner_id
    left join ${allDocuments()} d on d.group_id = b.group_id and d.kind = b.source_kind and d.id = b.source_id
    where ${where(tx, filters)}`,
  order: sql`biz_date desc, bill_no desc, key`,
})

function where(tx: CallerTx, filters: QueryFilters<PendingQuery>): RawBuilder<SqlBool> {
  const conditions = [billsInSight(tx), wasEverWaiting()]
  if (!filters.withWhole) conditions.push(isOpen)
  if (filters.from) conditions.push(sql<SqlBool>`b.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`b.biz_date <= ${filters.to}`)
  if (filters.partnerId) conditions.push(sql<SqlBool>`b.partner_id = ${filters.partnerId}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`b.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.itemIds) conditions.push(isAnyOf('b.open_item_id', filters.itemIds))
  if (filters.sourceKind) conditions.push(sql<SqlBool>`b.source_kind = ${filters.sourceKind}`)
  if (filters.sourceId) conditions.push(sql<SqlBool>`b.source_id = ${filters.sourceId}`)
  return allOf(conditions)
}

/** Whether the bill `b`, with its document `d`, waits for an invoice now. */
export const stillWaits = (): RawBuilder<SqlBool> => allOf([wasEverWaiting(), isOpen])

const isOpen = sql<SqlBool>`b.taxed <> b.invoiced and b.rest <> 0`
const wasEverWaiting = () => sql<SqlBool>`(not (${isUndone()} and b.invoiced = 0) and ${wasBilled} and ${isWanted})`
const isUndone = () => sql<SqlBool>`coalesce(${isIn('d', (def) => statesIn(def, 'reversed'))}, false)`

/** Not what a manufacturer pays without an invoice, as long as none is for it. */
const isWanted = sql<SqlBool>`(b.source_kind <> ${warrantySettlement.kind} or b.invoiced <> 0
  or exists (select from claim_document c where c.group_id = b.group_id and c.id = b.source_id and c.needs_invoice))`

/** Not the red one of a document of which nothing is invoiced. */
const wasBilled = sql<SqlBool>`(d.is_red is not true
  or exists (select from open_item o where o.group_id = b.group_id and o.source_kind = b.source_kind and o.source_id = d.red_of and o.invoiced <> 0)
  or exists (select from money_slip o where o.group_id = b.group_id and o.kind = b.source_kind and o.id = d.red_of and o.invoiced <> 0))`
