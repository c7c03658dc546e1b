import type { DeclinedLine, GuaranteedLine } from '@chepu/contract/repair/car-offers'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { expect, test } from 'vitest'
import type { DocumentData } from '../../kit/document/document-editor-store'
import { moneyOf, type OrderLine, stateOfLine } from './order-lines'
import { OrderStore } from './order-store'

const item: LookupServiceItem = {
  id: 7,
  code: 'BY01',
  name: '更换机油机滤',
  workerTypeId: 2,
  workerTypeName: '机电',
  businessTypeId: null,
  pricingMode: 'hours',
  stdHours: '0.500000',
  price: '120.0000',
  amount: '60.00',
  warrantyHours: null,
  taxRateId: 1,
  taxRate: '0.13',
  allowsDiscount: true,
  qualityKm: null,
  qualityDays: 30,
  parts: [
    { partId: 11, code: 'F1', name: '机滤', unit: '个', qty: '1.0000', isConsumable: false },
    { partId: 12, code: 'R1', name: '抹布', unit: '块', qty: '2.0000', isConsumable: true },
  ],
}
const priced = new Map([
  ['F1', { partId: 11, partCode: 'F1', price: '45', discountRate: '1', taxRate: '0.13' }],
  ['R1', { partId: 12, partCode: 'R1', price: '1', discountRate: '1', taxRate: '0.13' }],
])
const view = (line: object) => ({
  qty: '1.0000',
  price: '10.0000',
  discountRate: '1.0000',
  pricingMode: 'fixed',
  stdHours: '0',
  payer: 'customer',
  agreement: 'agreed',
  isConsumable: false,
  declinedReason: '',
  ...line,
})
const saved = (lines: object): DocumentData => ({
  header: { id: 9, billNo: 'WX001', state: 'confirmed', version: 3, vehicleId: 5, plate: '京A88888', partnerId: 4 },
  can: [],
  labour: [],
  materials: [],
  extras: [],
  outsourced: [],
  ...lines,
})

test('an item brings its price on this car and its material, which names it; consumables count for nothing', () => {
  const order = new OrderStore('0.06')
  order.takeItems(undefined, [item], priced)
  const { sections } = order.editor.payload()
  expect(sections['labour']).toMatchObject([{ name: '更换机油机滤', stdHours: '0.5', price: '120', qualityDays: 30 }])
  expect(sections['materials']).toMatchObject([
    { partId: 11, qty: '1', price: '45', labourNo: 1, isConsumable: false },
    { partId: 12, qty: '2', labourNo: 1, isConsumable: true },
  ])
  expect(order.totals(true)).toEqual({
    labourAmount: '60.00',
    materialAmount: '45.00',
    otherAmount: '0.00',
    totalAmount: '105.00',
  })
})

test('the type of business says who pays for new lines, and leaves those that stand', () => {
  const order = new OrderStore('0.06')
  order.sections.extras.append([{ name: '拖车', price: '200' }])
  order.setPayer('insurance')
  order.sections.extras.append([{ name: '检测', price: '50' }])
  const waiting = order.sections.outsourced.lineAt(0) as OrderLine
  order.sections.outsourced.update(waiting.key, { name: '喷漆' })
  const { sections } = order.editor.payload()
  expect(sections['extras']?.map(({ payer }) => payer)).toEqual(['customer', 'insurance'])
  expect(sections['outsourced']?.map(({ payer }) => payer)).toEqual(['insurance'])
  // Fees and 外协 begin with the rate of labour.
  expect(sections['extras']?.map(({ taxRate }) => taxRate)).toEqual(['0.06', '0.06'])
  expect(sections['outsourced']?.map(({ taxRate }) => taxRate)).toEqual(['0.06'])
})

test('a line is split into two whose amounts add up to it', () => {
  const order = new OrderStore('0.06')
  const [key = 0] = order.sections.materials.append([
    { partId: 1, partCode: 'A', qty: '3', price: '33.335', payer: 'insurance' },
  ])
  expect(moneyOf(order.sections.materials.line(key) as OrderLine).netAmount).toBe('100.01')
  expect(order.split('materials', key, '4')).toBe('拆出数量应大于0、小于 3')
  expect(order.split('materials', key, '1')).toBeUndefined()
  const [first, second] = order.sections.materials.filled()
  expect([first, second].map((line) => line && [line.qty, moneyOf(line).netAmount, line.payer])).toEqual([
    ['2', '66.67', 'insurance'],
    ['1', '33.34', 'insurance'],
  ])
})

test('what was saved keeps its id and its labour, and what was declined is read and not summed', () => {
  const order = new OrderStore('0.06')
  order.editor.load(
    saved({
      labour: [view({ id: 21, lineNo: 1, name: '钣金' })],
      materials: [
        view({ id: 31, partId: 3, labourNo: 1, name: '' }),
        view({ id: 32, partId: 4, agreement: 'declined', declinedReason: '价格' }),
      ],
    }),
    true,
  )
  const { sections } = order.editor.payload()
  expect(sections['materials']).toMatchObject([
    { id: 31, labourNo: 1 },
    { id: 32, labourNo: null },
  ])
  expect(order.totals(true).totalAmount).toBe('20.00')
  expect(order.sections.materials.filled().map((line) => stateOfLine(line, true))).toEqual(['已确认', '不做：价格'])
  order.sections.extras.append([{ name: '拖车', price: '1' }])
  expect(order.open()).toEqual([])
})

test('a former order begins a new one without what was declined; a rework costs the customer nothing and names what it repeats', () => {
  const former = saved({
    labour: [view({ id: 21, name: '钣金' }), view({ id: 22, name: '喷漆', agreement: 'declined' })],
    materials: [view({ id: 31, partId: 3, labourNo: 1 })],
  })
  const copied = new OrderStore('0.06')
  copied.beginFrom(former)
  expect(copied.editor.header()).toMatchObject({ vehicleId: 5, partnerId: 4, reworkOfId: null })
  expect(copied.editor.payload().sections).toMatchObject({
    labour: [{ name: '钣金', price: '10', id: undefined }],
    materials: [{ partId: 3, labourNo: 1 }],
  })
  const rework = new OrderStore('0.06')
  rework.beginFrom(former, { header: { businessTypeId: 8 }, only: 21 })
  expect(rework.editor.header()).toMatchObject({ reworkOfId: 9, businessTypeId: 8 })
  expect(rework.editor.payload().sections).toMatchObject({
    labour: [{ name: '钣金', price: '0', payer: 'rework', reworkOfLineId: 21 }],
    materials: [],
  })
})

test('what was left undone is written on the order and points back', () => {
  const order = new OrderStore('0.06')
  const line = {
    id: 77,
    section: 'materials',
    partId: 3,
    partCode: 'P3',
    partName: '刹车片',
    qty: '2.0000',
    price: '90.0000',
    taxRate: '0.13',
    isConsumable: false,
    name: '',
    stdHours: '0',
    pricingMode: null,
  } as unknown as DeclinedLine
  order.addDeclined([line])
  expect(order.editor.payload().sections['materials']).toMatchObject([
    { partId: 3, qty: '2', price: '90', sourceLineId: 77 },
  ])
})

test('parts that the customer brings cost him nothing', () => {
  const order = new OrderStore('0.06')
  const [key = 0] = order.sections.materials.append([{ partId: 1, partCode: 'A', qty: '2', price: '50' }])
  order.sections.materials.update(key, { isCustomerSupplied: true })
  expect(order.editor.payload().sections['materials']).toMatchObject([{ price: '0', isCustomerSupplied: true }])
  expect(order.totals(true).totalAmount).toBe('0.00')
})

test('an order says by which plate or VIN its car was found', () => {
  const { editor } = new OrderStore('0.06')
  expect(editor.beside()).toEqual({})
  editor.setHeader({ vehicleId: 3, plate: '', vin: 'LSVAA4187C2184847' })
  expect(editor.beside()).toEqual({ car: 'LSVAA4187C2184847' })
  editor.setHeader({ vehicleId: 4, plate: '京B77777' })
  expect(editor.beside()).toEqual({ car: '京B77777' })
})

test('what the shop still answers for is done again as the line that the customer would pay, else as a new one', () => {
  const order = new OrderStore('0.06')
  order.sections.labour.append([{ name: '更换水泵', serviceItemId: 3, price: '50' }])
  const former: GuaranteedLine = {
    id: 41,
    orderId: 40,
    billNo: 'WX01',
    bizDate: '2026-10-01',
    section: 'labour',
    until: '至 2026-12-01',
    serviceItemId: 3,
    name: '更换水泵',
    workerTypeId: null,
    workerTypeName: null,
    pricingMode: 'fixed',
    stdHours: '0',
    partId: null,
    partCode: null,
    partName: null,
    brandName: null,
    spec: null,
    unitName: null,
    qty: '1.0000',
  }
  order.addRework(former)
  expect(order.repeats(41)).toBe(true)
  expect(order.sections.labour.filled()).toMatchObject([{ payer: 'rework', price: '0', reworkOfLineId: 41 }])
  order.addRework({ ...former, id: 42, section: 'materials', partId: 5, partName: '水泵', serviceItemId: null })
  expect(order.sections.materials.filled()).toMatchObject([{ payer: 'rework', price: '0', sourceLineId: 42 }])
  expect(order.editor.header()).toMatchObject({ reworkOfId: 40, reworkOfNo: 'WX01' })
})
