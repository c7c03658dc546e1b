import { devices } from '@playwright/test'
import { expect, test } from './story'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

test('手机上看首页，不用左右拖', async ({ desk }) => {
  await desk.enter('boss01')
  await expect(desk.page.getByText('今日销售')).toBeVisible()
  await expectNoSideways(desk.page)
})

test('手机上看采购入库列表，点开单据', async ({ desk, boss }) => {
  const [part] = await boss.parts(6, 1)
  if (!part) throw new Error('没有可用的配件')
  const { billNo } = await boss.receives([{ part, qty: '5', price: '20' }])
  await desk.enter('boss01', '/purchase')
  const card = desk.page.getByRole('article').filter({ hasText: billNo })
  await expect(card).toContainText('100.00')
  await expectNoSideways(desk.page)
  await card.getByRole('button', { name: billNo }).tap()
  await desk.editor.isState('已完成')
  await expect(desk.editor.line(1)).toContainText(part.partCode)
  await expectNoSideways(desk.page)
})

test('手机上开单，所有按钮都看得到，不用左右拖', async ({ desk }) => {
  const { page, editor } = desk
  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  const bars = desk.list.here().locator('.de-bar button, .de-lines-bar button')
  for (const button of await bars.all()) {
    const box = await button.boundingBox()
    if (box) expect(box.x + box.width, await button.innerText()).toBeLessThanOrEqual(390)
  }
  await expectNoSideways(page)
})

test('手机上从菜单进入页面', async ({ desk }) => {
  await desk.enter('boss01')
  await desk.page.getByRole('button', { name: '展开菜单' }).tap()
  const menu = desk.page.getByRole('dialog', { name: '菜单' })
  await menu.getByRole('menuitem', { name: '采购' }).tap()
  await menu.getByRole('menuitem', { name: '采购入库', exact: true }).tap()
  await expect(desk.page).toHaveURL(/\/purchase$/)
  await expect(menu).toBeHidden()
})

async function expectNoSideways(page: import('@playwright/test').Page): Promise<void> {
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
  }))
  expect(wide).toBeLessThanOrEqual(seen)
}

test('手机上选日期范围，日历和快捷范围都在屏幕里', async ({ desk }) => {
  const { page } = desk
  await desk.enter('boss01', '/sale')
  await desk.list.here().getByRole('button', { name: '筛选' }).click()
  await desk.list
    .here()
    .getByRole('button', { name: /^业务日期 \d/ })
    .click()
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar.getByText('今天', { exact: true }).first()).toBeInViewport({ ratio: 1 })
  await expect(calendar.locator('.ant-picker-panel').first()).toBeInViewport({ ratio: 1 })
})
