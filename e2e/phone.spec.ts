import { devices, type Locator } from '@playwright/test'
import { Scanner } from './pages/scanner'
import { expect, test } from './story'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

test('手机上看首页，不用左右拖', async ({ desk }) => {
  await desk.enter('boss01')
  await expect(desk.page.getByText('今日销售')).toBeVisible()
  await expectNoSideways(desk.page)
})

test('手机上看采购入库列表，一屏至少五张单，点开单据只看文字', async ({ desk, boss }) => {
  const { page, list, editor } = desk
  const [part, supplier] = [await boss.newPart(), await boss.newSupplier()]
  const { billNo } = await boss.receives([{ part, qty: '5', price: '20' }], { partnerId: supplier.id })
  await desk.enter('boss01', '/purchase')
  const cards = list.here().getByRole('article')
  const card = cards.filter({ hasText: billNo })
  await expect(card.locator('.lp-card-head')).toHaveText(`${supplier.name}100.00`)
  await expect(card.locator('.lp-card-small')).toContainText(billNo)
  for (let i = 0; i < 5; i += 1) await expect(cards.nth(i)).toBeInViewport({ ratio: 1 })
  await expectNoSideways(page)
  await expectForFingers(list.here().getByRole('button'))

  // One row of controls; what is rarely needed stands behind 更多.
  const search = await list.here().getByPlaceholder('单号').boundingBox()
  const add = await list.here().getByRole('button', { name: '新增' }).boundingBox()
  const middle = (box: typeof add) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
  expect(middle(search)).toBe(middle(add))
  await expect(list.here().getByRole('button', { name: '导出', exact: true })).toBeHidden()
  await list.here().getByRole('button', { name: '更多' }).first().tap()
  await expect(page.getByRole('button', { name: '导出', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '列设置' }).tap()
  await page.getByRole('dialog', { name: '列设置' }).getByRole('button', { name: '取消' }).tap()

  await card.getByRole('button', { name: billNo }).tap()
  await editor.isState('已完成')
  await expect(editor.field('供应商')).toHaveText(supplier.name)
  await expect(editor.here().locator('.de-header input')).toHaveCount(0)
  const line = editor.here().getByRole('article', { name: '第1行' })
  await expect(line).toContainText(part.partName)
  await expect(line).toContainText(part.partCode)
  await line.getByRole('button').tap()
  const sheet = page.getByRole('dialog', { name: /^第1行/ })
  await expect(sheet).toContainText('税率')
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  await expectNoSideways(page)
})

test('手机上查库存：卡片上有售价和货位', async ({ desk, boss }) => {
  const part = await boss.newPart()
  await boss.stock(part, '5')
  await boss.prices(part, { retailPrice: '30', wholesalePrice1: '25' })
  const { page, list } = desk
  await desk.enter('boss01', '/stockInquiry')
  await list.here().getByPlaceholder(/^编码/).fill(part.partCode)
  await list.here().getByPlaceholder(/^编码/).press('Enter')
  const card = list.here().getByRole('article').filter({ hasText: part.partCode }).first()
  await expect(card.locator('.lp-card-head')).toContainText('可用')
  for (const fact of ['零售价', '批发价', '货位']) await expect(card).toContainText(fact)
  await expectNoSideways(page)
})

test('手机上卖两个配件：选配件、加减数量、改价、改错、删除可撤销、审核', async ({ desk, boss }) => {
  const { page, editor } = desk
  const [first, second] = [await boss.newPart(), await boss.newPart()]
  const customer = await boss.newCustomer()
  await boss.receives([first, second].map((part) => ({ part, qty: '5', price: '10' })))
  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  await editor.field('客户').fill('江城')
  await expect(page.getByRole('option', { name: /江城/ }).first()).toBeVisible()
  const offered = await page.getByRole('listbox', { name: '客户' }).boundingBox()
  expect((offered?.x ?? 0) + (offered?.width ?? 0)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await editor.picks('客户', customer.name)

  const here = editor.here()
  const picker = page.getByRole('dialog', { name: '选择配件' })
  const choices = picker.getByRole('table', { name: '配件', exact: true })
  await here.getByRole('button', { name: '添加配件' }).tap()
  for (const part of [first, second]) {
    await picker.getByLabel('查找配件').fill(part.partCode)
    const row = choices.getByRole('row', { name: part.partCode }).first()
    await expect(choices.getByRole('columnheader', { name: '库存' })).toBeInViewport({ ratio: 1 })
    await row.tap()
    await expect(row.getByRole('checkbox')).toBeChecked()
  }
  // A tap takes the row to those that were tapped before, a second one puts it back; the box itself does the same.
  const last = choices.getByRole('row', { name: second.partCode }).first()
  await last.tap()
  await expect(picker.getByRole('button', { name: '选择 1 个' })).toBeVisible()
  await last.getByRole('checkbox').tap()
  await picker.getByRole('button', { name: '选择 2 个' }).tap()
  for (const part of [first, second])
    await expect(here.getByRole('article').filter({ hasText: part.partCode })).toBeVisible()
  const line = (no: number) => here.getByRole('article', { name: `第${no}行` })
  const qty = (no: number) => line(no).getByLabel(`第${no}行 数量`, { exact: true })
  await line(1).getByRole('button', { name: '加一' }).tap()
  await expect(qty(1)).toHaveValue('2')
  await line(1).getByRole('button', { name: '加一' }).tap()
  await line(1).getByRole('button', { name: '减一' }).tap()
  await expect(qty(1)).toHaveAttribute('inputmode', 'decimal')

  // All cells of the line stand in a sheet; the price is a cell of the same line.
  const sheet = page.getByRole('dialog', { name: /^第\d行/ })
  const opens = (no: number) => line(no).locator('.lp-card-head').tap()
  await opens(1)
  await sheet.getByLabel('售价', { exact: true }).fill('60')
  await sheet.getByRole('button', { name: '完成' }).tap()
  await expect(line(1).locator('.lp-card-head')).toContainText('120.00')

  // A phone that is turned while somebody types gets the grid of a wider screen and keeps what was typed, there and back.
  await qty(1).fill('3')
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(editor.line(1)).toContainText('180.00')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(qty(1)).toHaveValue('3')
  await qty(1).fill('2')
  await line(1).locator('.lp-card-head').tap()
  await sheet.getByRole('button', { name: '完成' }).tap()
  await expectForFingers(here.locator('.line-cards').getByRole('button'))

  // A line without a price waits in a draft only: it is refused, marked and in view.
  await opens(2)
  await sheet.getByLabel('售价', { exact: true }).fill('')
  await sheet.getByRole('button', { name: '完成' }).tap()
  await editor.button('审核').tap()
  await expect(line(2)).toHaveClass(/error/)
  await expect(line(2)).toBeInViewport()
  await opens(2)
  await expect(sheet.getByLabel('售价', { exact: true })).toHaveAttribute('aria-invalid', 'true')

  await sheet.getByRole('button', { name: '删除' }).tap()
  await expect(line(2)).toHaveCount(0)
  await here.getByRole('button', { name: '撤销' }).tap()
  await expect(line(2)).toContainText(second.partCode)
  await opens(2)
  await sheet.getByRole('button', { name: '删除' }).tap()
  await editor.button('保存').tap()
  await expect(editor.number()).toHaveText(/\d{8}/)
  await editor.button('审核').tap()
  await editor.isState('已完成')
  await expect(line(1)).toContainText('120.00')
  await expect(qty(1)).toHaveCount(0)
  await expectNoSideways(page)
})

test('手机上收款：收款方式也是卡片，金额填在卡片里', async ({ desk }) => {
  const { page, editor } = desk
  await desk.enter('boss01', '/collection?new=1')
  await editor.isReady()
  await editor.picks('客户', '江城顺驰')
  const tender = editor.here().getByRole('article', { name: '第1行' })
  await tender.locator('.lp-card-head').tap()
  const sheet = page.getByRole('dialog', { name: /^第1行/ })
  await sheet.getByLabel('金额', { exact: true }).tap()
  await (await Scanner.of(page)).scans('00123')
  await expect(page.getByText('这里不能扫码，已忽略 00123')).toBeVisible()
  await expect(sheet.getByLabel('金额', { exact: true })).toHaveValue('')
  await sheet.getByLabel('金额', { exact: true }).fill('35')
  await sheet.getByRole('button', { name: '完成' }).tap()
  await expect(tender.locator('.lp-card-head')).toContainText('35.00')
  await expectNoSideways(page)
})

test('手机上开单，所有按钮都看得到，不用左右拖', async ({ desk }) => {
  const { page, editor } = desk
  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  const bars = desk.list.here().locator('.de-bar button, .de-lines-bar button')
  await expectForFingers(bars)
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
  // What unfolds moves under the finger until it stands.
  await expect(menu.locator('[class*="motion-collapse"]')).toHaveCount(0)
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

/** No button is lower than a finger is wide. */
async function expectForFingers(buttons: Locator): Promise<void> {
  const low = await buttons.evaluateAll((all) =>
    all
      .filter((button) => button.checkVisibility() && !button.matches('.lp-card-open'))
      .filter((button) => button.getBoundingClientRect().height < 40)
      .map((button) => button.textContent),
  )
  expect(low).toEqual([])
}

test('手机上用列表收藏和关闭页签；低屏上合计不挡明细', async ({ desk }) => {
  const { page, editor } = desk
  await desk.enter('store01', '/outWareHous')
  await page.getByRole('button', { name: /个已打开的页面$/ }).tap()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: '收藏' })).toBeVisible()
  await menu.getByRole('menuitem', { name: '关闭所有' }).tap()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: '待办' })).toBeVisible()

  await page.setViewportSize({ width: 720, height: 450 })
  await page.goto('/otherIn?new=1')
  await editor.isReady()
  await editor.here().getByRole('button', { name: '添加配件' }).scrollIntoViewIfNeeded()
  await editor.here().getByRole('button', { name: '添加配件' }).tap()
  await expect(page.getByRole('dialog', { name: '选择配件' })).toBeVisible()
})

test('手机上选日期范围，日历和快捷范围都在屏幕里', async ({ desk }) => {
  const { page } = desk
  await desk.enter('boss01', '/sale')
  await desk.list.here().getByRole('button', { name: '筛选' }).tap()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByRole('button', { name: /^业务日期 \d/ }).tap()
  const calendar = page.locator('.ant-picker-dropdown')
  await expect(calendar.getByText('今天', { exact: true }).first()).toBeInViewport({ ratio: 1 })
  await expect(calendar.locator('.ant-picker-panel').first()).toBeInViewport({ ratio: 1 })
  // The button says how many filters are at work.
  await page.keyboard.press('Escape')
  await sheet.getByLabel('制单人').fill('程远山')
  await sheet.getByRole('button', { name: '查询' }).tap()
  await expect(sheet).toBeHidden()
  await expect(desk.list.here().getByRole('button', { name: '筛选2项' })).toBeVisible()
})

test('手机上银行对账：两边的流水上下排开，互不遮挡', async ({ desk }) => {
  const { page, list } = desk
  await desk.enter('boss01', '/bankReconcile')
  await page.getByText('看已勾对的').click()
  const sides = list.here().locator('.bank-side')
  const cards = sides.first().locator('tbody tr')
  // The demo's statement has more matched rows than a telephone shows at once.
  await expect(cards.nth(10)).toBeAttached()
  const end = await cards.last().boundingBox()
  const books = await sides.last().getByRole('heading').boundingBox()
  expect(books?.y).toBeGreaterThanOrEqual((end?.y ?? 0) + (end?.height ?? 0))
})
