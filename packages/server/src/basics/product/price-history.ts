import type { priceSources } from '@chepu/contract/basics/price-list'
import { priceNames, type ProductPrice } from '@chepu/contract/basics/product'
import { type Decimal, equals } from '@chepu/contract/kernel/decimal'
import { insertMany } from '../../kernel/master/bulk'
import type { Tx } from '../../kernel/db/tx'

/** Prices of a product before a change and what the change sets; what it does not name stays. */
export interface PriceChange {
  partId: number
  before: object
  after: object
}

/** By whom and by what prices were changed. */
interface Cause {
  orgId: number
  userId: number | null
  source: keyof typeof priceSources
  adjustmentId?: number
}

/**
 * Notes every price that a change makes another one (business/basics 4.5). Whoever writes prices of products calls it in the same
 * transaction. Prices in yuan, 4 decimals.
 */
export async function notePrices(tx: Tx, cause: Cause, changes: readonly PriceChange[]): Promise<void> {
  const { orgId, userId, source, adjustmentId = null } = cause
  await insertMany(
    tx,
    'price_history',
    changes.flatMap((change) =>
      changedPrices(change).map((price) => ({
        orgId,
        partId: change.partId,
        price,
        oldPrice: priceIn(change.before, price) ?? null,
        newPrice: priceIn(change.after, price) ?? null,
        userId,
        source,
        adjustmentId,
      })),
    ),
  )
}

/** The prices that the change makes other ones. */
export const changedPrices = ({ before, after }: Pick<PriceChange, 'before' | 'after'>): ProductPrice[] =>
  priceNames.filter((name) => {
    const price = priceIn(after, name)
    return price !== undefined && !isSamePrice(price, priceIn(before, name) ?? null)
  })

/** Whether two prices are the same; null is one that is not known. */
export const isSamePrice = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === b : equals(a, b)

const priceIn = (values: object, name: ProductPrice) => (values as Partial<Record<ProductPrice, Decimal | null>>)[name]
