import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { expect, test } from 'vitest'
import { fullLayout, goodsSheet, stateMark } from './document-sheet'
import { receiptHtml } from './print-receipt'
import { printHtml } from './print-template'

const sheet = (def: typeof salesDelivery | typeof salesReturn, header: object) =>
  goodsSheet(def, { header: { totalTaxed: '100.00', orderDiscount: '0.00', ...header } }, fullLayout(def), '配件店')

test('paper names the freight that is part of its amount, and no other', () => {
  const freight = { freight: '12.00', carrierId: 6 }
  const charged = expect.arrayContaining([{ title: '运费', value: '12.00' }])
  expect(sheet(salesDelivery, { ...freight, freightPayer: 'partner' }).extras).toEqual(charged)
  expect(sheet(salesDelivery, { ...freight, freightPayer: 'us' }).extras).toEqual([])
  expect(sheet(salesReturn, { ...freight, freightPayer: 'us' }).extras).toEqual([])
  expect(sheet(salesReturn, { ...freight, freightPayer: 'us', carrierId: null }).extras).toEqual(charged)
})

test('paper names the day on which the document is due, also when nobody typed one', () => {
  const due = (header: object) => sheet(salesDelivery, header).fields.find(({ key }) => key === 'dueOn')?.value
  expect(due({ dueOn: null, dueDay: '2026-02-25' })).toBe('2026-02-25')
  expect(due({ dueOn: '2026-03-01', dueDay: '2026-03-01' })).toBe('2026-03-01')
})

const goods = [
  { qty: '2', price: '39.90', discountRate: '0.9', taxRate: '0', untaxed: '71.82', tax: '0.00', taxed: '71.82' },
  { qty: '3', price: '100', discountRate: '1', taxRate: '0', untaxed: '300.00', tax: '0.00', taxed: '300.00' },
]
const printed = (header: object, lines: object[]) =>
  goodsSheet(
    salesDelivery,
    { header: { totalTaxed: '371.82', orderDiscount: '0.00', taxIncluded: true, ...header }, lines },
    {},
    '配件店',
  )
const titleOfPrice = (sheet: ReturnType<typeof printed>) => sheet.columns.find(({ key }) => key === 'price')?.heading

test('a customer can work out his paper: the price is what he pays, and the title says so', () => {
  const discounted = printed({}, goods)
  expect(discounted.lines).toMatchObject([{ price: '35.91' }, { price: '100' }])
  expect(titleOfPrice(discounted)).toBe('折后价')
  expect(titleOfPrice(printed({}, goods.slice(1)))).toBe('单价')

  const taxed = { ...goods[1], taxRate: '0.13', tax: '39.00', taxed: '339.00' }
  const withTax = printed({ taxIncluded: false }, [taxed])
  expect(withTax.lines).toMatchObject([{ price: '113.00' }])
  expect(titleOfPrice(withTax)).toBe('含税单价')
  expect(titleOfPrice(printed({ taxIncluded: false }, [{ ...taxed, discountRate: '0.5' }]))).toBe('折后含税')
})

test('a line that waits for its price has none on paper', () => {
  const waiting = { ...goods[1], price: null, untaxed: null, tax: null, taxed: null }
  expect(printed({ totalTaxed: null }, [waiting]).lines).toMatchObject([{ price: null }])
})

test('what lies between the lines and the amount is named, so that it adds up', () => {
  const header = { orderDiscount: '21.82', freight: '12.00', freightPayer: 'partner', totalTaxed: '362.00' }
  expect(printed(header, goods).extras).toEqual([
    { title: '货款', value: '371.82' },
    { title: '整单优惠', value: '-21.82' },
    { title: '运费', value: '12.00' },
  ])
  expect(printed({}, goods).extras).toEqual([])
})

test('costs that the server keeps back have no column, whatever the template wants', () => {
  const costs = (lines: object[]) =>
    goodsSheet(salesDelivery, { header: { totalTaxed: '371.82' }, lines }, fullLayout(salesDelivery), '配件店')
      .columns.filter(({ key }) => key === 'unitCost' || key === 'costAmount')
      .map(({ title }) => title)
  expect(costs(goods)).toEqual([])
  expect(costs(goods.map((line) => ({ ...line, unitCost: null, costAmount: '0.00' })))).toEqual([
    '单位成本',
    '成本金额',
  ])
})

test('what is not approved, or void, says so beside its title on every paper', () => {
  const marked = (state: string) => [{ ...printed({}, goods), mark: stateMark(salesDelivery, { state }) }]
  const words = { draft: '（草稿）', submitted: '（未审核）', voided: '（已作废）' }
  for (const [state, word] of Object.entries(words)) {
    for (const html of [
      printHtml(marked(state), 'a4', [[9]]),
      printHtml(marked(state), 'form', [[9]]),
      receiptHtml(marked(state)),
    ])
      expect(html).toContain(word)
  }
  for (const state of ['approved', 'partial', 'done', 'closed', 'reversed'])
    expect(printHtml(marked(state), 'a4', [[9]])).not.toContain('（')
})
