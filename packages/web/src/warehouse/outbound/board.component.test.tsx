import { searchParts } from '@chepu/contract/basics/lookups'
import type { DataOf } from '@chepu/contract/kernel/route'
import { readTableConfig } from '@chepu/contract/shell/config'
import { type OutboundLine, type OutboundRow, outboundTabs, readOutbound } from '@chepu/contract/warehouse/outbound'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deskHeader, deskLine } from '../../../test/desk-line'
import { draw, server } from '../../../test/page'
import { lookupPart } from '../../../test/part'
import { later } from '../../../test/server'
import Outbound from './list'

const row: OutboundRow = {
  id: 7,
  kind: 'other_out',
  billNo: 'QC2601050001',
  bizDate: '2026-01-05',
  state: 'draft',
  version: 1,
  partnerName: null,
  warehouseId: 1,
  warehouseName: '主仓',
  lineCount: 1,
  totalQty: '2',
  shippedQty: '0',
  carrierId: null,
  carrierName: null,
  waybill: null,
  packages: null,
  address: null,
  arrivedAt: '2026-01-05 09:00:00',
  creatorName: '制单员',
  reason: '报损',
  remark: '',
}
const line: OutboundLine = {
  ...deskLine(1, '机油滤清器 卡罗拉/RAV4荣放/凯美瑞', '2'),
  barcodes: [],
  picks: [{ locationId: 3, locationCode: 'A-01-01-01', pickOrder: 1, batchNo: '', qty: '2' }],
}

beforeEach(async () => {
  await page.viewport(390, 844)
  server.on(readTableConfig, () => ({ columns: [] }))
  for (const { list, totals } of outboundTabs) {
    server.on(list, () => ({ rows: [row], more: false }))
    server.on(totals, () => ({ count: 1, sums: {} }))
  }
  server.on(readOutbound, () => ({
    header: deskHeader(row),
    lines: [line],
    can: ['approve'],
  }))
  draw(<Outbound />, { params: { tab: 'other_out' } })
})

const card = () => page.getByRole('article').filter({ hasText: row.billNo })

test('on a phone 新增 stands beside the search, and a document without a partner is called by its number once', async () => {
  await expect.element(card()).toBeVisible()
  await expect.element(page.getByRole('button', { name: '其他出库新增' })).toBeVisible()
  expect(card().element().textContent?.split(row.billNo)).toHaveLength(2)
})

test('on a phone what is checked stands in view', async () => {
  await card().click()
  await expect.element(page.getByRole('textbox', { name: '第1行已复核数量' })).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByText('A-01-01-01×2')).toBeInViewport({ ratio: 1 })
})

test('确认出库 is asked once what was scanned has been found and counted', async () => {
  const found = later<DataOf<typeof searchParts>>()
  server.on(searchParts, () => found.answer)
  await card().click()
  await page.getByRole('textbox', { name: '扫码复核' }).click()
  await userEvent.keyboard('6901{Enter}')
  await page.getByRole('button', { name: /确认出库/ }).click()
  await expect.element(page.getByRole('button', { name: /确认出库/ })).toHaveClass('ant-btn-loading')
  found.give({ rows: [lookupPart({ partId: 1, partCode: 'P-1', partName: '机油滤清器', price: '30' })], more: false })
  await expect.element(page.getByText('以下明细少发，未发部分退回订单：')).toBeVisible()
})
