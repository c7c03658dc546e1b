import { type CarInfo, carInfoRoute } from '@chepu/contract/customers/car-info'
import { listEmployees, listWarehouses } from '@chepu/contract/basics/lookups'
import { repairHeaderFields } from '@chepu/contract/kernel/repair-document'
import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { type BillPrices, warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { replaceParts } from '@chepu/contract/warranty/remedy'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import { BillStore } from './bill-store'
import WarrantyBillEditor from './editor'

const terms: BillPrices = {
  policies: [{ termId: 4, name: '整车三包' }],
  policyTermId: 4,
  isInTerm: false,
  termText: '超期 12 天',
  claimBy: null,
  soldOn: null,
  doubts: [],
  photos: ['铭牌'],
  returnsOldParts: false,
  outingRate: '2.5000',
  labourRate: '120.0000',
  labour: [{ serviceItemId: 9, hours: '1.500000' }],
  parts: [],
}
const item: LookupServiceItem = {
  id: 9,
  code: 'SB01',
  name: '更换水泵',
  workerTypeId: 1,
  workerTypeName: '机电',
  businessTypeId: null,
  pricingMode: 'hours',
  stdHours: '0.500000',
  price: '80.0000',
  amount: '40.00',
  warrantyHours: null,
  taxRateId: 1,
  taxRate: '0.13',
  allowsDiscount: true,
  qualityKm: null,
  qualityDays: null,
  parts: [],
}
const car: CarInfo = {
  id: 7,
  version: 1,
  plate: '鄂AW7103',
  vin: 'LSVAA4187H2123456',
  engineNo: '',
  carName: '大众 朗逸',
  seriesId: null,
  modelId: null,
  carTypeId: null,
  carTypeName: null,
  colorName: null,
  usage: 'private',
  partnerId: 6,
  partnerName: '车主甲',
  partnerMobile: '',
  driverName: '',
  driverMobile: '',
  mileage: null,
  mileageOn: null,
  avgDailyKm: null,
  invoicedOn: '2026-03-05',
  insurerId: null,
  compulsoryExpiresOn: null,
  commercialExpiresOn: null,
  inspectionExpiresOn: null,
  nextMaintenanceOn: null,
  nextMaintenanceKm: null,
  remark: '',
  isActive: true,
}
const header = {
  ...Object.fromEntries(repairHeaderFields(warrantyBill).map((name) => [name, null])),
  id: 5,
  orgId: 1,
  kind: warrantyBill.kind,
  billNo: 'SB012611280001',
  bizDate: '2026-11-28',
  state: 'draft',
  version: 1,
  isRed: false,
  partnerId: 6,
  partnerName: '车主甲',
  vehicleId: null,
  manufacturerId: 7,
  manufacturerName: '测试厂家',
  partnerKind: 'person',
  contactName: '',
  contactMobile: '',
  complaint: '',
  checkedVin: '',
  termReason: '',
  termText: '',
  remark: '',
  reason: '',
  taxIncluded: true,
  creatorId: 1,
  createdAt: '2026-11-28T01:00:00.000Z',
  printCount: 0,
  revision: 0,
  ...Object.fromEntries(
    repairHeaderFields(warrantyBill).flatMap((name) =>
      /Amount$|Due$|^(orderDiscount|deductible|salvage|packaged|depreciation|assessed.*)$/.test(name)
        ? [[name, '0.00']]
        : [],
    ),
  ),
  confirmedAmount: null,
}

beforeEach(() => {
  server.on(readTableConfig, () => ({ columns: [] }))
  for (const lookup of [listEmployees, listWarehouses]) server.on(lookup, () => ({ rows: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  server.on(resourceRoutes.list, () => ({ rows: [], mayChange: true, mayRemove: true }))
  server.on(
    warrantyBill.routes.read,
    () => ({ header, labour: [], materials: [], extras: [], can: ['submit'] }) as never,
  )
  server.on(searchServiceItems, () => ({ rows: [item], more: false }))
  server.on(warrantyBillPrices, () => terms)
})

test('tells by which terms it is claimed, and asks for the photos that they want', async () => {
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  await expect.element(page.getByLabelText('三包检查')).toHaveTextContent('超期 12 天')
  await expect.element(page.getByRole('button', { name: '选择铭牌照片' })).toBeVisible()
})

test('work that is named by its code takes hours and rate of the manufacturer', async () => {
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  await expect.element(page.getByLabelText('三包检查')).toBeVisible()
  await page.getByLabelText('联系人').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}SB01{Enter}')
  await expect.element(page.getByLabelText('合计')).toHaveTextContent('申报额 180.00')
})

test('a bill without a car runs from the day of buying', async () => {
  server.on(warrantyBillPrices, () => ({ ...terms, soldOn: '2026-05-04' }))
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  await expect.element(page.getByLabelText('购买日期')).toHaveValue('2026-05-04')
  for (const name of ['购车日期', '里程', '核对VIN']) expect(page.getByLabelText(name).elements()).toEqual([])
  expect(page.getByRole('button', { name: '换货出库' }).elements()).toEqual([])
})

test('once it is approved, its customer gets another part', async () => {
  const approved = { ...header, state: 'approved', handling: 'replace', settlementId: null }
  server.on(
    warrantyBill.routes.read,
    () => ({ header: approved, labour: [], materials: [], extras: [], can: [] }) as never,
  )
  server.on(replaceParts, () => ({ id: 77 }))
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  await page.getByRole('button', { name: '换货出库' }).click()
  await expect.poll(() => server.asked(replaceParts).length).toBe(1)
})

test('a bill at other prices says so, and takes those of the terms by one press', async () => {
  const names = ['serviceItemCode', 'workerTypeName', 'partCode', 'partName', 'brandName', 'grade', 'spec', 'unitName']
  const nothing = [...names, 'supplierName', 'payerPartnerName', 'agreedAt', 'technicians'].map((name) => [name, null])
  const said = { isAdded: false, isValued: false, agreement: 'agreed', declinedReason: '', workState: 'waiting' }
  const moved = { issuedQty: '0.0000', returnedQty: '0.0000', sourceLineId: 12, remark: '' }
  const work = { name: '更换水泵', serviceItemId: 9, pricingMode: 'hours', qty: '1.0000', stdHours: '1.800000' }
  const place = { id: 31, lineNo: 1, section: 'labour', payer: 'warranty' }
  const labour = [
    { ...Object.fromEntries(nothing), ...place, ...said, ...moved, ...work, price: '130.0000', taxRate: '0.13' },
  ]
  server.on(
    warrantyBill.routes.read,
    () => ({ header, labour, materials: [], extras: [], can: ['save', 'submit'] }) as never,
  )
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  await expect.element(page.getByLabelText('三包检查')).toHaveTextContent('1 行与政策价不同')
  await expect.element(page.getByLabelText('合计')).toHaveTextContent('申报额 234.00')
  await page.getByRole('button', { name: '按政策计价' }).click()
  await expect.element(page.getByLabelText('合计')).toHaveTextContent('申报额 180.00')
  await expect.element(page.getByLabelText('三包检查')).not.toHaveTextContent('与政策价不同')
})

test('a new bill begins with today as the day of the repair', async () => {
  draw(<WarrantyBillEditor />, { params: { new: '1' } })
  await expect.element(page.getByLabelText('修理日期')).toHaveValue(shanghaiDay())
})

test('the car that is chosen brings the day of its invoice', async () => {
  server.on(carInfoRoute, () => ({ rows: [car], more: false }))
  draw(<WarrantyBillEditor />, { params: { new: '1' } })
  await page.getByRole('combobox', { name: '车辆', exact: true }).fill('7103')
  await page.getByRole('option').first().click()
  await expect.element(page.getByLabelText('购车日期')).toHaveValue('2026-03-05')
})

test('while nobody has chosen a policy, the one that judges is named', async () => {
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  await expect
    .element(page.getByRole('combobox', { name: '三包政策' }))
    .toHaveAttribute('placeholder', '自动：整车三包')
})

test('photos that a step was refused for are named among other faults, and red; alone they have the keyboard', async () => {
  const photos = { path: 'header.photos', message: '还缺照片：铭牌' }
  const others = ['boughtOn', 'faultCodeId', 'handling', 'repairedOn'].map((name) => ({
    path: `header.${name}`,
    message: `请填写${name}`,
  }))
  let errors = [...others, photos]
  server.on(warrantyBill.routes.act, () => {
    throw new Refused('invalid', errors[0]?.message ?? '', errors)
  })
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  const photo = page.getByRole('button', { name: '选择铭牌照片' })
  await expect.element(photo).not.toHaveClass(/dangerous/)
  await page.getByRole('button', { name: '提交' }).click()
  await expect.element(page.getByRole('alert').first()).toHaveTextContent(photos.message)
  await expect.element(photo).toHaveClass(/dangerous/)
  await expect.element(page.getByLabelText('购买日期')).toHaveFocus()
  errors = [photos]
  await page.getByRole('button', { name: '提交' }).click()
  await expect.element(photo).toHaveFocus()
})

test('on a phone what 提交 asks for stands open', async () => {
  await page.viewport(390, 844)
  draw(<WarrantyBillEditor />, { params: { id: '5' } })
  for (const name of ['故障代码', '故障描述', '主因件', '处理方式', '购买日期', '修理日期'])
    await expect.element(page.getByLabelText(name).first()).toBeVisible()
  await expect.element(page.getByLabelText('联系人').first()).not.toBeVisible()
})

test('the tax of a fee that was typed by hand is kept, whatever the terms pay for it', () => {
  const bill = new BillStore('0.06')
  const { extras } = bill.tables
  extras.append([{ name: '拖车费', price: '80' }])
  const [key = 0] = extras.order()
  extras.update(key, { taxRate: '0.06' })
  extras.update(key, { name: '外出费', price: '' })
  bill.priceAll(terms)
  expect(bill.editor.payload().sections['extras']).toMatchObject([{ name: '外出费', price: '2.5', taxRate: '0.06' }])
})
