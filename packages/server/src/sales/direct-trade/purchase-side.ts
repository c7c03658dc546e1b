// What a direct trade says of its purchase: the prices that not everybody who sells may see.
import { type directTrade, purchaseAmounts } from '@chepu/contract/sales/direct-trade'
import type { DocumentAmounts } from '@chepu/contract/kernel/amounts'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { z } from 'zod'
import { fieldError, invalid } from '../../kernel/base/errors'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { sees } from '../../kernel/caller/caller'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { SaveRequest } from '../../kernel/goods/save'
import type { GoodsDocument } from '../../kernel/goods/types'

type Line = z.output<(typeof directTrade)['sections']['lines']['line']>
type Saved = Pick<Line, 'partId' | 'qty' | 'purchasePrice' | 'purchaseTaxRate'>

const linesOf = (request: SaveRequest) => request.lines as unknown as readonly Line[]

/** What the supplier charges for a draft. */
export const purchaseAmountsOf = (request: SaveRequest): DocumentAmounts =>
  purchaseAmounts(linesOf(request), request.header['purchaseTaxIncluded'] === true)

/**
 * Refuses whom the caller cannot buy from: no supplier in his sight, unless the draft names him already. Held until the commit, so that
 * nobody merges him away meanwhile. @throws Failure invalid
 */
export async function assertSupplier(tx: CallerTx, { id, header }: SaveRequest): Promise<void> {
  const [supplier] = await tx.selectKept(sql<{
    isKnown: boolean
  }>`select coalesce(${partnerScope(tx.caller, partnerRoles.supplier)}, false)
      or exists (select from goods_document d where d.group_id = p.group_id and d.id = ${id ?? 0} and d.supplier_id = p.id) as is_known
    from partner p
    where p.group_id = ${tx.groupId} and p.id = ${header['supplierId']} and p.is_active and p.cus_flag & ${partnerRoles.supplier} <> 0
    for key share of p`)
  if (!supplier?.isKnown) invalid([fieldError('header.supplierId', '供应商不存在或已停用')])
}

/**
 * Completes the blanks of a caller who does not see purchase prices: a line goes on with what the draft says of its part already (ADR
 * 0089). What he typed is his own.
 */
export async function withKnownPurchase(tx: CallerTx, request: SaveRequest): Promise<SaveRequest> {
  if (request.id === undefined || sees(tx.caller, 'purchase_price')) return request
  const left = await tx.query<Saved>({
    name: 'known-purchase-prices',
    text: `select part_id, qty, purchase_price, purchase_tax_rate from goods_document_line
      where group_id = $1 and document_id = $2 order by line_no`,
    values: [tx.groupId, request.id],
  })
  const lines = linesOf(request).map((line) => {
    if (line.purchasePrice !== null) return line
    const at = left.findIndex((saved) => saved.partId === line.partId)
    const [saved] = at < 0 ? [] : left.splice(at, 1)
    return saved ? { ...line, purchasePrice: saved.purchasePrice, purchaseTaxRate: saved.purchaseTaxRate } : line
  })
  return { ...request, lines: lines as unknown as SaveRequest['lines'] }
}

/** A line of a saved trade with its price known. */
interface Bought {
  qty: Decimal
  purchasePrice: Decimal
  purchaseTaxRate: Decimal
}

/** The purchase of each line. @throws Failure invalid, naming every line that waits for its price */
export function boughtLines({ lines }: Pick<GoodsDocument, 'lines'>): Bought[] {
  const errors = lines.flatMap(({ purchasePrice, partCode }, i) =>
    purchasePrice === null
      ? [{ path: `lines.${i}.purchasePrice`, message: `第${i + 1}行 [${partCode}] 请填写进价` }]
      : [],
  )
  if (errors.length > 0) invalid(errors)
  return lines.map(({ qty, purchasePrice, purchaseTaxRate }) => ({
    qty,
    purchasePrice: purchasePrice ?? '0',
    purchaseTaxRate: purchaseTaxRate ?? '0',
  }))
}
