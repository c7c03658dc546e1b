import type { LookupPart } from '@chepu/contract/basics/lookups'
import { setLimits } from '@chepu/contract/warehouse/inventory-warning'
import { Colleague } from './api'
import { type Desk, expect, test } from './story'

/** The manager of the sister organisation 鼎程城东维修店 brings goods there. */
async function stockSister(origin: string, part: LookupPart, qty: string): Promise<void> {
  const manager = await Colleague.signIn(origin, 'manager01')
  await manager.stock(part, qty)
  await manager.leaves()
}

/** A product of the own organisation of which at least so much shall lie here, and who brings it. */
async function productBelow(boss: Colleague, part: LookupPart, minStock: string): Promise<void> {
  await boss.stock(part, '1')
  await boss.call(setLimits, { body: { partIds: [part.partId], minStock, maxStock: null } })
}

/** Ticks the part on 库存预警. */
async function ticksLow({ page, list }: Desk, part: LookupPart): Promise<void> {
  await list.here().getByPlaceholder(/^编码/).fill(part.partCode)
  await list.here().getByPlaceholder(/^编码/).press('Enter')
  await expect(list.row(part.partCode)).toHaveCount(1)
  await list.row(part.partCode).getByRole('checkbox').check()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('开单缺货：F4 向兄弟企业申请调拨，单据不动；再换用替换件，数量不变', async ({ desk, boss, baseURL }) => {
  test.slow()
  const { editor, page, shell } = desk
  const customer = await boss.newCustomer()
  const other = await boss.newPart({ grade: 'oem' })
  const short = await boss.newPart({
    substitutes: [{ substituteId: other.partId, direction: 'two_way', priority: 1, note: '通用' }],
  })
  await boss.prices(other, { retailPrice: '66' })
  await boss.stock(other, '9')
  await boss.stock(short, '1')
  await stockSister(baseURL ?? '', short, '20')

  await desk.enter('boss01', '/sale?new=1')
  await editor.picks('客户', customer.name)
  await editor.entersLine(short.partCode, '4', '88')
  await editor.line(1).getByText(short.partCode).click()
  await page.keyboard.press('F4')
  const dialog = shell.dialog(/^缺货处理/)
  await expect(dialog).toContainText('需要 4')
  await expect(dialog).toContainText('缺 3')
  const rows = dialog.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(/本仓替换件.*原厂件.*9.*66/)
  await expect(rows.nth(1)).toContainText(/城东.*20/)

  // The keyboard stands at the substitute; the sister is one below.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('已申请调拨 3')
  await expect(dialog).toContainText('缺 0')
  await expect(rows.nth(1)).toContainText('3')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(editor.line(1)).toContainText(short.partCode)

  await page.keyboard.press('F4')
  await expect(dialog.getByRole('status')).toContainText('已申请调拨 3')
  await dialog.getByRole('row', { name: other.partCode }).getByRole('button', { name: '换用' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(editor.line(1)).toContainText(other.partCode)
  await expect(editor.totals()).toContainText('264.00')
  await editor.saves()
  await editor.button('审核').click()
  await editor.isState('已完成')
  expect(await boss.available(other)).toBe('5')
})

test('手机上开单缺货：卡片上点缺货处理换用替换件', async ({ desk, boss }) => {
  const { editor, page, shell } = desk
  await page.setViewportSize({ width: 390, height: 844 })
  const other = await boss.newPart()
  const short = await boss.newPart({
    substitutes: [{ substituteId: other.partId, direction: 'two_way', priority: 1, note: '' }],
  })
  await boss.stock(other, '2')
  await desk.enter('boss01', '/sale?new=1')
  await editor.here().getByRole('button', { name: '添加配件' }).click()
  const parts = shell.dialog('选择配件')
  await parts.getByLabel('查找配件').fill(short.partCode)
  await expect(parts.getByRole('row', { name: short.partCode })).toHaveCount(1)
  await parts.getByLabel('查找配件').press('Enter')
  const card = editor.here().getByRole('article', { name: '第1行' })
  await expect(card).toContainText('可用量 0，需要 1')
  await card.getByRole('button', { name: '缺货处理' }).click()
  const dialog = shell.dialog(/^缺货处理/)
  const take = dialog.getByRole('button', { name: '换用' })
  await expect(take).toBeInViewport({ ratio: 1 })
  await take.click()
  await expect(card).toContainText(other.partCode)
  await expect(card).not.toContainText('需要')
})

test('库存预警：低于下限的配件生成采购订单，提交审核后算作在途', async ({ desk, boss }) => {
  const { editor, page, shell, list } = desk
  const part = await boss.newPart()
  await productBelow(boss, part, '5')
  await desk.enter('boss01', '/InventoryWarning')
  await ticksLow(desk, part)
  await list.here().getByRole('button', { name: '生成采购订单' }).click()
  const order = shell.dialog('生成采购订单')
  await expect(order.getByLabel(`${part.partCode} 采购数量`)).toHaveValue('4')
  await order.getByRole('button', { name: '生成采购订单' }).click()
  await editor.isState('草稿')
  await expect(editor.line(1)).toContainText(part.partCode)
  await editor.button('提交').click()
  await editor.isState('待审核')
  await editor.button('审核').click()
  await editor.isState('已审核')

  await page.goto('/InventoryWarning')
  await list.here().getByPlaceholder(/^编码/).fill(part.partCode)
  await list.here().getByPlaceholder(/^编码/).press('Enter')
  await expect(list.row(part.partCode)).toHaveCount(1)
  await expect(list.row(part.partCode).locator('[title*="在途 4"]')).toHaveText('0')
})

test('库存预警：向有富余的兄弟企业申请调拨，对方批准', async ({ desk, secondDesk, boss, baseURL }) => {
  test.slow()
  const { editor, shell, list } = desk
  const part = await boss.newPart()
  await productBelow(boss, part, '5')
  await stockSister(baseURL ?? '', part, '3')
  await desk.enter('boss01', '/InventoryWarning')
  await ticksLow(desk, part)
  await list.here().getByRole('button', { name: '生成调拨申请' }).click()
  const request = shell.dialog('生成调拨申请')
  await expect(request.getByRole('row', { name: part.partCode })).toContainText('城东')
  await expect(request.getByLabel(`${part.partCode} 申请数量`)).toHaveValue('3')
  await request.getByRole('button', { name: '生成调拨申请' }).click()
  await editor.isState('草稿')
  await editor.button('提交').click()
  await editor.isState('待审核')
  const id = new URL(desk.page.url()).searchParams.get('id')

  await secondDesk.enter('manager01', `/requestForm?id=${id}`)
  await secondDesk.editor.button('批准（批准并占用库存）').click()
  await secondDesk.editor.isState('待发货')

  await desk.page.goto('/InventoryWarning')
  await list.here().getByPlaceholder(/^编码/).fill(part.partCode)
  await list.here().getByPlaceholder(/^编码/).press('Enter')
  await expect(list.row(part.partCode).locator('[title*="申请调拨 3"]')).toHaveText('1')
})
