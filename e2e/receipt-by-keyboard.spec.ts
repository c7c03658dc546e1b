import type { Page } from '@playwright/test'
import { fresh } from './api'
import { expect, test } from './story'

test('采购员不碰鼠标：登录、拼音找供应商、扫码两次、保存、审核入库', async ({ desk, boss }) => {
  const { page, editor } = desk
  const keys = page.keyboard
  const name = fresh()
  const supplier = await boss.newSupplier({ name: `江城北岸${name}` })
  const [scanned, typed] = [await boss.newPart(), await boss.newPart()]
  await boss.prices(scanned, { purchasePrice: '8' })

  await page.goto(`/login?redirect=${encodeURIComponent('/purchase?new=1')}`)
  await expect(desk.login.username()).toBeFocused()
  await keys.type('buyer01')
  await keys.press('Tab')
  await keys.type('Chepu2026')
  await keys.press('Enter')
  await editor.isReady()

  await expect(editor.field('供应商')).toBeFocused()
  await keys.type(`jcba${name.toLowerCase()}`)
  await expect(page.getByRole('option', { name: supplier.name })).toBeVisible()
  await keys.press('Enter')
  await expect(editor.field('供应商')).toHaveValue(supplier.name)
  await expect(editor.field('仓库')).toBeFocused()

  for (let i = 0; i < 20 && !(await editor.cell().evaluate((cell) => cell === document.activeElement)); i += 1) {
    await keys.press('Enter')
  }
  await expect(editor.cell()).toBeFocused()

  await scan(page, scanned.partCode)
  await expect(editor.line(1)).toContainText(scanned.partName)
  await scan(page, scanned.partCode)
  await expect(editor.line(1).locator('.line-grid-cell').nth(6)).toHaveText('2')
  await expect(editor.lineCount()).toHaveText('共 1 行')

  await expect(editor.cell()).toHaveAccessibleName('第2行 配件编码')
  // Nobody who knows the code waits for the picker to be drawn or to have found it.
  await keys.press('F2')
  await keys.type(typed.partCode)
  await keys.press('Enter')
  await expect(editor.line(2)).toContainText(typed.partName)
  await keys.type('5')
  await keys.press('Enter')
  // As fingers do: without a pause it would be a scan, which is no price.
  await keys.type('12.5', { delay: 70 })
  await keys.press('Enter')
  await expect(editor.line(2)).toContainText('12.50')

  await keys.press('Control+s')
  await expect(editor.number()).toHaveText(/^RK01\d{10}$/)
  await desk.shell.says(/已保存/)
  await expect(editor.button('审核')).toBeEnabled()
  await keys.press('F9')
  await editor.isState('已完成')
})

/** A scanner types faster than any hand and ends with Enter; a busy machine must not make it look like one. */
const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate((code) => {
    const cell = document.activeElement as HTMLInputElement
    const press = (key: string) =>
      cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (const key of code) {
      press(key)
      cell.setRangeText(key, cell.selectionStart ?? 0, cell.selectionEnd ?? 0, 'end')
    }
    press('Enter')
  }, code)
