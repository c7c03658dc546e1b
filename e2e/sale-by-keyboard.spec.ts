import { expect, test } from './story'

test('不碰鼠标卖一单：登录、下订单、提交审核、转出库、收款', async ({ desk, boss }) => {
  const { page, editor } = desk
  const keys = page.keyboard
  const customer = await boss.newCustomer()
  const part = await boss.newPart()
  await boss.stock(part, '3')

  await page.goto(`/login?redirect=${encodeURIComponent('/saleOrder')}`)
  await expect(desk.login.username()).toBeFocused()
  await keys.type('boss01')
  await keys.press('Enter')
  await keys.type('Chepu2026')
  await keys.press('Enter')

  // The rows have the keyboard; F10 goes to the buttons.
  const rows = desk.list.here().getByRole('region', { name: '销售订单' })
  await expect(rows).toBeFocused()
  await keys.press('F10')
  await expect(desk.list.here().getByRole('button', { name: '新增' })).toBeFocused()
  await keys.press('Enter')

  await expect(editor.field('客户')).toBeFocused()
  await keys.type(customer.name)
  await expect(page.getByRole('option', { name: customer.name })).toBeVisible()
  await keys.press('Enter')
  await expect(editor.field('仓库')).toBeFocused()
  for (let i = 0; i < 20 && !(await editor.cell().evaluate((cell) => cell === document.activeElement)); i += 1) {
    await keys.press('Enter')
  }
  await expect(editor.cell()).toBeFocused()
  await editor.entersLine(part.partCode, '2', '60')

  await keys.press('F9')
  await editor.isState('待审核')
  await keys.press('F9')
  await editor.isState('已审核')

  await keys.press('F10')
  await expect(editor.button('转出库')).toBeFocused()
  await keys.press('Enter')
  await expect(editor.here().getByRole('heading', { name: '销售出库单' })).toBeVisible()
  await expect(editor.line(1)).toContainText(part.partCode)
  await keys.press('F9')
  await editor.isState('已完成')
  // The header is locked now: the lines have the keyboard.
  await expect(editor.cell()).toBeFocused()
  const delivery = await editor.number().innerText()

  await keys.press('F10')
  await expect(editor.button('收款')).toBeFocused()
  await keys.press('ArrowRight')
  await expect(editor.button('收款')).not.toBeFocused()
  await keys.press('ArrowLeft')
  await keys.press('Enter')
  await expect(editor.here().getByRole('heading', { name: '收款单' })).toBeVisible()
  // Only this delivery is to be paid, whatever else the customer owes.
  await expect(editor.here().getByRole('row', { name: delivery }).getByRole('checkbox')).toBeChecked()
  await expect(editor.here().getByText('收款合计 120.00')).toBeVisible()
  await keys.press('F9')
  await editor.isState('已完成')
})

test('列表里按 Tab 到这一行的操作，对话框关掉后键盘回到原处', async ({ desk }) => {
  const { page } = desk
  const keys = page.keyboard
  await desk.enter('boss01', '/storeAccount')
  const rows = desk.list.here().getByRole('region')
  await expect(desk.list.row('现金').first()).toBeVisible()
  await expect(rows).toBeFocused()
  await keys.press('Tab')
  const first = desk.list.here().locator('tr[aria-current]')
  await expect(first.getByRole('button', { name: '修改' })).toBeFocused()
  await keys.press('Enter')
  const form = desk.shell.dialog(/^修改账户/)
  await expect(form).toBeVisible()
  await keys.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(first.getByRole('button', { name: '修改' })).toBeFocused()

  await keys.press('ArrowRight')
  await keys.press('ArrowRight')
  await expect(first.getByRole('button', { name: '更多' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('menu').filter({ visible: true }).last()).toBeVisible()
  await keys.press('Escape')
  await expect(first.getByRole('button', { name: '更多' })).toBeFocused()
  await keys.press('ArrowDown')
  await expect(rows).toBeFocused()
})
