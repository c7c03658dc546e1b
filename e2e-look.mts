import { chromium } from '@playwright/test'
import { Colleague } from './e2e/api'
import { Desk } from './e2e/story'
const origin = 'http://localhost:49471'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] })
const boss = await Colleague.signIn(origin, 'boss01')
const [kept, doubled] = await boss.newParts(2)
await boss.stock(doubled!, '6', '12.5')
for (const [w, h, tag] of [
  [1440, 900, 'wide'],
  [390, 844, 'narrow'],
] as const) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: w, height: h },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  const page = await context.newPage()
  const desk = new Desk(page, origin)
  await desk.enter('boss01', '/taxSettings')
  const shot = async (name: string) => {
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/tb-${tag}-${name}.png` })
  }
  await shot('tax')
  if (tag === 'wide') {
    await page.getByRole('button', { name: '新增' }).first().click()
    await shot('tax-new')
  }
  await page.goto('/settlementMethods')
  await shot('settle')
  if (tag === 'wide') {
    await page.getByRole('button', { name: '新增' }).first().click()
    await shot('settle-new')
  }
  await page.goto('/expenseCategories')
  await shot('expense')
  if (tag === 'wide') {
    await page.goto(`/parts?q=${kept!.partCode}`)
    await page.waitForTimeout(1500)
    await page.locator('tbody tr').first().getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '合并' }).click()
    await page.getByRole('dialog').locator('input').first().fill(doubled!.partCode)
    await page.waitForTimeout(1500)
    await shot('merge-pick')
    await page.keyboard.press('Enter')
    await shot('merge')
  }
  await context.close()
}
await browser.close()
process.exit(0)
