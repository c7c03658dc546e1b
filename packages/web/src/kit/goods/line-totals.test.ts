import { describe, expect, it } from 'vitest'
import { type GridLine, LineStore, type Values } from '../grid/line-grid-store'
import { LineTotals } from './line-totals'

const header = { taxIncluded: true, orderDiscount: '0', chargedFreight: '0' }
/** 2 × 113.00 with 13 % of tax in it. */
const priced = { qty: '2', price: '113', discountRate: '1', taxRate: '0.13', netAmount: null }
const charged = { qty: '2', charged: '226.00', tax: '26.00', returnedQty: '0', credited: '0', creditedTax: '0' }

function gridOf(...lines: Values<GridLine>[]) {
  const store = new LineStore<GridLine>(
    () => ({}),
    () => false,
  )
  store.replaceAll(lines, false)
  return { store, totals: new LineTotals(store, header) }
}

describe('totals of a grid', () => {
  it('count the lines that are there from the beginning', () => {
    expect(gridOf(priced, { ...priced, qty: '1' }).totals.totals()).toEqual({
      totalQty: '3',
      totalAmount: '339.00',
      totalUntaxed: '300.00',
      totalTax: '39.00',
      totalTaxed: '339.00',
    })
  })

  it('are counted anew when prices are without tax from now on', () => {
    const { store, totals } = gridOf(priced)
    expect(totals.of(store.all()[0] as GridLine)).toMatchObject({ untaxed: '200.00', taxed: '226.00' })
    totals.setHeader({ ...header, taxIncluded: false })
    expect(totals.of(store.all()[0] as GridLine)).toMatchObject({ untaxed: '226.00', tax: '29.38', taxed: '255.38' })
    expect(totals.totals()).toMatchObject({ totalQty: '2', totalUntaxed: '226.00', totalTaxed: '255.38' })
  })

  it('take a half-typed discount for none, and a half-typed rate for no tax', () => {
    const { store, totals } = gridOf({ ...priced, discountRate: '0.' }, { ...priced, taxRate: 'x' })
    const [first, second] = store.all() as [GridLine, GridLine]
    expect(totals.of(first)).toMatchObject({ netAmount: '226.00', tax: '26.00' })
    expect(totals.of(second)).toMatchObject({ netAmount: '226.00', tax: '0.00' })
  })
})

describe('the money of one line', () => {
  const money = {
    price: '113',
    amount: '226.00',
    netAmount: '226.00',
    untaxed: '200.00',
    tax: '26.00',
    taxed: '226.00',
  }

  it('is counted by itself, and remembered until the line or the tax mode changes', () => {
    const { store, totals } = gridOf(priced)
    const [line] = store.all() as [GridLine]
    const before = totals.of(line)
    expect(before).toEqual(money)
    totals.setHeader({ ...header, orderDiscount: '10' })
    expect(totals.of(line)).toBe(before)
  })

  it('is counted with all others where its tax follows from what was charged, once for all of them', () => {
    const { store, totals } = gridOf(priced, { ...priced, sourceLineId: 7, charged })
    const [plain, back] = store.all() as [GridLine, GridLine]
    expect(totals.of(back)).toMatchObject({ ...money, discountShare: '0.00' })
    expect(totals.of(back)).toBe(totals.of(back))
    expect(totals.of(plain)).toMatchObject(money)
  })
})

describe('what all lines have in common', () => {
  it('is an order discount, the tax of a return, or a tax that was posted', () => {
    expect(gridOf(priced).totals.shared).toBe(false)
    expect(gridOf({ ...priced, sourceLineId: 7, charged }).totals.shared).toBe(true)
    expect(gridOf({ ...priced, postedTax: '26.00' }).totals.shared).toBe(true)
    const { totals } = gridOf(priced)
    totals.setHeader({ ...header, orderDiscount: '0.01' })
    expect(totals.shared).toBe(true)
  })

  it('is gone with the last line that had it', () => {
    const { store, totals } = gridOf(priced, { ...priced, sourceLineId: 7, charged })
    store.remove([store.keyAt(1) ?? 0])
    expect(totals.shared).toBe(false)
  })

  it('is that nothing has a price or an amount', () => {
    const { store, totals } = gridOf({ qty: '2', price: '', netAmount: null })
    expect(totals.isOpen).toBe(true)
    store.update(store.keyAt(0) ?? 0, { price: '5' })
    expect(totals.isOpen).toBe(false)
    store.update(store.keyAt(0) ?? 0, { price: '', netAmount: '9' })
    expect(totals.isOpen).toBe(false)
    store.update(store.keyAt(0) ?? 0, { netAmount: null })
    expect(totals.isOpen).toBe(true)
  })
})
