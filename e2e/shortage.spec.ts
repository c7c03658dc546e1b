import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Colleague, today } from './api'
import { expect, test } from './story'
import { confirmedOrder, newCar } from './workshop'

test('工单缺料：材料行按F4生成采购订单，到货占用并提醒服务顾问，仓管领料', async ({
  desk,
  secondDesk,
  boss,
  baseURL,
}) => {
  test.slow()
  const { page, editor, shell } = desk
  const manager = await Colleague.signIn(baseURL ?? '', 'manager01')
  const adviser = await Colleague.signIn(baseURL ?? '', 'adviser01')
  const part = await boss.newPart()
  await manager.receives([{ part, qty: '1', price: '20' }])
  const car = await newCar(manager)
  const { empid: salespersonId } = await adviser.introduction()
  const lines = { materials: [{ partId: part.partId, qty: '4', price: '45' }] }
  const order = await confirmedOrder(manager, car, lines, 'general', { salespersonId })
  const at = `/repairBilling?id=${order.id}`

  // On the phone the card offers it.
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.enter('adviser01', at)
  const card = page.locator('[data-table="materials"]').getByRole('article', { name: '第1行' })
  await expect(card).toContainText('可用量 1，需要 4')
  await expect(card.getByRole('button', { name: '缺料转采购/调拨' })).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  const materials = editor.here().getByRole('group', { name: '工单材料' })
  await materials.locator('.line-grid-active input').focus()
  await page.keyboard.press('F4')
  const dialog = shell.dialog(/^缺料转采购\/调拨/)
  await expect(dialog.getByRole('row', { name: part.partCode })).toContainText(/4\s*1\s*3/)
  await expect(dialog.getByLabel(`${part.partCode} 数量`)).toHaveValue('3')
  await expect(dialog.getByRole('button', { name: '生成采购订单' })).toBeFocused()
  await page.keyboard.press('Enter')
  await editor.isState('草稿')
  await expect(editor.field('备注')).toHaveValue(`工单 ${order.billNo} 缺料`)
  await editor.button('提交').click()
  await editor.isState('待审核')
  const id = Number.parseInt(new URL(page.url()).searchParams.get('id') ?? '', 10)

  await page.goto(at)
  await expect(materials.locator('.line-grid-row').first()).toContainText(part.partCode)
  await expect(materials.locator('[title*="在途 3"]').first()).toBeVisible()
  await page.keyboard.press('Escape')

  const params = { id, action: 'approve' }
  const { header, lines: ordered } = await manager.call(purchaseOrder.routes.read, { params: { id } })
  await manager.call(purchaseOrder.routes.act, { params, body: { version: header.version } })
  const { partnerId, warehouseId } = header
  const received = [{ partId: part.partId, qty: '3', price: '20', sourceLineId: ordered[0]?.id }]
  const body = { header: { bizDate: today(), partnerId, warehouseId }, lines: received, action: { name: 'approve' } }
  await manager.call(goodsReceipt.routes.save, { body } as never)
  const news = new RegExp(`工单 ${order.billNo}（${car.plate}）等待的配件 \\[${part.partCode}\\].*到货 3，已为其占用`)
  const bell = await shell.rings('消息')
  await expect(bell.getByRole('button', { name: news })).toBeVisible()

  await secondDesk.enter('store02', '/pickingByNumber')
  await secondDesk.page.getByLabel('工单号或车牌').fill(car.plate)
  await secondDesk.page.getByLabel('工单号或车牌').press('Enter')
  const panel = secondDesk.page.locator('.pk-panel')
  await expect(panel.getByLabel(`${part.partCode} 本次领料`)).toHaveValue('4')
  await panel.getByRole('button', { name: '领料', exact: true }).click()
  await secondDesk.shell.says(/已领料 LL/)
  const { materials: issued } = await manager.call(workOrder.routes.read, { params: { id: order.id } })
  expect(issued).toMatchObject([{ issuedQty: '4.0000' }])
  await adviser.leaves()
  await manager.leaves()
})
