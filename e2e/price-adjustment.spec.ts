import { productRoutes } from '@chepu/contract/basics/product'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { expect, test } from './story'

test('新零售价审核后等到明天，取回改为今天：商品、调价记录都变了', async ({ desk, boss }) => {
  const part = await boss.newPart()
  await boss.prices(part, { retailPrice: '30', minSalePrice: '25' })
  const { page, editor, list } = desk
  const retail = async () =>
    (await boss.call(productRoutes.list, { query: { q: part.partCode } })).rows.map((row) => row.retailPrice)

  await desk.enter('boss01', '/price?new=1')
  await editor.isReady()
  await editor.entersLine(part.partCode)
  await editor.fillsFirst('零售价', '20')
  await expect(editor.line(1)).toContainText('30.00')
  const tomorrow = shanghaiDay(new Date(Date.now() + 86_400_000))
  await editor.field('生效日期').fill(tomorrow)
  await page.keyboard.press('Enter')
  await editor.button('保存').click()
  await expect(editor.notice()).toContainText('零售价不能低于最低售价 25')

  // The cursor stands on the price that cannot stand.
  await editor.cell().fill('36')
  await page.keyboard.press('Enter')
  await editor.saves()
  await editor.button('审核').click()
  await editor.isState('待生效')
  expect(await retail()).toEqual(['30.0000'])

  await editor.button('反审核').click()
  const dialog = desk.shell.dialog(/^反审核/)
  await dialog.getByLabel('原因（必填）').fill('今天就调')
  await dialog.getByRole('button', { name: '反审核' }).click()
  await editor.isState('草稿')
  await editor.field('生效日期').fill(shanghaiDay())
  await page.keyboard.press('Enter')
  await editor.saves()
  await editor.button('审核').click()
  await editor.isState('已生效')
  expect(await retail()).toEqual(['36.0000'])

  await page.goto('/price')
  await list.here().getByLabel('配件', { exact: true }).fill(part.partCode)
  await page.keyboard.press('Enter')
  await expect(list.row(part.partCode)).toContainText('36.00')
  await list.row(part.partCode).getByRole('button', { name: '调价记录' }).click()
  const history = desk.shell.dialog(/^调价记录/)
  await expect(history.getByRole('img', { name: /价格走势$/ })).toBeVisible()
  await expect(history.locator('tbody tr').first()).toContainText('36.00')
  await expect(history.locator('tbody tr').first()).toContainText('调价单')
})
