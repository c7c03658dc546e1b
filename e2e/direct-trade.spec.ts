import { expect, test } from './story'

test('采购转销售：一张单买进卖出，两边单据看得见，反审核后都作废', async ({ desk, boss }) => {
  test.slow()
  const { editor, page, shell } = desk
  const [part, customer, supplier] = [await boss.newPart(), await boss.newCustomer(), await boss.newSupplier()]
  await desk.enter('boss01', '/purchaseAndSale?new=1')
  const cutLabels = await page
    .locator('.de-header label')
    .evaluateAll((labels) =>
      labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
    )
  expect(cutLabels).toEqual([])
  await editor.picks('客户', customer.name)
  await editor.picks('供应商', supplier.name)
  await editor.entersLine(part.partCode, '2', '50', '80')
  await expect(editor.totals()).toContainText('160.00')
  await expect(editor.totals()).toContainText('100.00')
  await editor.saves()
  await editor.button('审核').click()
  await editor.isState('已完成')

  const related = shell.dialog(/关联单据/)
  const openRelated = async () => {
    await editor.button('更多').click()
    await page.getByRole('menuitem', { name: '关联单据' }).click()
  }
  await openRelated()
  await expect(related.getByRole('row', { name: '采购入库单' })).toContainText('已完成')
  await expect(related.getByRole('row', { name: '销售出库单' })).toContainText('已完成')
  await page.keyboard.press('Escape')
  expect(await boss.available(part)).toBe('0')

  await editor.button('反审核').click()
  const undo = shell.dialog(/^反审核/)
  await undo.getByLabel('原因（必填）').fill('客户退单')
  await undo.getByRole('button', { name: '反审核' }).click()
  await editor.isState('草稿')
  await shell.opens('统计', '对得上')
  await expect(page.getByText(/^全部对得上，共核对 \d+ 项$/)).toBeVisible()
})
