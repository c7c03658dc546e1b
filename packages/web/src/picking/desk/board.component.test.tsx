import { listEmployees, listWarehouses } from '@chepu/contract/basics/lookups'
import { type MaterialRow, orderMaterial, pickingQueue, type QueueRow } from '@chepu/contract/picking/desk'
import { picking } from '@chepu/contract/picking/picking'
import { readTableConfig } from '@chepu/contract/shell/config'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Refused } from '../../../test/server'
import PickingBoard from './board'

const order: QueueRow = {
  id: 7,
  vehicleId: 3,
  warehouseId: 1,
  billNo: 'WX012601050001',
  plate: '京A88888',
  modelText: '大众 朗逸 2018款',
  salespersonName: '顾问一',
  technicians: '技师一、技师二',
  warehouseName: '主仓',
  lineCount: 2,
  waitingQty: '5.0000',
  heldQty: '4.0000',
  shortQty: '1.0000',
  issuedQty: '0.0000',
  confirmedAt: '2026-01-05 09:00:00',
  promisedAt: null,
}
const material = (lineId: number, more: Partial<MaterialRow>): MaterialRow => ({
  lineId,
  lineNo: lineId,
  partId: lineId,
  partCode: 'A',
  partName: '机油滤清器',
  oeNo: null,
  barcodes: [],
  brandName: '丰田',
  spec: '',
  unitName: '个',
  plannedQty: '1.0000',
  issuedQty: '0.0000',
  returnedQty: '0.0000',
  waitingQty: '1.0000',
  available: '3.0000',
  locations: 'A-01',
  isConsumable: false,
  agreement: 'agreed',
  isCustomerSupplied: false,
  ...more,
})

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  server.on(readTableConfig, () => ({ columns: [] }))
  for (const lookup of [listWarehouses, listEmployees]) server.on(lookup, () => ({ rows: [] }))
  server.on(pickingQueue.list, () => ({ rows: [order], more: false }))
  server.on(pickingQueue.totals, () => ({ count: 1, sums: { waitingQty: '5.0000' } }))
  server.on(orderMaterial, () => ({
    order: {
      id: 7,
      billNo: order.billNo,
      state: 'confirmed',
      stateName: '待派工',
      plate: order.plate,
      modelText: order.modelText,
      partnerName: '车主甲',
      salespersonName: '顾问一',
      technicians: null,
      warehouseId: 1,
      warehouseName: '主仓',
      isIssuing: true,
    },
    lines: [
      material(1, { partCode: '04152-YZZA1' }),
      material(2, {
        partCode: '5W-30',
        partName: '机油',
        waitingQty: '4.0000',
        available: '3.0000',
        isConsumable: true,
      }),
      material(3, { partCode: 'OWN-1', partName: '雨刮片', isCustomerSupplied: true, waitingQty: '0.0000' }),
    ],
  }))
  server.on(picking.routes.save, ({ body }) => {
    sent.push(body)
    return { id: 9, billNo: 'LL012601050001', version: 2, state: 'done', can: [] }
  })
})

const field = (part: string) => page.getByRole('textbox', { name: `${part} 本次领料` })

test('hands over what waits and is there, and leaves what the customer brings', async () => {
  draw(<PickingBoard />)
  await page
    .getByRole('row', { name: /京A88888/ })
    .getByRole('button', { name: '领料' })
    .click()
  await expect.element(field('5W-30')).toHaveValue('3')
  await expect.element(page.getByText('自带件')).toBeVisible()
  await expect.element(field('OWN-1')).not.toBeInTheDocument()
  await page.getByRole('button', { name: '领料', exact: true }).last().click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    header: { workOrderId: 7, warehouseId: 1 },
    lines: [
      { partId: 1, qty: '1', workOrderLineId: 1 },
      { partId: 2, qty: '3', workOrderLineId: 2 },
    ],
    action: {
      name: 'approve',
      input: {
        seen: [
          { workOrderLineId: 1, waitingQty: '1.0000' },
          { workOrderLineId: 2, waitingQty: '4.0000' },
        ],
      },
    },
  })
})

test('shows afresh what waits where another keeper has issued meanwhile', async () => {
  server.on(picking.routes.save, () => {
    throw new Refused('stale', '第1行 [5W-30] 待领已由 4 变为 1')
  })
  draw(<PickingBoard />)
  await page
    .getByRole('row', { name: /京A88888/ })
    .getByRole('button', { name: '领料' })
    .click()
  await expect.element(field('5W-30')).toHaveValue('3')
  const read = server.asked(orderMaterial).length
  await page.getByRole('button', { name: '领料', exact: true }).last().click()
  await expect.poll(() => server.asked(orderMaterial).length).toBe(read + 1)
})

test('on a phone what is handed over stands in view', async () => {
  await page.viewport(390, 844)
  draw(<PickingBoard />)
  const card = page.getByRole('article').filter({ hasText: order.billNo })
  await expect.element(card).toBeVisible()
  await card.click()
  await expect.element(field('5W-30')).toBeInViewport({ ratio: 0.95 })
})

test('the board shows what each order waits for, and all that was issued whatever still waits', async () => {
  server.on(picking.routes.list, () => ({ rows: [], more: false }))
  server.on(picking.routes.totals, () => ({ count: 0, sums: {} }))
  draw(<PickingBoard />)
  await expect.element(page.getByRole('row', { name: /WX012601050001/ })).toBeVisible()
  expect(server.asked(pickingQueue.list)[0]?.query).toMatchObject({ status: 'waiting' })
  await page.getByText('领料单', { exact: true }).click()
  await expect.poll(() => server.asked(picking.routes.list)[0]?.query).toBeDefined()
  expect(server.asked(picking.routes.list)[0]?.query).not.toHaveProperty('state')
})
