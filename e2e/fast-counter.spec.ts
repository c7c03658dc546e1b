import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { listWorkerTypes } from '@chepu/contract/repair/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import type { Page } from '@playwright/test'
import { type Colleague, fresh } from './api'
import { expect, test } from './story'
import { newCar } from './workshop'

/** A part that is there, and has a price. */
async function stocked(boss: Colleague) {
  const part = await boss.newPart()
  await boss.prices(part, { retailPrice: '30' })
  await boss.stock(part, '10')
  return part
}

const here = (page: Page) => page.locator('section.page:visible')

test('快修：报车牌后十二下按键内做完一单换机油，收现金', async ({ desk, boss }) => {
  const { page } = desk
  const car = await newCar(boss)
  const { rows: types } = await boss.call(listWorkerTypes)
  const code = `B${fresh().slice(0, 4)}`
  const oil = await stocked(boss)
  const name = `换机油${code}`
  await boss.call(serviceItemRoutes.save, {
    body: {
      code,
      name,
      workerTypeId: types[0]?.id ?? 0,
      pricingMode: 'fixed',
      fixedPrice: '60',
      parts: [{ partId: oil.partId, qty: '1' }],
    },
  })
  await desk.enter('boss01', '/fastRepair')
  await expect(page.getByRole('combobox', { name: '车辆' })).toBeFocused()
  await page.keyboard.type(car.plate)
  await expect(page.getByRole('option', { name: car.plate })).toBeVisible()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('combobox', { name: '项目或商品' })
  await expect(entry).toBeFocused()

  let strokes = 0
  const press = async (key: string) => {
    strokes += 1
    await page.keyboard.press(key)
  }
  for (const sign of code) await press(sign)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await press('Enter')
  await expect(here(page).getByRole('list', { name: '明细' }).getByRole('listitem')).toHaveCount(2)
  await press('F9')
  await expect(page.getByRole('dialog', { name: /客户应付/ })).toBeVisible()
  await press('F1')
  await press('Enter')
  const done = page.getByRole('dialog', { name: '结算完成' })
  await expect(done).toBeVisible()
  expect(strokes).toBeLessThanOrEqual(12)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '车辆' })).toBeFocused()
  const { rows } = await boss.call(workOrder.routes.list, { query: { vehicleId: car.id } })
  expect(rows.map(({ state, orderKind }) => [state, orderKind])).toEqual([['settled', 'fast']])
})

test.describe('手指在平板上', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true })
  test('商品：散客买一件，点着卖完，再打小票', async ({ desk, boss }) => {
    const { page } = desk
    const part = await stocked(boss)
    await desk.enter('boss01', '/repairGoodsTrade')
    await page.getByRole('button', { name: '散客' }).tap()
    const entry = page.getByRole('combobox', { name: '商品' })
    await entry.tap()
    await entry.fill(part.partCode)
    await page.getByRole('option', { name: part.partCode }).tap()
    await page.getByRole('button', { name: /数量加一/ }).tap()
    await expect(page.getByRole('status', { name: '合计' })).toContainText('应收')
    await page.getByRole('button', { name: /结算收款/ }).tap()
    const pay = page.getByRole('dialog', { name: /客户应付/ })
    await pay
      .getByRole('button', { name: /^(收|F1)$/ })
      .first()
      .tap()
    await pay.getByRole('button', { name: '结算', exact: true }).tap()
    const done = page.getByRole('dialog', { name: '结算完成' })
    await done.getByRole('button', { name: '打印小票' }).tap()
    await expect(page.getByRole('dialog', { name: /打印小票/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: '销售单' }).tap()
    await expect(here(page).getByRole('cell', { name: '零散客户' }).first()).toBeVisible()
  })
})
