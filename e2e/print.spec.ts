import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import type { TestInfo } from '@playwright/test'
import { fresh, type Goods, today } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

test('销售单打印：A4 两页、三联单三页，每页有抬头，末页有大写金额，重打注明次数', async ({ desk, boss }, info) => {
  const { page, editor } = desk
  const customer = await boss.newCustomer()
  // Some names take two lines.
  const long = () => boss.newPart({ name: `前制动片总成（陶瓷配方，含报警线）${fresh()}` })
  const parts = [...(await boss.newParts(15)), ...(await Promise.all(Array.from({ length: 15 }, long)))]
  const goods: Goods[] = parts.map((part) => ({ part, qty: '1', price: '1001.5' }))
  await boss.receives(goods.map((line) => ({ ...line, price: '1' })))
  const { id, billNo } = await boss.delivers(customer, goods, { remark: '请走北门' })

  await desk.enter('boss01', `/sale?id=${id}`)
  await editor.button('打印').click()
  const preview = new PrintPreview(page)

  await preview.chooses('A4')
  await expect(preview.sheets).toHaveCount(2)
  await preview.chooses('三联单 241×140')
  await expect(preview.sheets).toHaveCount(3)
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
  await expect(preview.sheets.last()).toContainText('第3页/共3页')
  await preview.fitsItsPages()

  // The browser's own print dialog would wait for somebody.
  await page.addInitScript(() => (window.print = () => undefined))
  await preview.prints()
  await expect(preview.paper.getByText(/第\d次打印/)).toHaveCount(0)
  await preview.prints()
  await expect(preview.paper.getByText('第2次打印')).toHaveCount(3)

  for (const [name, paper] of [
    ['a4', 'A4'],
    ['form', '三联单 241×140'],
  ] as const) {
    await preview.chooses(paper)
    await expect(preview.sheets).toHaveCount(name === 'a4' ? 2 : 3)
    const html = await preview.html()
    const sheet = await page.context().newPage()
    await sheet.setContent(html)
    const path = info.outputPath(`${name}.pdf`)
    const pdf = await sheet.pdf({ path, preferCSSPageSize: true, printBackground: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(name === 'a4' ? 2 : 3)
    writeFileSync(info.outputPath(`${name}.html`), html)
    await sheet.close()
  }
})

/** What a printed PDF says, by poppler, without blanks; undefined where that is not installed. */
function wordsOf(path: string, info: TestInfo): string | undefined {
  const { status, stdout } = spawnSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' })
  if (status === 0) return stdout.replaceAll(/\s/g, '')
  info.annotations.push({ type: 'skipped', description: 'pdftotext is not installed: PDF not read by poppler' })
  return undefined
}

test('纸上什么都不悄悄截断：长编码、长名称折行，一页按行高排满，页脚和地址整段印出', async ({ desk, boss }, info) => {
  const { page } = desk
  const tail = fresh().slice(-6)
  const goods: Goods[] = []
  for (let i = 0; i < 10; i += 1) {
    const code = `ZZLONGCODE0123456789${tail}ABCDEFGHIJKL${i}`
    const name = `LONG-NAME-0123456789-0123456789-ABCDEF 前制动片总成（陶瓷配方，含报警线）${i}`
    goods.push({ part: await boss.newPart({ code, name }), qty: '2', price: '1234.5' })
  }
  const long = (word: string, length: number) =>
    `${word}${tail}${'很长的内容也要印全'.repeat(30)}`.slice(0, length - 1) + '完'
  const supplier = await boss.newSupplier({ name: long('供应商', 100) })
  const remark = long('备注', 255)
  const { id } = await boss.orders(goods, { partnerId: supplier.id, remark })
  await desk.enter('boss01', `/purchaseOrder?id=${id}`)
  await desk.editor.button('打印').click()
  const preview = new PrintPreview(page)
  for (const paper of ['A4', '三联单 241×140'] as const) {
    await preview.chooses(paper)
    await expect(preview.paper.locator('tr.line')).toHaveCount(10)
    await preview.fitsItsPages()
    const rows = await preview.paper.locator('tr.line').allInnerTexts()
    goods.forEach(({ part }, i) => {
      expect(rows[i]).toContain(part.partCode)
      expect(rows[i]).toContain(part.partName)
    })
    const pages = await preview.sheets.count()
    expect(pages).toBe(paper === 'A4' ? 1 : 3)
    await expect(preview.sheets.last()).toContainText(`第${pages}页/共${pages}页`)
    await expect(preview.sheets.last().locator('footer')).toContainText('随货附本单复印件')
    await printsAll(preview, [...goods.map(({ part }) => part.partCode), supplier.name, remark], info)
  }

  const address = long('地址', 255)
  const sold = goods.slice(0, 2)
  const customer = await boss.newCustomer()
  const draft = await boss.call(salesDelivery.routes.save, {
    body: {
      header: { bizDate: today(), partnerId: customer.id, warehouseId: await boss.warehouse(), address, remark },
      lines: sold.map(({ part, qty, price }) => ({ partId: part.partId, qty, price })),
    },
  })
  await desk.enter('boss01', `/sale?id=${draft.id}`)
  await desk.editor.button('打印').click()
  for (const paper of ['A4', '三联单 241×140'] as const) {
    await preview.chooses(paper)
    await expect(preview.paper.locator('tr.line')).toHaveCount(2)
    await preview.fitsItsPages()
    await printsAll(preview, [...sold.map(({ part }) => part.partCode), address, remark], info)
  }
})

/** Prints to a PDF: a page for each sheet, and every text on them. */
async function printsAll(preview: PrintPreview, texts: readonly string[], info: TestInfo): Promise<void> {
  const pages = await preview.sheets.count()
  const path = info.outputPath(`${pages}.pdf`)
  const sheet = await preview.page.context().newPage()
  await sheet.setContent(await preview.html())
  const pdf = await sheet.pdf({ path, preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(pages)
  await sheet.close()
  const words = wordsOf(path, info)
  if (words) for (const text of texts) expect(words).toContain(text)
}
