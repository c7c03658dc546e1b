import type { Response } from '@playwright/test'
import type { Desk } from './story'
import { expect, test } from './story'

/** Words of money on the screen, and fields of it in answers of the server. */
const priceWords = /单价|进价|售价|金额|价税合计|未税|税额|成本|毛利|已付|未付|已收(?!数)|未收(?!数)|优惠|上次价|￥/
const priceFields =
  /"(price|amount|netAmount|taxed|untaxed|tax|totalAmount|totalTaxed|unitCost|costAmount|lastPrice|purchasePrice|wholesalePrice1|minSalePrice|grossProfit)":/

/** Answers that the desk was given, to look for what the screen may merely not show. */
function overhear(desk: Desk): () => Promise<string[]> {
  const answers: Promise<string>[] = []
  const note = async (answer: Response) => `${answer.url()} ${await answer.text()}`
  desk.page.on('response', (answer) => {
    // Read at once: the browser forgets an answer when it goes to another page, and one that came too late was not seen.
    if (answer.url().includes('/api/web/')) answers.push(note(answer).catch(() => ''))
  })
  return () => Promise.all(answers)
}

test('仓管看不到任何价格和成本：列表、单据、打印都没有', async ({ desk, boss }) => {
  const { page, editor } = desk
  const part = await boss.newPart()
  const { id, billNo } = await boss.stock(part, '3', '123.45')
  const answers = overhear(desk)

  await desk.enter('store01', '/purWareHous')
  await expect(desk.list.here().getByRole('button', { name: '查询' })).toBeVisible()
  expect(await desk.list.here().innerText()).not.toMatch(priceWords)

  await page.goto('/stockInquiry')
  await expect(desk.list.row(part.partCode).or(desk.list.here().locator('tbody tr')).first()).toBeVisible()
  expect((await desk.list.heads()).join()).not.toMatch(/成本|金额|进价/)

  await page.goto(`/purchase?id=${id}`)
  const seesReceipts = await editor
    .toolbar()
    .or(page.getByRole('heading', { name: '页面不存在' }))
    .first()
    .waitFor()
    .then(() => editor.toolbar().isVisible())
  if (seesReceipts) {
    await expect(editor.line(1)).toContainText(part.partCode)
    expect((await editor.heads()).join()).not.toMatch(priceWords)
    expect(await editor.here().innerText()).not.toContain('123.45')
  }
  for (const answer of await answers()) {
    expect(answer).not.toContain('123.45')
    if (answer.includes(billNo)) expect(answer).not.toMatch(priceFields)
  }
})

test('采购员看得到进价，看不到毛利', async ({ desk, boss }) => {
  const { page } = desk
  const part = await boss.newPart()
  await boss.stock(part, '3', '77.11')
  await boss.delivers(await boss.newCustomer(), [{ part, qty: '1', price: '200' }])
  const answers = overhear(desk)

  await desk.enter('buyer01')
  await expect(page.getByText('今日采购')).toBeVisible()
  await expect(page.getByText('毛利')).toHaveCount(0)
  await page.goto('/purchase')
  await expect(desk.list.here().locator('tbody tr').first()).toBeVisible()
  expect((await desk.list.heads()).join()).toContain('价税合计')
  for (const answer of await answers()) expect(answer).not.toMatch(/"gross\w*":/i)
})

test('老板的销售出库列表有成本和毛利', async ({ desk }) => {
  await desk.enter('boss01', '/sale')
  await expect(desk.list.here().getByRole('columnheader', { name: '毛利' })).toBeAttached()
})
