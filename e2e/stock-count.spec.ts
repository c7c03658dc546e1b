import type { LookupPart } from '@chepu/contract/basics/lookups'
import { devices } from '@playwright/test'
import { expect, test } from './story'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']

test('两个人一起盘点：一个在电脑上，一个用手机，差异由第三个人过账', async ({ desk, secondDesk, boss }) => {
  // Lines of one bin stand in the order of their codes.
  const [one, other] = (await boss.newParts(2)).toSorted((a, b) => (a.partCode < b.partCode ? -1 : 1)) as [
    LookupPart,
    LookupPart,
  ]
  await boss.stock(one, '10')
  await boss.stock(other, '6')
  const { page, editor } = desk
  await desk.enter('store01', '/inventoryListByOrder?new=1')
  await editor.picks('盘点范围', '抽盘')
  for (const part of [one, other]) {
    await editor.here().getByRole('button', { name: '选择抽盘配件' }).click()
    const dialog = page.getByRole('dialog', { name: '选择配件' })
    await dialog.getByRole('textbox').first().fill(part.partCode)
    await expect(dialog.getByText(part.partName).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await editor.button('开始盘点').click()
  await editor.isState('盘点中')
  const counted = editor.here().getByLabel('第1行实盘', { exact: true })
  await counted.fill('9')
  await counted.press('Enter')
  await expect(editor.here().locator('.count-progress')).toHaveText('已盘 1 / 2')

  // Somebody else walks along the shelves with a phone.
  const id = new URL(page.url()).searchParams.get('id')
  const path = `/inventoryListByOrder?id=${id}`
  await secondDesk.page.setViewportSize(phone.viewport)
  await secondDesk.enter('boss01', path)
  const there = secondDesk.editor
  const scanner = there.here().getByLabel('扫码', { exact: true })
  const second = there.here().getByLabel('第2行实盘', { exact: true })
  for (let i = 1; i <= 7; i += 1) {
    await scanner.fill(other.partCode)
    await scanner.press('Enter')
    await expect(second).toHaveValue(String(i))
  }
  await expect(there.here().locator('.count-progress')).toHaveText('已盘 2 / 2')
  await expect(there.button('审核过账')).toHaveCount(0)

  await editor.button('提交').click()
  await editor.isState('待审核')
  await secondDesk.page.setViewportSize({ width: 1440, height: 900 })
  await secondDesk.enter('cash01', path)
  await there.button('审核过账').click()
  await there.isState('已完成')
  await expect(there.totals()).toContainText('盘盈数 1')
  await expect(there.totals()).toContainText('盘亏数 1')
})
