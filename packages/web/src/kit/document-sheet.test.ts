import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { expect, test } from 'vitest'
import { fullLayout, goodsSheet } from './document-sheet'

const sheet = (def: typeof salesDelivery | typeof salesReturn, header: object) =>
  goodsSheet(def, { header: { totalTaxed: '100.00', orderDiscount: '0.00', ...header } }, fullLayout(def), '配件店')

test('paper names the freight that is part of its amount, and no other', () => {
  const freight = { freight: '12.00', carrierId: 6 }
  const charged = [{ title: '运费', value: '12.00' }]
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
