// The cost of goods that were received follows what their invoice says (business/invoices 5).
import { invoiceReceived } from '@chepu/contract/finance/invoice'
import {
  abs,
  allocate,
  compare,
  type Decimal,
  div,
  isNegative,
  isZero,
  max,
  money,
  mul,
  neg,
  sub,
  sumOf,
} from '@chepu/contract/kernel/decimal'
import { costBasis } from '@chepu/contract/purchasing/cost-basis'
import { sql } from 'kysely'
import { notFound, refuse } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { createCostAdjustment } from '../../warehouse/public'
import { type Adjustment, adjustmentsOf } from './adjustments'
import { invoices } from './repo'
import { assertSeesAmounts, seesAmounts } from './sight'
import type { Invoice } from './types'
import { viewInvoice } from './view'

const traits = { def: invoiceReceived, side: 'AP' } as const

/** Goods that an invoice is for, with what of their cost it is for; yuan. */
interface InvoicedLine {
  warehouseId: number
  partId: number
  invoiced: Decimal
}

/** What lies within this, in yuan, comes of rounding. */
const tolerance = '0.01'

/** What an invoice makes its goods cost more than they came in at, null where nothing is to be adjusted, and what was made of it. */
export async function differenceOf(tx: CallerTx, id: number) {
  // Whoever asks must see the invoice.
  await viewInvoice(tx, traits, id)
  const [invoice, adjustments] = await Promise.all([invoices.read(tx, traits.def.kind, id), adjustmentsOf(tx, id)])
  const isHidden = !seesAmounts(tx.caller, traits) || !sees(tx.caller, 'cost_price')
  const found = isHidden || adjustments.length > 0 || !invoice ? null : await differenceIn(tx, invoice)
  return { difference: found?.difference ?? null, adjustments }
}

/**
 * Drafts of 成本调整单, one a warehouse, of what the invoice makes its goods cost more or less; once.
 * @throws Failure refusal where nothing is to be adjusted, forbidden for who may not adjust costs
 */
export async function adjust(tx: CallerTx, id: number): Promise<{ adjustments: Adjustment[] }> {
  await viewInvoice(tx, traits, id)
  assertSeesAmounts(tx.caller, traits)
  const invoice = await invoices.lock(tx, traits.def.kind, id)
  if (!invoice) notFound('单据')
  const [made] = await adjustmentsOf(tx, id)
  if (made) refuse(`已生成成本调整单 ${made.billNo}`)
  const found = await differenceIn(tx, invoice)
  if (!found) refuse('收票与入库成本没有差额，不用调整')
  const shares = allocate(
    found.difference,
    found.lines.map(({ invoiced }) => max(invoiced, '0')),
  )
  const adjustments: Adjustment[] = []
  const wanted = found.lines.map((line, i) => ({ ...line, amount: shares[i] as Decimal }))
  for (const [warehouseId, own] of groupBy(wanted, (line) => line.warehouseId)) {
    const lines = [...groupBy(own, ({ partId }) => partId)]
      .map(([partId, ofPart]) => ({ partId, amount: money(sumOf(ofPart, ({ amount }) => amount)) }))
      .filter(({ amount }) => !isZero(amount))
    if (lines.length === 0) continue
    const { id: documentId, billNo } = await createCostAdjustment(tx, {
      warehouseId,
      reason: `收票差额 ${invoice.billNo}`,
      lines,
    })
    adjustments.push({ id: documentId, billNo })
  }
  await tx.insert(
    'invoice_adjustment',
    ['group_id', 'invoice_id', 'document_id'],
    adjustments.map((each) => [tx.groupId, id, each.id]),
  )
  return { adjustments }
}

async function differenceIn(tx: CallerTx, invoice: Invoice) {
  if (invoice.state !== 'issued' || invoice.isRed || invoice.links.some(({ sourceKind }) => !isOfGoods(sourceKind)))
    return null
  const { taxpayerKind } = tx.caller.org
  const says = costBasis(
    { untaxed: invoice.untaxed, taxed: invoice.taxed, discountShare: '0', discountShareUntaxed: '0' },
    invoice.isDeductible ? 'special' : 'none',
    taxpayerKind,
  )
  const lines = await invoicedLines(tx, invoice.id)
  const difference = money(
    sub(
      says,
      sumOf(lines, ({ invoiced }) => invoiced),
    ),
  )
  return compare(abs(difference), tolerance) > 0 ? { difference, lines } : null
}

const isOfGoods = (kind: string) => kind === 'goods_receipt' || kind === 'purchase_return'

type Row = Parameters<typeof costBasis>[0] & {
  warehouseId: number
  partId: number
  invoiceKind: string
  amount: Decimal
  original: Decimal
}

/** Lines of the receipts and returns that an invoice is for, at what they came in or went at, as far as the invoice is for them. */
async function invoicedLines(tx: CallerTx, invoiceId: number): Promise<InvoicedLine[]> {
  const rows = await tx.select(sql<Row>`
    select d.warehouse_id, l.part_id, d.invoice_kind, k.amount, i.original, l.untaxed, l.taxed, l.discount_share, l.discount_share_untaxed
    from invoice_link k
    join open_item i on i.group_id = k.group_id and i.id = k.open_item_id
    join goods_document d on d.group_id = k.group_id and d.kind = k.source_kind and d.id = k.source_id
    join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    where k.group_id = ${tx.groupId} and k.invoice_id = ${invoiceId} order by k.line_no, l.line_no`)
  return rows.map(({ warehouseId, partId, invoiceKind, amount, original, ...line }) => {
    const cost = costBasis(line, invoiceKind, tx.caller.org.taxpayerKind)
    const invoiced = money(div(mul(cost, amount), original))
    return { warehouseId, partId, invoiced: isNegative(amount) ? neg(invoiced) : invoiced }
  })
}
