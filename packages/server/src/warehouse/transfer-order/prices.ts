// What goods are worth between two organisations (business/transfers 5).
import { isPriced } from '@chepu/contract/warehouse/transfers'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { isZero } from '@chepu/contract/kernel/decimal'
import { proposedPrices } from '../../basics/public'
import { seesIn } from '../../kernel/caller/cost-visibility'
import type { CallerTx } from '../../kernel/db/tx'
import type { SaveRequest } from '../../kernel/goods/save'

/**
 * The order with its money: none within an organisation. Between two, a line takes the part's 调拨价 unless somebody who sees costs typed another; tax is on it only
 * where the two belong to different companies, since then it is a sale. Prices are in the tax mode that the source keeps its own in.
 */
export async function priceLines(tx: CallerTx, request: SaveRequest, kept: ReadonlySet<number>): Promise<SaveRequest> {
  const { counterOrgId = null } = request.header
  if (!isPriced({ counterOrgId })) return withoutMoney(request)
  const ids = [...new Set(request.lines.map((line) => line.partId))]
  const [isVatSale, prices, proposed] = await Promise.all([
    areOfDifferentCompanies(tx, counterOrgId as number),
    transferPrices(tx, ids),
    proposedPrices(tx, { mode: 'sale' }, ids),
  ])
  const mayType = seesIn(tx.caller, 'cost_price', request.header.warehouseId)
  const lines = request.lines.map((line, i) => ({
    ...line,
    ...(!kept.has(i) &&
      !(mayType && isTyped(line)) && { price: prices.get(line.partId) ?? '0', priceSource: 'transfer' }),
    taxRate: isVatSale ? (proposed.get(line.partId)?.taxRate ?? line.taxRate) : '0',
  }))
  return { ...request, header: { ...request.header, ...moneyTerms(tx, request, isVatSale) }, lines }
}

/** What a picker proposed is what the part sells or buys at, and no transfer price. */
const isTyped = ({ price, priceSource }: SaveRequest['lines'][number]): boolean =>
  priceSource === 'manual' && !isZero(price ?? '0')

const moneyTerms = (tx: CallerTx, { header }: SaveRequest, isVatSale: boolean) => ({
  isVatSale,
  taxIncluded: tx.caller.org.config.priceTaxIncluded,
  invoiceKind: isVatSale ? header.invoiceKind : ('none' as const),
})

/** A transfer that nobody pays for: its goods keep what they cost. */
export function withoutMoney(request: SaveRequest): SaveRequest {
  const header = { ...request.header, isVatSale: false, invoiceKind: 'none' as const, taxIncluded: true }
  return { ...request, header, lines: request.lines.map((line) => ({ ...line, price: '0', taxRate: '0' })) }
}

/** Two companies trade with each other; an organisation of which nobody has said whose it is belongs to the other's. */
async function areOfDifferentCompanies(tx: CallerTx, counterOrgId: number): Promise<boolean> {
  const row = await tx.one<{ differ: boolean | null }>({
    name: 'are-of-different-companies',
    text: `select own.company_id <> other.company_id as differ from org own
      join org other on other.group_id = own.group_id and other.id = $3 where own.group_id = $1 and own.id = $2`,
    values: [tx.groupId, tx.caller.orgId, counterOrgId],
  })
  return row?.differ ?? false
}

/** 调拨价 of parts in the caller's organisation, else their 进价, else what the last one bought did cost. */
async function transferPrices(tx: CallerTx, partIds: readonly number[]): Promise<Map<number, Decimal>> {
  const rows = await tx.query<{ partId: number; price: Decimal | null }>({
    name: 'transfer-prices',
    text: `select part_id, coalesce(transfer_price, purchase_price, last_purchase_price) as price from product
      where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, partIds],
  })
  return new Map(rows.flatMap(({ partId, price }) => (price === null ? [] : [[partId, price] as const])))
}
