import { listEmployees, listWarehouses, resolveParts, searchPartners } from '@chepu/contract/basics/lookups'
import { listBays, listBusinessTypes, type LookupServiceItem, searchServiceItems } from '@chepu/contract/repair/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import ReservationEditor from './editor'

const item: LookupServiceItem = {
  id: 9,
  code: 'BY01',
  name: '小保养',
  workerTypeId: 1,
  workerTypeName: '机电',
  businessTypeId: null,
  pricingMode: 'hours',
  stdHours: '0.500000',
  price: '80.0000',
  amount: '40.00',
  warrantyHours: null,
  taxRateId: 1,
  taxRate: '0.06',
  allowsDiscount: true,
  qualityKm: null,
  qualityDays: null,
  parts: [{ partId: 3, code: 'P000007', name: '机油滤清器', unit: '个', qty: '1.0000', isConsumable: false }],
}
const sold = lookupPart({ partId: 3, partCode: 'P000007', partName: '机油滤清器', price: '33.5000' })

beforeEach(() => {
  server.on(readTableConfig, () => ({ columns: [] }))
  for (const lookup of [listBays, listBusinessTypes, listEmployees, listWarehouses])
    server.on(lookup, () => ({ rows: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
})

test('begins with the customer whom its link names', async () => {
  server.on(searchPartners, () => ({
    rows: [{ id: 6, code: 'K00088', name: '车主甲', cusFlag: 1, mobile: null }],
    more: false,
  }))
  draw(<ReservationEditor />, { params: { new: '1', partnerId: '6' } })
  await expect.element(page.getByLabelText('客户', { exact: true })).toHaveValue('车主甲')
  expect(server.asked(searchPartners)[0]?.query).toMatchObject({ ids: [6] })
})

test('by keyboard an item is planned, with its material as the customer pays for it', async () => {
  server.on(searchServiceItems, () => ({ rows: [item], more: false }))
  server.on(resolveParts, () => ({ matches: [{ code: 'P000007', parts: [sold] }] }))
  draw(<ReservationEditor />, { params: { new: '1' } })
  await page.getByLabelText('联系人').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}{Enter}')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('小保养')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('row', { name: /P000007 机油滤清器/ })).toHaveTextContent('33.50')
})

test('a save waits for the material of an item that was just chosen', async () => {
  server.on(searchServiceItems, () => ({ rows: [item], more: false }))
  let read = () => {}
  server.on(
    resolveParts,
    () => new Promise((resolve) => (read = () => resolve({ matches: [{ code: 'P000007', parts: [sold] }] }))),
  )
  draw(<ReservationEditor />, { params: { new: '1' } })
  await page.getByLabelText('联系人').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}{Enter}')
  await expect.element(page.getByRole('dialog')).toHaveTextContent('小保养')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.asked(resolveParts).length).toBe(1)
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(page.getByText('请填写车辆').elements()).toEqual([])
  read()
  await expect.element(page.getByText('请填写车辆').first()).toBeVisible()
  await expect.element(page.getByRole('row', { name: /P000007 机油滤清器/ })).toBeVisible()
})
