import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import type { Locator, Page } from '@playwright/test'
import { fresh, freshMobile } from './api'
import { expect, test } from './story'

const table = (page: Page, title: string): Locator =>
  page.locator('section.page:visible').getByRole('group', { name: `工单${title}` })
const cellOf = (grid: Locator) => grid.locator('.line-grid-active input')

test('不碰鼠标开一张工单：6个项目、8种材料，电话确认', async ({ desk, boss }) => {
  const { page, editor } = desk
  const keys = page.keyboard
  const customer = await boss.newCustomer({ mobile: freshMobile() })
  const tail = fresh().slice(0, 5)
  const plate = `京A${tail.replaceAll(/[IO]/g, '8')}`
  await boss.call(vehicleRoutes.quick, { body: { plate, partnerId: customer.id, mileage: '52000' } })
  const items = await boss.newServiceItems(6)
  const parts = await boss.newParts(8)

  await desk.enter('boss01', '/repairBilling')
  await expect(editor.field('车辆')).toBeFocused()
  await keys.type(plate)
  await expect(page.getByRole('option', { name: plate })).toBeVisible()
  await keys.press('Enter')
  await expect(editor.field('客户')).toHaveValue(customer.name)
  await expect(editor.here().getByText('上次 52000')).toBeVisible()
  await keys.press('Control+Enter')

  const labour = table(page, '项目')
  await expect(cellOf(labour)).toBeFocused()
  for (const code of items) {
    await keys.type(code, { delay: 60 })
    await keys.press('Enter')
    await expect(labour.getByText(`项目${code}`, { exact: true })).toBeVisible()
    // Quantity and price stand; the next stop is the line that waits.
    await keys.press('Enter')
    await keys.press('Enter')
  }
  await keys.press('F6')
  const materials = table(page, '材料')
  await expect(cellOf(materials)).toBeFocused()
  for (const { partCode } of parts) {
    await keys.type(partCode, { delay: 60 })
    await keys.press('Enter')
    await expect(materials.getByText(partCode, { exact: true })).toBeVisible()
    await keys.type('2', { delay: 60 })
    await keys.press('Enter')
    await keys.type('15', { delay: 60 })
    await keys.press('Enter')
  }
  await expect(editor.totals()).toHaveText(/工时 600\.00.*材料 240\.00.*合计 840\.00/)

  await keys.press('F9')
  const question = page.getByRole('dialog', { name: '客户确认' })
  await expect(question.getByLabel('确认人')).toBeFocused()
  await expect(question.getByRole('row')).toHaveCount(15)
  await keys.press('Enter')
  await editor.isState('待派工')
  await expect(labour.getByText('已确认')).toHaveCount(6)
  await expect(materials.getByText('已确认')).toHaveCount(8)
  await expect(editor.totals()).toHaveText(/合计 840\.00/)
})
