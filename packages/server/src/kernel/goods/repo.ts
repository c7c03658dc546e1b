import type { Statement } from '../db/statement'
import type { Tx } from '../db/tx'
import type { PaymentTerms } from '@chepu/contract/kernel/due-date'
import type { LineCosts } from '../ledgers/types'
import { documentScope } from '../caller/scope'
import type { Family } from '../document/types'
import type { GoodsDocument, GoodsLine } from './types'

type Row = Omit<GoodsDocument, 'lines' | 'terms' | 'warehouse' | 'partner'> &
  PaymentTerms & {
    placeName: string
    placeAllowsSale: boolean
    partnerName: string | null
    partnerIsActive: boolean | null
  }

// Payment terms, the org's closed month, warehouse and partner ride along, so that posting asks for none of them again.
const header = `select d.*, o.closed_month, m.kind as term_kind, m.term_days, m.month_day, p.credit_days,
    w.name as place_name, w.allow_sale as place_allows_sale, p.name as partner_name, p.is_active as partner_is_active
  from goods_document d
  join org o on o.group_id = d.group_id and o.id = d.org_id
  join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
  left join partner p on p.group_id = d.group_id and p.id = d.partner_id
  left join settlement_method m on m.group_id = d.group_id and m.id = coalesce(d.settlement_method_id, p.settlement_method_id)
  where d.group_id = $1 and d.id = $2 and d.kind = $3`

/**
 * Locks the header and reads the document, or undefined. The org's row is held against a closing month. Lines change
 * only together with the header's version.
 */
export const lockDocument = (tx: Tx, kind: string, id: number): Promise<GoodsDocument | undefined> =>
  documentOf(tx, id, {
    name: 'lock-goods-document',
    text: `${header} for no key update of d for share of o`,
    values: [tx.groupId, id, kind],
  })

/** The document without a lock, or undefined. */
const readDocument = (tx: Tx, kind: string, id: number): Promise<GoodsDocument | undefined> =>
  documentOf(tx, id, { name: 'read-goods-document', text: header, values: [tx.groupId, id, kind] })

/** Documents of goods, whatever their kind. */
export const goodsDocuments: Family<GoodsDocument> = {
  table: 'goods_document',
  partLines: { table: 'goods_document_line', header: 'document_id' },
  makerColumn: 'made_by',
  lock: lockDocument,
  read: readDocument,
  inSight: documentScope,
}

async function documentOf(tx: Tx, id: number, statement: Statement): Promise<GoodsDocument | undefined> {
  const [row, lines] = await Promise.all([tx.one<Row>(statement), linesOf(tx, id)])
  if (!row) return undefined
  const { termKind, termDays, monthDay, creditDays, placeName, placeAllowsSale, partnerName, partnerIsActive, ...own } =
    row
  return {
    ...own,
    terms: { termKind, termDays, monthDay, creditDays },
    warehouse: { name: placeName, allowSale: placeAllowsSale },
    partner: { name: partnerName, isActive: partnerIsActive },
    lines,
  }
}

/**
 * The document of `$2`, whose number the planner does not see: of a new document the statistics know nothing yet, so that a
 * plan for it looks cheaper than the one for any document, and is made anew each time (ADR 0011).
 */
const anyDocument = '(select $2::bigint)'

/** Lines in order. Goods that enter without a typed location go to the part's own in that warehouse, else to the default bin. */
const linesOf = (tx: Tx, documentId: number) =>
  tx.query<GoodsLine>({
    name: 'goods-document-lines',
    text: `select l.*, coalesce(own.id, bin.id) as entry_location_id, part.batch_managed, part.is_active as part_is_active,
        l.location_id is null or coalesce(typed.is_active, false) as location_is_open
      from goods_document_line l
      join part on part.group_id = l.group_id and part.id = l.part_id
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      left join location typed on typed.group_id = l.group_id and typed.id = l.location_id and typed.warehouse_id = l.warehouse_id
      left join location bin on bin.group_id = l.group_id and bin.warehouse_id = l.warehouse_id and bin.is_default
      left join product p on p.group_id = l.group_id and p.org_id = d.org_id and p.part_id = l.part_id
      left join location own on own.group_id = l.group_id and own.id = p.default_location_id
        and own.warehouse_id = l.warehouse_id and own.is_active
      where l.group_id = $1 and l.document_id = ${anyDocument} order by l.line_no`,
    values: [tx.groupId, documentId],
  })

/** Notes what each line's goods were worth, on the lines and as their sum on the header. */
export async function recordCosts(tx: Tx, documentId: number, costs: LineCosts): Promise<void> {
  if (costs.size === 0) return
  const rows = [...costs]
  tx.send({
    name: 'record-costs',
    text: `with line as (
        update goods_document_line l set cost_amount = sign(l.qty) * n.value, unit_cost = n.value / nullif(n.qty, 0)
        from unnest($3::bigint[], $4::numeric[], $5::numeric[]) as n (id, qty, value)
        where l.group_id = $1 and l.document_id = ${anyDocument} and l.id = n.id returning l.cost_amount
      )
      update goods_document d set cost_amount = (select coalesce(sum(cost_amount), 0) from line)
      where d.group_id = $1 and d.id = $2`,
    values: [
      tx.groupId,
      documentId,
      rows.map(([id]) => id),
      rows.map(([, cost]) => cost.qty),
      rows.map(([, cost]) => cost.value),
    ],
  })
}
