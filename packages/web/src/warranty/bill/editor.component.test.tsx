import { listEmployees, listWarehouses } from '@chepu/contract/basics/lookups'
import { repairHeaderFields } from '@chepu/contract/kernel/repair-document'
import { type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { resourceRoutes } from '@chepu/contract/shell/resource'
import { type BillPrices, warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import WarrantyBillEditor from './editor'

const terms: BillPrices = {
  policies: [{ termId: 4, name: '整车三包' }],
  policyTermId: 4,
  isInTerm: false,
  termText: '超期 12 天',
  claimBy: null,
  photos: ['铭牌'],
  returnsOldParts: false,
  outingRate: '2.5000',
  labour: [{ serviceItemId: 9, hours: '1.500000', price: '120.0000' }],
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
