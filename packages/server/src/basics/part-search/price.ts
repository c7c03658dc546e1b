import { priceInTaxMode } from '@chepu/contract/kernel/amounts'
import { type Decimal, isZero } from '@chepu/contract/kernel/decimal'
import { own } from '../../kernel/base/own'

export interface PricedPart {
  contractPrice: Decimal | null
  retailPrice: Decimal | null
  wholesalePrice1: Decimal | null
  wholesalePrice2: Decimal | null
  wholesalePrice3: Decimal | null
  purchasePrice: Decimal | null
  lastPurchasePrice: Decimal | null
  /** Of the last posted line with this partner, in the tax mode that is asked for; all others are as the organisation keeps them. */
  lastPrice: Decimal | null
}

/** Whether prices are kept with tax, and asked for with tax, and the rate of the line that they are for. */
interface TaxModes {
  kept: boolean
  asked: boolean
  taxRate: Decimal
}

export interface ResolvedPrice {
  price: Decimal | null
  /** contract, level, retail, last, standard or '' when there is none. */
  source: string
  discountRate: Decimal
}

/**
 * Price proposed for a line (business/basics 4.2). Sale: contract price, the partner's level, retail, last price to him, blank;
 * his discount applies to list prices only. Purchase: contract price, last price from him, last price from anybody, standard
 * price. A last price of 0 was a gift and proposes nothing. All are told in the asked tax mode (ADR 0098).
 */
export function resolvePrice(
  part: PricedPart,
  terms: { priceLevel: string; discountRate: Decimal; modes: TaxModes },
  mode: 'sale' | 'purchase',
): ResolvedPrice {
  const { modes } = terms
  const kept = (price: Decimal | null) =>
    price === null ? null : priceInTaxMode(price, modes.taxRate, modes.kept, modes.asked)
  const steps: [string, Decimal | null][] =
    mode === 'sale'
      ? [
          ['contract', kept(part.contractPrice)],
          ['level', kept(levelPrice(part, terms.priceLevel))],
          ['retail', kept(part.retailPrice)],
          ['last', part.lastPrice],
        ]
      : [
          ['contract', kept(part.contractPrice)],
          ['last', part.lastPrice],
          ['last', kept(part.lastPurchasePrice)],
          ['standard', kept(part.purchasePrice)],
        ]
  const known = ([source, price]: [string, Decimal | null]) => price !== null && !(source === 'last' && isZero(price))
  const [source, price] = steps.find(known) ?? ['', null]
  const isListPrice = source === 'level' || source === 'retail'
  return { price, source, discountRate: isListPrice ? terms.discountRate : '1' }
}

function levelPrice(part: PricedPart, level: string): Decimal | null {
  const levels: Record<string, Decimal | null> = {
    wholesale1: part.wholesalePrice1,
    wholesale2: part.wholesalePrice2,
    wholesale3: part.wholesalePrice3,
  }
  return own(levels, level) ?? null
}
