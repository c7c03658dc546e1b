import {
  listDepartments,
  listEmployees,
  listLocations,
  listSettlements,
  listWarehouses,
  partHints,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import SalesOrderEditor from './editor'

const customer = {
  id: 6,
  code: 'K00006',
  name: '东湖汽修',
  cusFlag: 1,
  mobile: null,
  settlementMethodId: 4,
  invoiceKind: 'special',
  salespersonId: 7,
  addresses: [{ text: '武汉市东湖路1号', isDefault: true }],
}

test('a new order begins with the customer whom its link names, and with what is agreed with him; that is no work yet', async () => {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listDepartments, listLocations, listWarehouses, partHints])
    server.on(lookup, () => ({ rows: [] }))
  server.on(
    listEmployees,
    () => ({ rows: [{ id: 7, name: '业务甲', departmentId: null, departmentName: null }] }) as never,
  )
  server.on(
    listSettlements,
    () => ({ rows: [{ id: 4, name: '月结', kind: 'monthly', dayOfMonth: 25, graceDays: 0 }] }) as never,
  )
  server.on(searchPartners, () => ({ rows: [customer], more: false }) as never)
  const tab = draw(<SalesOrderEditor />, { params: { new: '1', partnerId: '6' } })
  await expect.element(page.getByLabelText('客户', { exact: true })).toHaveValue('东湖汽修')
  await expect.element(page.getByLabelText('结算方式', { exact: true })).toHaveValue('月结')
  await expect.element(page.getByLabelText('业务员', { exact: true })).toHaveValue('业务甲')
  expect(tab.isDirty()).toBe(false)
})
