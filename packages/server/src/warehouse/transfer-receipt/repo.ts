import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'

/** A line that was sent, with its order as far as a receipt follows it. Money in the tax mode of the order. */
export interface SentLine {
  id: number
  lineNo: number
  partCode: string
  batchNo: string
  qty: Decimal
  price: Decimal
  taxRate: Decimal
  billNo: string
  bizDate: string
  orgId: number
  counterOrgId: number | null
  warehouseId: number
  toWarehouseId: number
  taxIncluded: boolean
  invoiceKind: 'special' | 'normal' | 'none'
  isVatSale: boolean
}

/** Sent lines of the caller's organisation or to it, by id. */
export async function sentLines(tx: CallerTx, ids: readonly number[]): Promise<Map<number, SentLine>> {
  const rows = await tx.query<SentLine>({
    name: 'sent-lines',
    text: `select l.id, l.line_no, l.part_code, l.batch_no, l.qty, l.price, l.tax_rate, d.bill_no, d.biz_date, d.org_id, d.counter_org_id,
        d.warehouse_id, d.to_warehouse_id, d.tax_included, d.invoice_kind, coalesce(d.is_vat_sale, false) as is_vat_sale
      from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and d.kind = 'transfer_order' and (d.org_id = $3 or d.counter_org_id = $3)`,
    values: [tx.groupId, ids, tx.caller.orgId],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whom each of two organisations has the other down for among its partners. @throws Error when one stands nowhere, which all do */
export async function sisterPartners(
  tx: CallerTx,
  { sourceOrgId, destOrgId }: { sourceOrgId: number; destOrgId: number },
): Promise<{ ofSource: number; ofDest: number }> {
  const rows = await tx.query<{ id: number; systemOrgId: number }>({
    name: 'sister-partners',
    text: `select id, system_org_id from partner where group_id = $1 and system_kind = 'sister_org' and system_org_id = any ($2::bigint[])`,
    values: [tx.groupId, [sourceOrgId, destOrgId]],
  })
  const partnerOf = (orgId: number) => rows.find((row) => row.systemOrgId === orgId)?.id
  const [ofSource, ofDest] = [partnerOf(destOrgId), partnerOf(sourceOrgId)]
  if (ofSource === undefined || ofDest === undefined) throw new Error('an organisation is no partner of its sisters')
  return { ofSource, ofDest }
}

/** What was agreed with a sent line, and what receipts that stand have charged of it; money with 2 decimals. */
export interface AgreedLine {
  id: number
  qty: Decimal
  untaxed: Decimal
  taxed: Decimal
  chargedUntaxed: Decimal
  chargedTaxed: Decimal
  /** What came back or is the source's loss. */
  unchargedQty: Decimal
}

/** Sent lines of orders that the caller has locked, with what is charged of them by now. */
export const agreedLines = (tx: CallerTx, ids: readonly number[]): Promise<AgreedLine[]> =>
  tx.query({
    name: 'agreed-lines',
    text: `select l.id, l.qty, l.untaxed, l.taxed, coalesce(r.untaxed, 0.00) as charged_untaxed, coalesce(r.taxed, 0.00) as charged_taxed,
        coalesce(r.uncharged_qty, 0.0000) as uncharged_qty
      from goods_document_line l
      left join lateral (
        select sum(rl.untaxed) as untaxed, sum(rl.taxed) as taxed,
          sum(rl.qty) filter (where rd.outcome in ('returned', 'lost_source')) as uncharged_qty
        from goods_document_line rl join goods_document rd on rd.group_id = rl.group_id and rd.id = rl.document_id
          and rd.kind = 'transfer_receipt' and rd.state = 'done' and not rd.is_red
        where rl.group_id = l.group_id and rl.source_line_id = l.id
      ) r on true
      where l.group_id = $1 and l.id = any ($2::bigint[])`,
    values: [tx.groupId, ids],
  })
