import {
  listDepartments,
  listEmployees,
  listLocations,
  listSettlements,
  listWarehouses,
  partHints,
  resolveParts,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import { later } from '../../../test/server'
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

/** Who is found by his name, with other terms. */
const other = {
  ...customer,
  id: 8,
  code: 'K00008',
  name: '西湖汽修',
  settlementMethodId: 5,
  salespersonId: null,
  addresses: [],
}

function beginServer(named: () => unknown) {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(basicsInfo, () => ({ basics: {}, tree: {} }))
  for (const lookup of [listDepartments, listLocations, listWarehouses, partHints])
    server.on(lookup, () => ({ rows: [] }))
  server.on(
    listEmployees,
    () => ({ rows: [{ id: 7, name: '业务甲', departmentId: null, departmentName: null }] }) as never,
  )
  const settlement = { kind: 'monthly', dayOfMonth: 25, graceDays: 0 }
  server.on(listSettlements, () => ({
    rows: [
      { ...settlement, id: 4, name: '月结' },
      { ...settlement, id: 5, name: '月结30天' },
    ],
  }))
  server.on(
    searchPartners,
    async ({ query }) => (String(query.ids) === '6' ? await named() : { rows: [other], more: false }) as never,
  )
}

const field = (name: string) => page.getByLabelText(name, { exact: true })

test('a new order begins with the customer whom its link names, and with what is agreed with him; that is no work yet', async () => {
  beginServer(() => ({ rows: [customer], more: false }))
  const tab = draw(<SalesOrderEditor />, { params: { new: '1', partnerId: '6' } })
  await expect.element(field('客户')).toHaveValue('东湖汽修')
  await expect.element(field('结算方式')).toHaveValue('月结')
  await expect.element(field('业务员')).toHaveValue('业务甲')
  expect(tab.isDirty()).toBe(false)
})

test('what is agreed with the customer of a link does not come to another one who was chosen meanwhile', async () => {
  const { answer, give } = later()
  beginServer(() => answer)
  draw(<SalesOrderEditor />, { params: { new: '1', partnerId: '6' } })
  await field('客户').fill('西湖')
  await page.getByRole('option', { name: '西湖汽修' }).click()
  await expect.element(field('结算方式')).toHaveValue('月结30天')
  give({ rows: [customer], more: false })
  await answer
  // Whatever the answer did is drawn by then.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(field('客户')).toHaveValue('西湖汽修')
  await expect.element(field('结算方式')).toHaveValue('月结30天')
  await expect.element(field('业务员')).toHaveValue('')
})

test('a settlement that was chosen before the customer of a link is known stays; the rest follows him', async () => {
  const { answer, give } = later()
  beginServer(() => answer)
  draw(<SalesOrderEditor />, { params: { new: '1', partnerId: '6' } })
  await field('结算方式').fill('30')
  await page.getByRole('option', { name: '月结30天' }).click()
  give({ rows: [customer], more: false })
  await expect.element(field('客户')).toHaveValue('东湖汽修')
  await expect.element(field('业务员')).toHaveValue('业务甲')
  await expect.element(field('结算方式')).toHaveValue('月结30天')
})

test('lines that were pasted come while one types elsewhere, and do not call him back', async () => {
  const { answer, give } = later<unknown>()
  beginServer(() => ({ rows: [customer], more: false }))
  server.on(resolveParts, () => answer as never)
  draw(<SalesOrderEditor />, { params: { new: '1', partnerId: '6' } })
  await expect.element(field('客户')).toHaveValue('东湖汽修')
  const cell = page.getByRole('group', { name: '销售订单明细' }).getByRole('textbox')
  await cell.click()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', '编码\t数量\nP1\t2')
  cell.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.poll(() => server.asked(resolveParts).length).toBe(1)
  await field('备注').click()
  await userEvent.keyboard('abc')
  give({ matches: [{ code: 'P1', parts: [lookupPart({ partId: 1, partCode: 'P1', partName: '机滤', price: '30' })] }] })
  await expect.element(page.getByText('已加入 1 行明细')).toBeVisible()
  await expect.element(field('备注')).toHaveFocus()
  await userEvent.keyboard('def')
  await expect.element(field('备注')).toHaveValue('abcdef')
})
