import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { GoodsLineView } from '@chepu/contract/kernel/goods-document'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { expect, test } from 'vitest'
import { GoodsStore } from './goods-store'
import { amountInWords } from './totals-strip'
import { lineOfView, type LineValues } from '../goods/document-lines'

const part = (partId: number, more: LineValues = {}): LineValues => ({
  partId,
  partCode: `P${partId}`,
  qty: '2',
  price: '10',
  ...more,
})

const filled = () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({})
  store.editor.setHeader({ partnerId: 7, partnerName: '恒达汽配', warehouseId: 1 })
  store.lines.append([part(1), part(2)])
  return store
}

test('a new document takes the defaults of the contract and is not dirty', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({ handlerId: 3, unknown: 1 })
  expect(store.editor.header()).toMatchObject({
    invoiceKind: 'none',
    taxIncluded: true,
    orderDiscount: '0',
    handlerId: 3,
  })
  expect(store.editor.header()).not.toHaveProperty('unknown')
  expect(store.editor.dirty()).toBe(false)
})

test('a save sends the fields of the contract and no blank line', () => {
  const { header, sections, keys } = filled().editor.payload()
  expect(sections.lines).toHaveLength(2)
  expect(keys.lines).toHaveLength(2)
  expect(sections.lines?.[0]).not.toHaveProperty('partCode')
  expect(header).not.toHaveProperty('partnerName')
  expect(goodsReceipt.header.safeParse(header).success).toBe(true)
})

test('what is missing is named in the words of the screen', () => {
  const store = filled()
  store.editor.setHeader({ partnerId: null })
  store.lines.append([part(3, { price: '', qty: '' })])
  expect(store.editor.check()).toEqual([
    { path: 'header.partnerId', message: '请填写供应商' },
    { path: 'lines.2.qty', message: '第3行 请填写数量' },
  ])
})

test('a figure of the header that is none is told by its title, at the field and by the save', () => {
  for (const [typed, message] of [
    ['12abc', '整单优惠：“12abc”带有“abc”，请只填数字'],
    ['1.234,50', '整单优惠：“1.234,50”的千位逗号位置不对'],
    ['00123', '整单优惠：“00123”以0开头，不是数字'],
    ['12.345', '整单优惠：金额应不小于0，且最多2位小数'],
  ] as const) {
    const store = filled()
    store.editor.setHeader({ orderDiscount: typed })
    store.editor.answerHeader('orderDiscount')
    expect(store.editor.errors()).toEqual({ orderDiscount: message })
    expect(store.editor.check()).toEqual([{ path: 'header.orderDiscount', message }])
  }
})

test('a figure of a line that is none is not sent as another one', () => {
  const store = filled()
  store.lines.append([part(3, { qty: '00123' }), part(4, { price: '12abc' }), part(5, { qty: '0' })])
  expect(store.editor.check()).toEqual([
    { path: 'lines.2.qty', message: '第3行 数量：“00123”以0开头，不是数字' },
    { path: 'lines.3.price', message: '第4行 进价：“12abc”带有“abc”，请只填数字' },
    { path: 'lines.4.qty', message: '第5行 数量必须大于0' },
  ])
})

test('the total has the freight that the kind puts on the partner’s bill', () => {
  const total = (store: GoodsStore, header: object) => {
    store.lines.append([part(1)])
    store.editor.setHeader({ freight: '6', ...header })
    return store.totals.totals().totalTaxed
  }
  expect(total(new GoodsStore(goodsReceipt), { freightPayer: 'partner' })).toBe('26.00')
  expect(total(new GoodsStore(goodsReceipt), { freightPayer: 'us' })).toBe('20.00')
  expect(total(new GoodsStore(salesReturn), { freightPayer: 'us' })).toBe('26.00')
  expect(total(new GoodsStore(salesReturn), { freightPayer: 'us', carrierId: 3 })).toBe('20.00')
  expect(total(new GoodsStore(salesReturn), { freightPayer: 'partner' })).toBe('20.00')
})

test('errors of the server stand at the sent line, even when lines have moved since', () => {
  const store = filled()
  const { keys } = store.editor.payload()
  store.lines.insert(0, [part(9)])
  const rest = store.editor.showErrors(
    [
      { path: 'lines.1.qty', message: '超出剩余数量' },
      { path: 'header.warehouseId', message: '没有权限' },
      { path: 'other', message: '其他' },
    ],
    keys,
  )
  expect(store.lines.firstError()).toEqual({ key: keys.lines?.[1], field: 'qty', message: '超出剩余数量' })
  expect(store.editor.errors()).toEqual({ warehouseId: '没有权限' })
  expect(rest).toEqual(['其他'])
})

test('what is typed while a save is under way stays unsaved', () => {
  const store = filled()
  const { revision } = store.editor.payload()
  store.editor.setHeader({ remark: '加急' })
  store.editor.saved({ id: 5, billNo: 'RK1', version: 1, state: 'draft', can: [] }, revision)
  expect(store.editor.dirty()).toBe(true)
  store.editor.saved({ id: 5, billNo: 'RK1', version: 2, state: 'draft', can: [] }, store.editor.payload().revision)
  expect(store.editor.dirty()).toBe(false)
})

test('a draft brings header, lines and version back', () => {
  const draft = structuredClone(filled().editor.draft())
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({})
  store.editor.restore({ ...draft, version: 4 })
  expect(store.editor.header()).toMatchObject({ partnerId: 7, partnerName: '恒达汽配' })
  expect(store.lines.filled().map((line) => line.partId)).toEqual([1, 2])
  expect(store.editor.meta().version).toBe(4)
  expect(store.totals.totals().totalTaxed).toBe('40.00')
  expect(store.editor.dirty()).toBe(true)
})

test('an answer asked before a change does not stand after it', () => {
  const store = new GoodsStore(goodsReceipt)
  const read = (version: number, state: string) => ({
    header: { id: 5, billNo: 'RK1', version, state, isRed: false },
    lines: [],
    can: [],
  })
  store.editor.load(read(3, 'draft'), true)
  store.editor.setHeader({ remark: '改过' })
  store.editor.load(read(2, 'done'), true)
  expect(store.editor.meta()).toMatchObject({ version: 3, state: 'draft' })
  expect(store.editor.header().remark).toBe('改过')
  store.editor.load(read(4, 'done'), true)
  expect(store.editor.meta()).toMatchObject({ version: 4, state: 'done' })
})

test('a kind that knows no tax counts none, whatever the rate of the part', () => {
  const store = new GoodsStore(otherIn)
  store.lines.append([part(1, { qty: '3', price: '113', taxRate: '0.13' }) as LineValues])
  expect(store.totals.totals()).toMatchObject({ totalUntaxed: '339.00', totalTax: '0.00', totalTaxed: '339.00' })
})

test('a typed net amount survives saving, a counted one stays counted', () => {
  const view = { qty: '7000', price: '0.0014', discountRate: '1', taxRate: '0', netAmount: '10.00' } as never
  expect(lineOfView(view, true).netAmount).toBe('10.00')
  expect(lineOfView({ ...(view as object), netAmount: '9.80' } as never, true).netAmount).toBeNull()
})

/** What the server answers for a former document: four pieces that bear 10.00 of an order discount. */
const drawn = (header: object = {}) => ({
  header: {
    partnerId: 7,
    partnerName: '恒达汽配',
    warehouseId: 2,
    taxIncluded: true,
    settlementMethodId: 5,
    settlementMethodName: '月结',
    invoiceKind: 'special',
    orderDiscount: '10.00',
    freight: '6.00',
    freightPayer: 'partner',
    remark: '',
    ...header,
  },
  lines: [
    {
      ...(part(1, { qty: '4', price: '25', locationId: 9, batchNo: '', sourceLineId: 31, sourceNo: 'CD1' }) as object),
      warehouseId: 2,
      drawnDiscount: '10.00',
    } as never,
  ],
})

test('a new document begins with what its former one says, above its own proposals, and is no work of the user', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({ handlerId: 3 })
  store.editor.suggest({ warehouseId: 1 })
  store.beginWith(drawn())
  expect(store.editor.header()).toMatchObject({
    warehouseId: 2,
    settlementMethodId: 5,
    orderDiscount: '10.00',
    handlerId: 3,
  })
  expect(store.totals.totals().totalTaxed).toBe('96.00')
  expect(store.editor.dirty()).toBe(false)
})

test('the order discount follows the drawn quantity until somebody types one', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({})
  store.beginWith(drawn())
  const [line] = store.lines.filled()
  store.lines.update(line?.key ?? 0, { qty: '1' })
  expect(store.editor.header().orderDiscount).toBe('2.50')
  store.editor.setHeader({ orderDiscount: '3' })
  store.lines.update(line?.key ?? 0, { qty: '4' })
  expect(store.editor.header().orderDiscount).toBe('3')
})

/** What the server answers for the saved draft of a part of the same line: five pieces, of which `drawn` may be taken. */
const reopened = (orderDiscount: string, drawn: object | undefined, id = 5) => ({
  header: { id, billNo: 'RK1', version: 1, state: 'draft', isRed: false, taxIncluded: true, orderDiscount },
  lines: [{ ...part(1, { qty: '5.0000', price: '20.0000', netAmount: '100.00' }), drawn } as never],
  can: [],
})

test('the order discount of a draft that was opened again follows the quantity as in the beginning', () => {
  const discountOf = (data: ReturnType<typeof reopened>, qtys: string[]) => {
    const store = new GoodsStore(goodsReceipt)
    store.editor.load(data, true)
    expect(store.editor.dirty()).toBe(false)
    const key = store.lines.filled()[0]?.key ?? 0
    return qtys.map((qty) => {
      store.lines.update(key, { qty })
      return [store.editor.header().orderDiscount, store.totals.totals().totalTaxed]
    })
  }
  expect(discountOf(reopened('5.00', { qty: '10.0000', discount: '10.00' }), ['2', '8', '12'])).toEqual([
    ['2.00', '38.00'],
    ['8.00', '152.00'],
    ['10.00', '230.00'],
  ])
  // Others have meanwhile taken pieces and more than their part of the discount.
  expect(discountOf(reopened('5.00', { qty: '4.0000', discount: '1.00' }), ['4', '2'])).toEqual([
    ['1.00', '79.00'],
    ['0.50', '39.50'],
  ])
  // One that was typed comes without, and stays.
  expect(discountOf(reopened('7.00', undefined), ['2'])).toEqual([['7.00', '33.00']])
})

test('a line that leaves an opened draft, and one that joins it, bring their own part of the discount only', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.load(reopened('5.00', { qty: '0.0000', discount: '0.00' }), true)
  store.take(drawn(), [])
  expect(store.editor.header().orderDiscount).toBe('10.00')
  store.lines.remove([store.lines.filled()[0]?.key ?? 0])
  expect(store.editor.header().orderDiscount).toBe('10.00')
  const typed = new GoodsStore(goodsReceipt)
  typed.editor.load(reopened('7.00', undefined), true)
  typed.take(drawn(), [])
  expect(typed.editor.header().orderDiscount).toBe('17.00')
})

test('what the user typed is asked about, what the program proposed is not', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({})
  store.editor.suggest({ warehouseId: 1 })
  store.editor.propose({ settlementMethodId: 4 })
  store.editor.setHeader({ invoiceKind: 'normal', remark: '急', freight: '8' })
  expect(store.differences(drawn().header).toSorted()).toEqual(['freight', 'invoiceKind'])
  store.take(drawn(), ['freight', 'invoiceKind'])
  expect(store.editor.header()).toMatchObject({
    warehouseId: 2,
    settlementMethodId: 5,
    settlementMethodName: '月结',
    invoiceKind: 'normal',
    freight: '8',
    remark: '急',
    orderDiscount: '10.00',
  })
})

test('a document with lines keeps what it says unless told otherwise; discounts and freight are added', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({})
  store.beginWith(drawn())
  const other = drawn({ warehouseId: 3, settlementMethodId: 8, freight: '2.50' })
  expect(store.differences(other.header).toSorted()).toEqual(['settlementMethodId', 'warehouseId'])
  store.take(other, ['settlementMethodId', 'warehouseId'])
  expect(store.editor.header()).toMatchObject({ warehouseId: 2, settlementMethodId: 5, settlementMethodName: '月结' })
  expect(store.editor.header()).toMatchObject({ orderDiscount: '20.00', freight: '8.50' })
  store.take(drawn({ settlementMethodId: 8, warehouseId: 3 }), [])
  expect(store.editor.header()).toMatchObject({ warehouseId: 3, settlementMethodId: 8 })
  expect(store.lines.filled().map((line) => line.locationId)).toEqual([9, 9, null])
})

test('a document of which every line waits for its price has no amount; one typed price is enough', () => {
  const store = new GoodsStore(goodsReceipt)
  store.editor.reset({})
  expect(amountInWords(store)).toBeUndefined()
  const [first = 0] = store.lines.append([part(1, { price: '' }), part(2, { price: '' })])
  expect(amountInWords(store)).toBe('待定价')
  store.lines.update(first, { price: '0' })
  expect(amountInWords(store)).toBeUndefined()
  store.lines.update(first, { price: '' })
  expect(amountInWords(store)).toBe('待定价')
  store.lines.update(first, { netAmount: '8' })
  expect(amountInWords(store)).toBeUndefined()
})

test('prices that are kept back are no prices that are waited for, and a cost that is left to the program is 0', () => {
  const line = { id: 1, partId: 1, partCode: 'P1', qty: '2.0000' } as GoodsLineView
  const shown = (header: object) => {
    const store = new GoodsStore(goodsReceipt)
    store.editor.load({ header: { id: 1, version: 1, ...header }, lines: [line], can: [] }, true)
    return amountInWords(store)
  }
  expect([shown({ state: 'draft' }), shown({ state: 'done' })]).toEqual(['', ''])
  const found = new GoodsStore(otherIn)
  found.editor.reset({})
  found.lines.append([part(1, { price: '' })])
  expect(amountInWords(found)).toBeUndefined()
})

/** A line of a return of 3 pieces that were charged 1.00 together, as it is drawn. */
const returning = (netAmount = '1.00') =>
  ({
    ...part(1, { qty: '3', price: '0.3333', priceSource: 'source', netAmount, sourceLineId: 31, sourceNo: 'XS1' }),
    warehouseId: 1,
    charged: { qty: '3', charged: '1.00', tax: '0', returnedQty: '0', credited: '0', creditedTax: '0' },
  }) as never

test('credits of one former line follow one after the other until somebody types one', () => {
  const store = new GoodsStore(salesReturn)
  store.editor.reset({})
  store.beginWith({ header: { taxIncluded: true }, lines: [returning()] })
  store.take({ header: {}, lines: [returning()] }, [])
  const [first = 0, second = 0] = store.lines.filled().map((line) => line.key)
  const credits = () => store.lines.filled().map((line) => line.netAmount)
  expect(credits()).toEqual(['1.00', '0.00'])
  store.lines.update(second, { qty: '1' })
  store.lines.update(first, { qty: '2' })
  expect(credits()).toEqual(['0.67', '0.33'])
  expect(store.lines.line(first)?.price).toBe('0.3350')
  // What was typed stays, and leaves the rest to the lines after it.
  store.lines.update(first, { netAmount: '0.50', price: '0.25', priceSource: 'manual' })
  expect(credits()).toEqual(['0.50', '0.50'])
  store.lines.update(first, { qty: '1', netAmount: null, price: '0.10' })
  expect(credits()).toEqual([null, '0.57'])
  const [gone] = [store.lines.line(first)]
  store.lines.remove([first])
  expect(credits()).toEqual(['0.33'])
  store.lines.insert(0, [{ ...gone, netAmount: '0.20' }])
  expect(credits()).toEqual(['0.20', '0.47'])
})
