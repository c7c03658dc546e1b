import { transferPlaces } from '@chepu/contract/warehouse/transfer-desk'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { Colleague, today } from './api'
import { Scanner } from './pages/scanner'
import { type Desk, expect, test } from './story'

/** What an organisation has open with its sister, on the page where it stands. */
const owedOn = async ({ page, shell, list }: Desk, screen: string, partner: string) => {
  await shell.goes(screen)
  await list.here().getByLabel('往来单位', { exact: true }).fill(partner)
  await list.here().getByRole('option', { name: partner }).click()
  await list.here().getByRole('button', { name: '查询' }).click()
  const row = list.row(partner)
  await expect(row).toHaveCount(1)
  const heads = await list.heads()
  const at = heads.findIndex((head) => head.startsWith('期末'))
  return page.locator('section.page:visible tbody tr').filter({ hasText: partner }).locator('td').nth(at).innerText()
}

/** A draft of the shop that asks the company for four pieces of a part. */
async function wants(origin: string, partId: number) {
  const manager = await Colleague.signIn(origin, 'manager02')
  const { rows } = await manager.call(transferPlaces)
  const own = rows.find((row) => row.isOwn)
  const there = rows.find((row) => !row.isOwn && row.orgName.includes('贸易中心'))
  const header = {
    bizDate: today(),
    warehouseId: own?.warehouseId as number,
    counterOrgId: there?.orgId as number,
    toWarehouseId: there?.warehouseId as number,
  }
  const draft = await manager.call(transferRequest.routes.save, {
    body: { header, lines: [{ partId: partId, qty: '4' }] } as never,
  })
  await manager.leaves()
  return draft
}

/** The shop counts two of three with a phone, by scanning, and reports the third as short. */
async function countsTwoOfThree(desk: Desk, billNo: string, partCode: string) {
  const phone = desk.page
  await phone.setViewportSize({ width: 390, height: 844 })
  await desk.enter('manager02', '/transferInto')
  const card = phone.locator('section.page:visible').locator('article, tr').filter({ hasText: billNo }).first()
  await card.getByRole('button', { name: '收货' }).click()
  const dialog = phone.getByRole('dialog', { name: `收货 ${billNo}` })
  const counted = dialog.getByLabel('第1行实收', { exact: true })
  // It begins where goods are counted; a scan counts from the day's field as well.
  await expect(counted).toBeFocused()
  const scanner = await Scanner.of(phone)
  for (const qty of ['1', '2']) {
    await scanner.scans(partCode)
    await expect(counted).toHaveValue(qty)
    await dialog.getByLabel('收货日期').focus()
  }
  await expect(dialog.getByLabel('收货日期')).toHaveValue(today())
  await dialog.getByLabel('第1行短少', { exact: true }).fill('1')
  await expect(dialog.getByLabel('第1行货位', { exact: true })).toBeVisible()
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await dialog.getByRole('button', { name: '确认收货' }).click()
  await desk.shell.says(/已收货/)
}

test('调拨：分店申请、总部批准发货，分店用手机扫码短收，差异由总部承担，两边账款一致', async ({
  desk,
  secondDesk,
  boss,
  baseURL,
}) => {
  test.slow()
  const part = await boss.newPart()
  await boss.stock(part, '10')
  await boss.prices(part, { transferPrice: '20' })
  const draft = await wants(baseURL ?? '', part.partId)

  // The shop submits what it wants; of the row it may press that and nothing of the other side's.
  await secondDesk.enter('manager02', '/requestForm')
  const asked = await secondDesk.list.finds(draft.billNo)
  await asked.getByRole('button', { name: '提交' }).click()
  await secondDesk.page.getByRole('dialog').getByRole('button', { name: '提交' }).click()
  await expect(asked).toContainText('待审核')
  await expect(asked.getByRole('button', { name: '批准' })).toHaveCount(0)

  // The company opens it, finds who asks, approves three of the four, and sends them.
  const { page, editor } = desk
  await desk.enter('boss01', `/requestForm?id=${draft.id}`)
  await editor.isReady()
  await expect(page.locator('[data-field=warehouseId]:visible')).toContainText('城西快修店')
  await editor.toolbar().getByRole('button', { name: '部分批准' }).click()
  const promise = page.getByRole('dialog', { name: `部分批准 ${draft.billNo}` })
  await promise.getByLabel('第1行批准数量', { exact: true }).fill('3')
  await promise.getByRole('button', { name: '批准' }).click()
  await editor.isState('待发货')
  await editor.toolbar().getByRole('button', { name: '转调拨单' }).click()
  await editor.isReady()
  await expect(editor.line(1)).toContainText(part.partCode)
  await editor.toolbar().getByRole('button', { name: /^审核/ }).click()
  await editor.isState('待发货')
  await editor.toolbar().getByRole('button', { name: /^发货/ }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: '发货' })
  if (await sure.isVisible().catch(() => false)) await sure.click()
  await editor.isState('在途')
  const billNo = (await editor.number().innerText()).trim()

  await countsTwoOfThree(secondDesk, billNo, part.partCode)

  // The company bears the loss of the third, from its own list.
  await desk.shell.goes('/transferOrder')
  const order = await desk.list.finds(billNo)
  await expect(order).toContainText('部分到货')
  await order.getByRole('button', { name: '差异处理' }).click()
  const decision = page.getByRole('dialog', { name: `差异处理 ${billNo}` })
  await decision.getByText('调出方承担损失').click()
  await decision.getByLabel('第1行数量', { exact: true }).fill('1')
  await decision.getByRole('button', { name: '确认处理' }).click()
  await desk.shell.says(/已调出方承担损失/)
  await expect(await desk.list.finds(billNo)).toContainText('已完成')

  // Both pages say the same of what the one owes the other.
  await secondDesk.page.setViewportSize({ width: 1440, height: 900 })
  await secondDesk.enter('manager02', '/transferOrder')
  const received = await secondDesk.list.finds(billNo)
  await expect(received).toContainText('已完成')
  // The order is the company's: the shop sees whose, and may print it.
  await received.getByText(billNo, { exact: true }).click()
  await secondDesk.editor.isReady()
  await expect(secondDesk.page.locator('[data-field=warehouseId]:visible')).toContainText('贸易中心')
  await expect(secondDesk.editor.toolbar().getByRole('button', { name: '打印', exact: true })).toBeVisible()
  const toGet = await owedOn(desk, '/receivableAccount', '城西快修店')
  const toPay = await owedOn(secondDesk, '/payableAccount', '贸易中心')
  expect(toGet).toBe(toPay)
})
