import { listLocations, listWarehouses, searchParts } from '@chepu/contract/basics/lookups'
import type { DataOf } from '@chepu/contract/kernel/route'
import { readTableConfig } from '@chepu/contract/shell/config'
import { actInbound, type InboundRow, inboundTabs, readInbound } from '@chepu/contract/warehouse/inbound'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Around, draw, server } from '../../../test/page'
import { deskHeader, deskLine, expectNoSideways } from '../../../test/desk-line'
import { lookupPart } from '../../../test/part'
import { later } from '../../../test/server'
import InboundBoard from './board'

const row: InboundRow = {
  id: 7,
  kind: 'goods_receipt',
  billNo: 'RK0007',
  bizDate: '2026-03-05',
  state: 'approved',
  version: 3,
  partnerName: '江城博世',
  warehouseId: 1,
  warehouseName: '主仓',
  lineCount: 2,
  totalQty: '6.5',
  receivedQty: '0',
  arrivedAt: '2026-03-05 09:30:00',
  creatorName: '制单员',
  reason: null,
  remark: '',
}

/** The desk with one receipt of two lines: 4 filters, and 2.5 of oil that lies in A-01. */
function drawBoard(flags: Around['flags'] = {}) {
  server.on(readTableConfig, () => ({ columns: [] }))
  const warehouse = { id: 1, code: 'W1', name: '主仓', kind: 'main', isDefault: true, allowSale: true }
  server.on(listWarehouses, () => ({ rows: [warehouse] }))
  server.on(listLocations, () => ({
    rows: [
      {
        ...warehouse,
        locations: [
          { id: 11, code: 'A-01', zone: null },
          { id: 12, code: 'B-02', zone: null },
        ],
      },
    ],
  }))
  for (const { list, totals } of inboundTabs) {
    server.on(list, () => ({ rows: [row], more: false }))
    server.on(totals, () => ({ count: 1, sums: {} }))
  }
  server.on(readInbound, () => ({
    header: deskHeader(row),
    lines: [
      deskLine(1, '机油滤清器', '4'),
      { ...deskLine(2, '全合成机油', '2.5'), locationId: 11, locationCode: 'A-01' },
    ],
    can: ['post'],
  }))
  server.on(actInbound, () => ({ id: 7, billNo: 'RK0007', version: 4, state: 'done', can: [] }))
  draw(<InboundBoard />, { flags })
}

const dialog = () => page.getByRole('dialog')
const line = (no: number) => dialog().getByRole('article', { name: `第${no}行` })

test('on a phone the lines of a receipt are cards: counted by finger, placed and confirmed without going sideways', async () => {
  await page.viewport(390, 844)
  drawBoard()
  await page.getByRole('button', { name: /RK0007/ }).click()
  await expect.element(line(1)).toHaveTextContent('机油滤清器')
  await expect.element(line(1)).toHaveTextContent('应收 4 个')
  expect(dialog().getByRole('table').elements()).toEqual([])
  expectNoSideways(dialog().element())

  const counted = dialog().getByRole('textbox', { name: '第1行实收', exact: true })
  await expect.element(counted).toHaveAttribute('inputmode', 'decimal')
  await expect.element(line(1).getByRole('button', { name: '加一' })).toBeDisabled()
  await line(1).getByRole('button', { name: '减一' }).click()
  await expect.element(counted).toHaveValue('3')
  const oil = dialog().getByRole('textbox', { name: '第2行实收', exact: true })
  await oil.fill('2')
  await line(2).getByRole('button', { name: '加一' }).click()
  await expect.element(oil).toHaveValue('2.5')
  for (const _ of [1, 2, 3]) await line(2).getByRole('button', { name: '减一' }).click()
  await expect.element(oil).toHaveValue('0')
  await expect.element(line(2).getByRole('button', { name: '减一' })).toBeDisabled()
  await dialog().getByRole('combobox', { name: '第1行货位' }).fill('b-02')
  await dialog().getByRole('textbox', { name: '第1行批次' }).fill('P8')
  await dialog().getByRole('button', { name: '确认入库' }).click()
  await expect.element(page.getByText('RK0007 已入库')).toBeVisible()
  expect(server.asked(actInbound)[0]?.body.input).toEqual({
    lines: [
      { lineId: 1, qty: '3', locationId: 12, batchNo: 'P8' },
      { lineId: 2, qty: '0', locationId: 11, batchNo: '' },
    ],
  })
})

test('on a desk the lines stand in a table; 清零重数 begins from nothing, and the filter is called 收货状态', async () => {
  drawBoard()
  await expect.element(page.getByRole('combobox', { name: '收货状态' })).toBeVisible()
  await page.getByRole('button', { name: '收货', exact: true }).click()
  await expect.element(dialog().getByRole('row', { name: /机油滤清器/ })).toBeVisible()
  await dialog().getByRole('button', { name: '清零重数' }).click()
  await expect.element(dialog().getByRole('textbox', { name: '第1行实收' })).toHaveValue('0')
  await expect.element(dialog().getByRole('status')).toHaveTextContent('没有点到任何货物')
})

test('who may not take goods in at the warehouse is offered the paper alone', async () => {
  await page.viewport(1440, 900)
  drawBoard({ 1: new Set(['view', 'out']) })
  await expect.element(page.getByText('RK0007')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '上架单' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '收货', exact: true })).not.toBeInTheDocument()
})

test('what was scanned counts, however late it is found: the confirmation waits for it, and holds where it cannot be counted', async () => {
  drawBoard()
  const found = later<DataOf<typeof searchParts>>()
  server.on(searchParts, () => found.answer)
  await page.getByRole('button', { name: '收货', exact: true }).click()
  await expect.element(dialog().getByRole('textbox', { name: '扫码' })).toHaveFocus()
  await userEvent.keyboard('6901{Enter}6901{Enter}{Control>}{Enter}{/Control}')
  await expect.poll(() => server.asked(searchParts)).toHaveLength(1)
  expect(server.asked(actInbound)).toHaveLength(0)
  found.give({ rows: [lookupPart({ partId: 1, partCode: 'P-1', partName: '机油滤清器', price: '30' })], more: false })
  await expect.element(page.getByText('RK0007 已入库')).toBeVisible()
  const counted = { lines: [{ qty: '2' }, { qty: '0' }] }
  expect(server.asked(actInbound)).toMatchObject([{ body: { input: counted } }])

  const nothing = later<DataOf<typeof searchParts>>()
  server.on(searchParts, () => nothing.answer)
  await page.getByRole('button', { name: '收货', exact: true }).click()
  await expect.element(dialog().getByRole('textbox', { name: '扫码' })).toHaveFocus()
  await userEvent.keyboard('6902{Enter}{Control>}{Enter}{/Control}')
  const confirm = dialog().getByRole('button', { name: /确认入库/ })
  await expect.element(confirm).toHaveClass('ant-btn-loading')
  nothing.give({ rows: [], more: false })
  await expect.element(page.getByText('6902 不在本单中')).toBeVisible()
  await expect.element(confirm).not.toHaveClass('ant-btn-loading')
  await expect.element(dialog()).toBeVisible()
  expect(server.asked(actInbound)).toHaveLength(1)
})

test('of two rows that are received one after the other the later one is counted, whichever is read first', async () => {
  drawBoard()
  const tardy = later<DataOf<typeof readInbound>>()
  const next = { ...row, id: 8, billNo: 'RK0008' }
  for (const { list } of inboundTabs) server.on(list, () => ({ rows: [row, next], more: false }))
  server.on(readInbound, ({ params }) =>
    params.id === 7
      ? tardy.answer
      : { header: deskHeader(next), lines: [deskLine(1, '空气滤清器', '3')], can: ['post'] },
  )
  const receive = page.getByRole('button', { name: '收货', exact: true })
  await expect.element(page.getByText('RK0008')).toBeVisible()
  await receive.first().click()
  await expect.poll(() => server.asked(readInbound)).toHaveLength(1)
  await receive.last().click()
  await dialog().getByRole('textbox', { name: '第1行实收' }).fill('2')
  tardy.give({ header: deskHeader(row), lines: [deskLine(1, '机油滤清器', '4')], can: ['post'] })
  await dialog().getByRole('button', { name: '确认入库' }).click()
  await expect.poll(() => server.asked(actInbound)).toHaveLength(1)
  expect(server.asked(actInbound)).toMatchObject([{ params: { id: 8 }, body: { input: { lines: [{ qty: '2' }] } } }])
})
