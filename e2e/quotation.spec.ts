import { expect, test } from './story'

test('报价给客户两个备选，客户改要便宜的：转出库，报价单已完成', async ({ desk, boss }) => {
  const { editor, page, shell } = desk
  const customer = await boss.newCustomer()
  const [dear, cheap] = await Promise.all([
    boss.newPart({ name: '报价刹车片甲', grade: 'oem' }),
    boss.newPart({ name: '报价刹车片乙', grade: 'aftermarket' }),
  ])
  await boss.stock(cheap, '5')

  await desk.enter('boss01', '/priceSheet?new=1')
  await editor.picks('客户', customer.name)
  await editor.field('车型/VIN').fill('帕萨特 2014款 1.8T')
  await editor.entersLine(dear.partCode, '2', '380')
  await expect(editor.totals()).toContainText('760.00')

  // No substitutes are known: F6 offers all parts, and what is taken is an alternative for the same item.
  await editor.line(1).getByText(dear.partCode).click()
  await page.keyboard.press('F6')
  const parts = shell.dialog('选择配件')
  await parts.getByLabel('查找配件').fill(cheap.partCode)
  await expect(parts.getByRole('row', { name: cheap.partCode })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(editor.line(2)).toContainText('第1项')
  await expect(editor.line(2)).toContainText('副厂件')
  await expect(editor.totals()).toContainText('760.00')

  const at = async (column: string, no: number) => {
    const place = (await editor.heads()).findIndex((head) => head.replace('*', '').trim() === column)
    return editor.line(no).locator('.line-grid-cell').nth(place)
  }
  await (await at('售价', 2)).click()
  await editor.cell().fill('210')
  await page.keyboard.press('Enter')
  await (await at('选定', 2)).click()
  await page.keyboard.press(' ')
  await expect(await at('选定', 1)).toHaveText('')
  await expect(editor.totals()).toContainText('420.00')

  await editor.button('审核').click()
  await editor.isState('已审核')
  const quotation = page.url()
  await editor.button('转出库').click()
  await expect(editor.here().getByRole('heading', { name: '销售出库单' })).toBeVisible()
  await expect(editor.field('车型/VIN')).toHaveValue('帕萨特 2014款 1.8T')
  await expect(editor.lineCount()).toHaveText('共 1 行')
  await expect(editor.line(1)).toContainText(cheap.partCode)
  await editor.button('审核').click()
  await editor.isState('已完成')

  await page.goto(quotation)
  await editor.isState('已完成')
  expect(await boss.available(cheap)).toBe('3')
})
