import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { fresh } from './api'
import { Scanner } from './pages/scanner'
import { expect, holdBack, test } from './story'
import { newCar } from './workshop'

test('先点的一行读得慢，不会顶掉后打开的那一行', async ({ desk }) => {
  const { page } = desk
  await desk.enter('boss01', '/products')
  const row = (no: number) => desk.list.here().locator('tbody tr[data-index]').nth(no)
  const edit = (no: number) => row(no).getByRole('button', { name: '修改' }).click()
  const first = await holdBack(page, /\/product\/\d+$/)
  await edit(0)
  await first.taken
  await edit(1)
  const drawer = page.getByRole('dialog', { name: /^修改商品/ })
  const title = await drawer.locator('.ant-drawer-title').innerText()
  await drawer.getByLabel('库存下限').fill('7')
  const answered = page.waitForResponse(/\/product\/\d+$/)
  first.release()
  await answered
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(drawer.locator('.ant-drawer-title')).toHaveText(title)
  await expect(drawer.getByLabel('库存下限')).toHaveValue('7')
})

test('选配件时后一次查找没有回答，回车不会拿走前一次找到的配件', async ({ desk, boss }) => {
  const { page, editor } = desk
  const part = await boss.newPart()
  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  await editor.cell().click()
  await page.keyboard.press('F2')
  const picker = desk.shell.dialog('选择配件')
  const rows = picker.getByRole('table', { name: '配件', exact: true }).getByRole('row')
  await picker.getByLabel('查找配件').fill(part.partCode)
  await expect(rows.nth(1)).toContainText(part.partCode)

  await page.route(/[?&]q=qzdp/, (route) => route.abort())
  await picker.getByLabel('查找配件').fill('qzdp')
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('网络')
  await expect(rows).toHaveCount(1)
  await expect(picker.getByRole('button', { name: '选择', exact: true })).toBeDisabled()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(editor.line(1)).not.toContainText(part.partName)
})

test('回答在路上丢了，再按一次仍是同一次提交：公告只发一条，分类只建一个', async ({ desk }) => {
  const { page, shell } = desk
  const stamp = fresh()
  /** The server does what the next call asks, and its answer gets lost. */
  const loseAnswer = (address: RegExp) =>
    page.route(
      address,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
  await desk.enter('boss01', '/announcement')
  await page.getByRole('button', { name: '发布' }).first().click()
  const dialog = shell.dialog('发布公告')
  await dialog.getByLabel('标题').fill(`盘点通知${stamp}`)
  await dialog.getByLabel('内容').fill('周六晚上盘点，请提前录完单据。')
  await loseAnswer(/\/announcement$/)
  const publish = dialog.getByRole('button', { name: /发\s?布/ })
  await publish.click()
  await expect(dialog.getByRole('alert')).toContainText('网络异常，请检查网络后重试')
  await publish.click()
  await expect(dialog).toHaveCount(0)
  await expect(desk.list.row(`盘点通知${stamp}`)).toHaveCount(1)

  await page.goto('/partCategories')
  await page.getByRole('button', { name: '新增配件分类' }).click()
  const drawer = shell.dialog('新增配件分类')
  await drawer.getByLabel('名称').fill(`养护${stamp}`)
  await loseAnswer(/\/protype\/tree$/)
  const save = drawer.getByRole('button', { name: '保存', exact: true })
  await save.click()
  await expect(drawer.getByRole('alert')).toContainText('网络异常，请检查网络后重试')
  await save.click()
  await expect(drawer).toHaveCount(0)
  await expect(page.locator('.lp-node').filter({ hasText: `养护${stamp}` })).toHaveCount(1)
})

test('编码还在查找，先录的数量和单价不会被查到的价格顶掉', async ({ desk, boss }) => {
  const { page, editor } = desk
  const part = await boss.newPart()
  await boss.prices(part, { wholesalePrice1: '88' })
  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  const found = await holdBack(page, /\/add\/product\?/)
  await editor.cell().focus()
  for (const text of [part.partCode, '3', '66.5']) {
    await page.keyboard.type(text, { delay: 60 })
    await page.keyboard.press('Enter')
  }
  await expect(editor.line(1).locator('.pending')).toHaveText(part.partCode)
  found.release()
  await expect(editor.line(1)).toContainText(part.partName)
  await expect(editor.line(1)).toContainText('199.50')
})

test('工单项目还在查找，先录的数量和单价不会被项目的价格顶掉', async ({ desk, boss }) => {
  const { page } = desk
  const customer = await boss.newCustomer()
  const plate = `京A${fresh().slice(0, 5).replaceAll(/[IO]/g, '8')}`
  await boss.call(vehicleRoutes.quick, { body: { plate, partnerId: customer.id } })
  const [code = ''] = await boss.newServiceItems(1)
  await desk.enter('boss01', '/repairBilling')
  await expect(desk.editor.field('车辆')).toBeFocused()
  await page.keyboard.type(plate)
  await expect(page.getByRole('option', { name: plate })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(desk.editor.field('客户')).toHaveValue(customer.name)
  await page.keyboard.press('Control+Enter')

  const labour = page.locator('section.page:visible').getByRole('group', { name: '工单项目' })
  await expect(labour.locator('.line-grid-active input')).toBeFocused()
  const found = await holdBack(page, /\/service\/item\?/)
  for (const text of [code, '2', '33']) {
    await page.keyboard.type(text, { delay: 60 })
    await page.keyboard.press('Enter')
  }
  found.release()
  await expect(labour.getByText(`项目${code}`, { exact: true })).toBeVisible()
  await expect(desk.editor.totals()).toHaveText(/工时 66\.00/)
})

test('柜台连扫两件就收款、挂单时又扫一件：一件不丢，应收对得上', async ({ desk, boss }) => {
  const { page } = desk
  const car = await newCar(boss)
  const parts = await boss.newParts(3)
  for (const part of parts) {
    await boss.prices(part, { retailPrice: '30' })
    await boss.stock(part, '5')
  }
  const [first, second, third] = parts.map(({ partCode }) => partCode)
  await desk.enter('boss01', '/fastRepair')
  const who = page.getByRole('combobox', { name: '车辆' })
  await expect(who).toBeFocused()
  await page.keyboard.type(car.plate)
  await expect(page.getByRole('option', { name: car.plate })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: '项目或商品' })).toBeFocused()

  const scanner = await Scanner.of(page)
  const found = await holdBack(page, /\/add\/product\?/)
  await scanner.scans(first ?? '')
  await scanner.scans(second ?? '')
  await page.keyboard.press('F9')
  found.release()
  const pay = page.getByRole('dialog', { name: /客户应付/ })
  await expect(pay).toContainText('60.00')
  await page.keyboard.press('Escape')
  await expect(pay).toHaveCount(0)
  const lines = page.getByRole('list', { name: '明细' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)

  const held = await holdBack(page, /\/fast-order\/hold$/)
  await page.keyboard.press('F8')
  await held.taken
  await scanner.scans(third ?? '')
  held.release()
  await expect(page.getByText(/^已挂单 /)).toBeVisible()
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText(`配件${third?.slice(1)}`)
  await expect(who).toHaveValue('')

  await page.getByRole('button', { name: '清空' }).click()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(lines).toHaveCount(0)
  await page.keyboard.press('F7')
  const taken = await holdBack(page, /\/held\/\d+$/)
  await page.getByRole('dialog', { name: '取单' }).getByRole('button', { name: car.plate }).click()
  await taken.taken
  await scanner.scans(third ?? '')
  taken.release()
  await expect(lines).toHaveCount(3)
  await expect(who).toHaveValue(car.plate)
})

test('客户还在查找就按审核：等他选好再存；审核在路上时录不进别的', async ({ desk, boss }) => {
  const { page, editor } = desk
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  await boss.stock(part, '5')
  await desk.enter('boss01', '/sale?new=1')
  await editor.isReady()
  await editor.entersLine(part.partCode, '2', '30')
  const found = await holdBack(page, /\/customer\/info\?/)
  await editor.field('客户').fill(customer.name)
  await page.keyboard.press('Enter')
  await editor.field('备注').click()
  await page.keyboard.type('送货')
  const posted = await holdBack(page, /\/sales-delivery$/)
  await page.keyboard.press('F9')
  found.release()
  await posted.taken
  await editor.field('备注').click()
  await page.keyboard.type('上门')
  await expect(editor.field('备注')).toHaveValue('送货')
  posted.release()
  await editor.isState('已完成')
  await expect(editor.field('客户')).toHaveText(customer.name)
  await expect(editor.field('备注')).toHaveText('送货')
})
