import { writeFileSync } from 'node:fs'
import type { Goods } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

test('销售单打印：A4 两页、三联单四页，每页有抬头，末页有大写金额，重打注明次数', async ({ desk, boss }, info) => {
  const { page, editor } = desk
  const customer = await boss.partner('customer', 'jcsc')
  const parts = [...(await boss.parts(9, 18)), ...(await boss.parts(10, 18))].slice(0, 30)
  expect(parts).toHaveLength(30)
  const goods: Goods[] = parts.map((part) => ({ part, qty: '1', price: '1001.5' }))
  await boss.receives(goods.map((line) => ({ ...line, price: '1' })))
  const { id, billNo } = await boss.delivers(customer, goods, '请走北门')

  await desk.enter('boss01', `/sale?id=${id}`)
  await editor.button('打印').click()
  const preview = new PrintPreview(page)

  await preview.chooses('A4')
  await expect(preview.sheets).toHaveCount(2)
  await preview.chooses('三联单 241×140')
  await expect(preview.sheets).toHaveCount(4)
  for (const sheet of await preview.sheets.all()) {
    await expect(sheet.getByRole('heading', { name: '销售单' })).toBeVisible()
    await expect(sheet.locator('header')).toContainText('鼎程配件贸易中心')
    await expect(sheet.locator('header')).toContainText(billNo)
    await expect(sheet.locator('thead')).toContainText('配件编码')
    await expect(sheet.locator('.fields')).toContainText(customer.name)
  }
  await expect(preview.sheets.first()).toContainText('本页小计')
  await expect(preview.sheets.last()).toContainText('合计大写：叁万零肆拾伍元整')
  await expect(preview.sheets.last()).toContainText('￥30,045.00')
  await expect(preview.sheets.last()).toContainText('请走北门')
  await expect(preview.sheets.last()).toContainText('第4页/共4页')
  await preview.fitsItsPages()

  // The browser's own print dialog would wait for somebody.
  await page.addInitScript(() => (window.print = () => undefined))
  await preview.prints()
  await expect(preview.paper.getByText(/第\d次打印/)).toHaveCount(0)
  await preview.prints()
  await expect(preview.paper.getByText('第2次打印')).toHaveCount(4)

  for (const [name, paper] of [
    ['a4', 'A4'],
    ['form', '三联单 241×140'],
  ] as const) {
    await preview.chooses(paper)
    await expect(preview.sheets).toHaveCount(name === 'a4' ? 2 : 4)
    const html = await preview.html()
    const sheet = await page.context().newPage()
    await sheet.setContent(html)
    const path = info.outputPath(`${name}.pdf`)
    const pdf = await sheet.pdf({ path, preferCSSPageSize: true, printBackground: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(name === 'a4' ? 2 : 4)
    writeFileSync(info.outputPath(`${name}.html`), html)
    await sheet.close()
  }
})
