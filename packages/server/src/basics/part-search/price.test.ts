import { describe, expect, it } from 'vitest'
import { type PricedPart, resolvePrice } from './price'

const nothing: PricedPart = {
  contractPrice: null,
  retailPrice: null,
  wholesalePrice1: null,
  wholesalePrice2: null,
  wholesalePrice3: null,
  purchasePrice: null,
  lastPurchasePrice: null,
  lastPrice: null,
}
const inMode = { kept: true, asked: true, taxRate: '0.13' }
const terms = { priceLevel: 'wholesale2', discountRate: '0.9', modes: inMode }
const sale = (part: Partial<PricedPart>, more = {}) =>
  resolvePrice({ ...nothing, ...part }, { ...terms, ...more }, 'sale')
const purchase = (part: Partial<PricedPart>, more = {}) =>
  resolvePrice({ ...nothing, ...part }, { ...terms, ...more }, 'purchase')

/** Prices of a part that has them all. */
const all: PricedPart = {
  contractPrice: '50',
  retailPrice: '100',
  wholesalePrice1: '90',
  wholesalePrice2: '80',
  wholesalePrice3: '70',
  purchasePrice: '40',
  lastPurchasePrice: '42',
  lastPrice: '60',
}

describe('the price that is proposed to a customer', () => {
  it('is that of his contract, of his level, of the shelf, or the last one to him', () => {
    expect(sale(all)).toEqual({ price: '50', source: 'contract', discountRate: '1' })
    expect(sale({ ...all, contractPrice: null })).toEqual({ price: '80', source: 'level', discountRate: '0.9' })
    expect(sale({ retailPrice: '100', lastPrice: '60' })).toEqual({
      price: '100',
      source: 'retail',
      discountRate: '0.9',
    })
    expect(sale({ lastPrice: '60' })).toEqual({ price: '60', source: 'last', discountRate: '1' })
  })

  it('is left open where nothing tells one; what we buy for is none', () => {
    const open = { price: null, source: '', discountRate: '1' }
    expect(sale({ purchasePrice: '40', lastPurchasePrice: '42' })).toEqual(open)
  })

  it('follows the level that the customer has, and the shelf where he has none', () => {
    const { contractPrice: _, ...part } = all
    const ofLevel = (priceLevel: string) => sale(part, { priceLevel }).price
    expect(['wholesale1', 'wholesale2', 'wholesale3', 'retail', ''].map(ofLevel)).toEqual([
      '90',
      '80',
      '70',
      '100',
      '100',
    ])
  })

  it('may be 0 by contract or level, but not because the last piece was a gift', () => {
    expect(sale({ contractPrice: '0' })).toMatchObject({ price: '0', source: 'contract' })
    expect(sale({ wholesalePrice2: '0.00', retailPrice: '5' })).toMatchObject({ price: '0.00', source: 'level' })
    expect(sale({ lastPrice: '0.0000' })).toMatchObject({ price: null, source: '' })
  })
})

describe('the price that is proposed to buy at', () => {
  it('is that of the contract, the last from this supplier, the last from anybody, or the standard one; no discount of a customer', () => {
    expect(purchase(all)).toEqual({ price: '50', source: 'contract', discountRate: '1' })
    expect(purchase({ ...all, contractPrice: null })).toEqual({ price: '60', source: 'last', discountRate: '1' })
    expect(purchase({ lastPurchasePrice: '42', purchasePrice: '40' })).toEqual({
      price: '42',
      source: 'last',
      discountRate: '1',
    })
    expect(purchase({ purchasePrice: '40', retailPrice: '100' })).toEqual({
      price: '40',
      source: 'standard',
      discountRate: '1',
    })
  })

  it('passes gifts over, this supplier’s and anybody’s', () => {
    expect(purchase({ lastPrice: '0', lastPurchasePrice: '42' })).toMatchObject({ price: '42' })
    expect(purchase({ lastPrice: '0', lastPurchasePrice: '0.0000', purchasePrice: '40' })).toMatchObject({
      price: '40',
      source: 'standard',
    })
  })
})

describe('a price that is kept in the other tax mode', () => {
  const modes = { kept: false, asked: true, taxRate: '0.13' }

  it('is told in the one that is asked for; the last one to this partner is in it already', () => {
    expect(sale({ contractPrice: '100' }, { modes }).price).toBe('113.0000')
    expect(sale({ wholesalePrice2: '100' }, { modes }).price).toBe('113.0000')
    expect(sale({ retailPrice: '100' }, { modes }).price).toBe('113.0000')
    expect(sale({ lastPrice: '100' }, { modes }).price).toBe('100')
    expect(purchase({ contractPrice: '100' }, { modes }).price).toBe('113.0000')
    expect(purchase({ lastPrice: '100' }, { modes }).price).toBe('100')
    expect(purchase({ lastPurchasePrice: '100' }, { modes }).price).toBe('113.0000')
    expect(purchase({ purchasePrice: '100' }, { modes }).price).toBe('113.0000')
  })
})
