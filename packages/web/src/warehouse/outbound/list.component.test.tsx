import { listWarehouses } from '@chepu/contract/basics/lookups'
import { readTableConfig } from '@chepu/contract/shell/config'
import { actOutbound, type OutboundRow, outboundTabs, readOutbound } from '@chepu/contract/warehouse/outbound'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { deskHeader, deskLine, expectNoSideways } from '../../../test/desk-line'
import Outbound from './list'

const row: OutboundRow = {
  id: 8,
  kind: 'sales_delivery',
  billNo: 'XS0008',
  bizDate: '2026-03-05',
  state: 'approved',
  version: 3,
  partnerName: '江城顺驰',
  warehouseId: 1,
  warehouseName: '主仓',
  lineCount: 2,
  totalQty: '4.5',
  shippedQty: '0',
  carrierId: null,
  carrierName: null,
  waybill: null,
  packages: null,
  address: null,
  arrivedAt: '2026-03-05 09:30:00',
  creatorName: '制单员',
  reason: null,
  remark: '',
}

const place = (locationId: number, locationCode: string, qty: string) => ({
  locationId,
  locationCode,
  pickOrder: locationId,
  batchNo: '',
  qty,
})

/** The desk with one delivery of two lines: 2 filters that lie in two bins, and 2.5 of oil that is nowhere. */
function drawBoard() {
  server.on(readTableConfig, () => ({ columns: [] }))
  server.on(listWarehouses, () => ({ rows: [] }))
  for (const { list, totals } of outboundTabs) {
    server.on(list, () => ({ rows: [row], more: false }))
    server.on(totals, () => ({ count: 1, sums: {} }))
  }
  server.on(readOutbound, () => ({
    header: deskHeader(row),
    lines: [
      { ...deskLine(1, '机油滤清器', '2'), barcodes: [], picks: [place(1, 'A-01', '1'), place(2, 'B-02', '1')] },
      { ...deskLine(2, '全合成机油', '2.5'), barcodes: [], picks: [] },
    ],
    can: [outboundTabs.find(({ def }) => def.kind === row.kind)?.def.board.action ?? ''],
  }))
  server.on(actOutbound, () => ({ id: 8, billNo: 'XS0008', version: 4, state: 'done', can: [] }))
  draw(<Outbound />)
}

const dialog = () => page.getByRole('dialog').first()
const line = (no: number) => dialog().getByRole('article', { name: `第${no}行` })

test('on a phone the lines to pick are cards: bins, what is asked for and what is checked, without going sideways', async () => {
  await page.viewport(390, 844)
  drawBoard()
  await page.getByRole('button', { name: /XS0008/ }).click()
  await expect.element(line(1)).toHaveTextContent('机油滤清器')
  await expect.element(line(1)).toHaveTextContent('应发 2 个')
  await expect.element(line(1)).toHaveTextContent('A-01×1，B-02×1')
  await expect.element(line(2)).toHaveTextContent('无库存')
  expect(dialog().getByRole('table').elements()).toEqual([])
  expectNoSideways(dialog().element())

  const checked = (no: number) => dialog().getByRole('textbox', { name: `第${no}行已复核数量`, exact: true })
  await expect.element(checked(1)).toHaveAttribute('inputmode', 'decimal')
  await expect.element(line(1).getByRole('button', { name: '减一' })).toBeDisabled()
  await line(1).getByRole('button', { name: '加一' }).click()
  await expect.element(checked(1)).toHaveValue('1')
  await checked(2).fill('2')
  await line(2).getByRole('button', { name: '加一' }).click()
  await expect.element(checked(2)).toHaveValue('2.5')
  await expect.element(line(2).getByRole('button', { name: '加一' })).toBeDisabled()
  await dialog().getByRole('button', { name: '确认出库' }).click()
  const question = page.getByRole('dialog').last()
  await expect.element(question).toHaveTextContent('应发 2，实发 1')
  await question.getByRole('button', { name: '确认出库' }).click()
  await expect.element(page.getByText('XS0008 已出库')).toBeVisible()
  expect(server.asked(actOutbound)[0]?.body.input).toEqual({
    lines: [
      { lineId: 1, qty: '1' },
      { lineId: 2, qty: '2.5' },
    ],
  })
})

test('on a desk the lines to pick stand in a table, and the filter is called 发货状态', async () => {
  drawBoard()
  await expect.element(page.getByRole('combobox', { name: '发货状态' })).toBeVisible()
  await page.getByRole('button', { name: '拣货出库', exact: true }).click()
  await expect.element(dialog().getByRole('row', { name: /机油滤清器/ })).toHaveTextContent('A-01×1，B-02×1')
  await expect.element(dialog().getByRole('textbox', { name: '第1行已复核数量' })).toHaveValue('0')
})
