import type { DrawnLine } from '@chepu/contract/kernel/source-lines'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { describe, expect, it } from 'vitest'
import {
  blankLine,
  borneDiscount,
  creditedAt,
  type EditorLine,
  isBlankLine,
  isProposedCredit,
  isSameCredit,
  lineOfDrawn,
  lineOfView,
} from './document-lines'

const line = (more: Partial<EditorLine> = {}): EditorLine => ({ ...blankLine(), key: 1, ...more }) as EditorLine

describe('a blank line', () => {
  it('has no part and no figures, sells at no discount and without tax', () => {
    expect(blankLine()).toEqual({
      partId: null,
      pending: '',
      pendingIn: '',
      partCode: '',
      partName: '',
      qty: '',
      price: '',
      priceSource: 'manual',
      discountRate: '1',
      netAmount: null,
      taxRate: '0',
      auxUnitId: null,
      auxQty: null,
      locationId: null,
      locationCode: null,
      batchNo: '',
      sourceLineId: null,
      remark: '',
    })
  })

  it('is blank until it has a part, or a code that is being looked up', () => {
    expect([line(), line({ partId: 3 }), line({ pending: 'P1' })].map(isBlankLine)).toEqual([true, false, false])
  })
})

describe('a line that was drawn from a former document', () => {
  const drawn = { warehouseId: 1, qty: '3', locationId: 5, locationCode: 'A-01', available: '9' } as DrawnLine

  it('has its price, rates and amount, or those of a line without any', () => {
    const priced = { price: '10', discountRate: '0.9', taxRate: '0.13', netAmount: '27.00' }
    expect(lineOfDrawn({ ...drawn, ...priced }, 1)).toMatchObject({ ...priced, qty: '3', pending: '' })
    for (const price of [null, undefined])
      expect(lineOfDrawn({ ...drawn, price }, 1)).toMatchObject({
        price: '',
        discountRate: '1',
        taxRate: '0',
        netAmount: null,
      })
  })

  it('keeps its place within its own warehouse alone', () => {
    expect(lineOfDrawn(drawn, 1)).toMatchObject({ locationId: 5, locationCode: 'A-01', available: '9' })
    expect(lineOfDrawn(drawn, 2)).toMatchObject({ locationId: null, locationCode: null, available: undefined })
  })

  it('bears of the former document’s discount what its quantity bears: of 10.00 for 3 pieces 3.33 for one', () => {
    const values = lineOfDrawn({ ...drawn, drawnDiscount: '10.00' }, 1)
    expect(values.drawn).toEqual({ qty: '3', discount: '10.00' })
    expect(['1', '2', '3', '4', 'x', ''].map((qty) => borneDiscount(line({ ...values, qty })))).toEqual([
      '3.33',
      '6.67',
      '10.00',
      '10.00',
      '0',
      '0',
    ])
    expect(lineOfDrawn(drawn, 1)).not.toHaveProperty('drawn')
    expect([borneDiscount(line({ qty: '1' })), borneDiscount(undefined)]).toEqual(['0', '0'])
  })
})

describe('what a line of a return credits', () => {
  const charged = { qty: '3', charged: '100', tax: '0', returnedQty: '0', credited: '0', creditedTax: '0' }
  const proposed = line({ charged, priceSource: 'source', qty: '1', price: '33.33', netAmount: '33.33' })

  it('is proposed as long as nobody typed a price or an amount, and something was charged', () => {
    expect(isProposedCredit(proposed)).toBe(true)
    expect(isProposedCredit({ ...proposed, netAmount: null })).toBe(true)
    expect(isProposedCredit({ ...proposed, netAmount: '33,' })).toBe(false)
    expect(isProposedCredit({ ...proposed, priceSource: 'manual' })).toBe(false)
    expect(isProposedCredit({ ...proposed, charged: undefined })).toBe(false)
  })

  it('is the same until quantity, price, amount or discount change', () => {
    expect(isSameCredit(proposed, { ...proposed, remark: '破损' })).toBe(true)
    for (const change of [{ qty: '2' }, { price: '30' }, { netAmount: '30.00' }, { discountRate: '0.9' }])
      expect([change, isSameCredit(proposed, { ...proposed, ...change })]).toEqual([change, false])
    expect([isSameCredit(undefined, proposed), isSameCredit(proposed, undefined)]).toEqual([false, false])
    expect(isSameCredit(undefined, undefined)).toBe(true)
  })

  it('gives the price: 100.00 for 3 pieces at 95折 is 35.0877; without a quantity it stays as it was', () => {
    const three = line({ qty: '3', price: '40', discountRate: '0.95' })
    expect(creditedAt(three, '100')).toEqual({ netAmount: '100', price: '35.0877' })
    expect(creditedAt({ ...three, qty: '0' }, '100').price).toBe('40')
    expect(creditedAt({ ...three, qty: '0', price: 'x' }, '100').price).toBe('0')
  })
})

describe('a saved line in the editor', () => {
  const view = { qty: '3', price: '10', discountRate: '0.9', taxRate: '0.13', netAmount: '27.00', tax: '3.11' }
  const shown = (more: object, isDraft = true) => lineOfView({ ...view, ...more } as unknown as GoodsLineView, isDraft)

  it('has an amount of its own only where the price does not give it', () => {
    expect(shown({})).toMatchObject({ qty: '3', price: '10', discountRate: '0.9', netAmount: null, pending: '' })
    expect(shown({ netAmount: '27' }).netAmount).toBeNull()
    expect(shown({ netAmount: '26.99' }).netAmount).toBe('26.99')
    expect([shown({ netAmount: null }).netAmount, shown({ netAmount: undefined }).netAmount]).toEqual([null, null])
  })

  it('waits for its price, or hides it', () => {
    expect(shown({ price: null, netAmount: '5.00' })).toMatchObject({ price: '', netAmount: null, isHidden: false })
    const hidden = { price: undefined, discountRate: undefined, taxRate: undefined, netAmount: undefined }
    expect(shown(hidden)).toMatchObject({ price: '', discountRate: '1', taxRate: '0', isHidden: true })
    expect(shown({}).isHidden).toBe(false)
  })

  it('keeps its tax once it is no draft any more', () => {
    expect([shown({}).postedTax, shown({}, false).postedTax, shown({ tax: null }, false).postedTax]).toEqual([
      undefined,
      '3.11',
      undefined,
    ])
  })
})
