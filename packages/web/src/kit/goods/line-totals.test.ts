import { documentAmounts, type PricedLine } from '@chepu/contract/kernel/amounts'
import { compare } from '@chepu/contract/kernel/decimal'
import fc from 'fast-check'
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

const anyLine = fc.record({
  qty: fc.constantFrom('0', '1', '2.5', '7000'),
  price: fc.constantFrom('0', '0.0014', '12.35', '113'),
  discountRate: fc.constantFrom('1', '0.95'),
  taxRate: fc.constantFrom('0', '0.03', '0.13'),
  netAmount: fc.constantFrom(null, '9.99'),
})
/** What a user does to the lines; `at` is a place among those that are there. */
const anyGesture = fc.record({
  does: fc.constantFrom('edit', 'paste', 'delete', 'undo'),
  at: fc.nat(),
  lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
})
interface Gesture {
  does: string
  at: number
  lines: Values<GridLine>[]
}

/** Gestures on a grid. An undo puts the line that was deleted last back to where it stood. */
function play(store: LineStore<GridLine>, gestures: readonly Gesture[]) {
  const deleted: { index: number; line: GridLine }[] = []
  for (const { does, at, lines } of gestures) {
    const index = at % (store.length + 1)
    const line = store.lineAt(index)
    const last = does === 'undo' ? deleted.pop() : undefined
    if (does === 'paste') store.insert(index, lines)
    else if (last) store.insert(last.index, [last.line])
    else if (does === 'edit' && line) store.update(line.key, lines[0] ?? {})
    else if (does === 'delete' && line) {
      deleted.push({ index, line })
      store.remove([line.key])
    }
  }
}

describe('totals of a grid', () => {
  it('are after any edits, pastes, deletions and undos those of the document counted anew', () => {
    const headers = fc.record({
      taxIncluded: fc.boolean(),
      orderDiscount: fc.constantFrom('0', '3.33'),
      chargedFreight: fc.constantFrom('0', '6'),
    })
    fc.assert(
      fc.property(fc.array(anyLine), fc.array(anyGesture), headers, (lines, gestures, later) => {
        const { store, totals } = gridOf(...lines)
        play(store, gestures)
        totals.setHeader(later)
        play(store, gestures)
        const priced = store.all() as unknown as PricedLine[]
        const { lines: each, ...anew } = documentAmounts(priced, later)
        const equal = (a: string, b: string) => expect(compare(a, b)).toBe(0)
        const shown = totals.totals()
        for (const name of Object.keys(anew) as (keyof typeof anew)[]) equal(shown[name], anew[name])
        store.all().forEach((line, i) => equal(totals.of(line).taxed, each[i]?.taxed ?? 'none'))
      }),
    )
  })

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
