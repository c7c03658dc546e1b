import { collection } from '@chepu/contract/finance/collection'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { devices } from '@playwright/test'
import { Colleague, today } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7']
test.use({ ...phone, viewport: { width: 390, height: 844 } })

test('收银员在手机上日结交款：按面额清点，短款当场说明，交款单打出来', async ({ desk, boss, baseURL }) => {
  const { page, shell } = desk
  const { username } = await boss.hires('收银/财务')
  const name = `同事${username.slice(2).toUpperCase()}`
  const cashier = await Colleague.signIn(baseURL ?? '', username)
  const { rows } = await cashier.call(accountRoutes.list, { query: { rows: 1000 } })
  const storeAccountId = rows.find(({ kind }) => kind === 'cash')?.id ?? 0
  const { id: partnerId } = await boss.newCustomer()
  await cashier.call(collection.routes.save, {
    body: {
      header: { bizDate: today(), partnerId, purpose: 'advance' },
      tenders: [{ storeAccountId, amount: '152.5' }],
      action: { name: 'approve' },
    },
  })
  await cashier.leaves()

  await desk.enter(username, '/till')
  // His own stand first.
  const waiting = desk.list.here().getByRole('article').first()
  await expect(waiting).toContainText('152.50')
  await waiting.getByRole('button', { name: '交款' }).click()
  const count = page.getByRole('dialog', { name: '日结交款' })
  const notes = (name: string) => count.getByLabel(new RegExp(`${name}$`))
  await expect(count.getByText('应交').first()).toBeVisible()
  await notes(' 100元').fill('1')
  await notes(' 50元').fill('1')
  await notes(' 1元').fill('2')
  await count.getByRole('button', { name: '交款（短款 0.50）' }).click()
  const why = page.getByRole('dialog', { name: '确认交款：短款 0.50' })
  await why.getByLabel('差异原因').fill('找零出错')
  await why.getByRole('button', { name: '确认交款' }).click()
  await shell.says('已交款')
  const { sheets } = new PrintPreview(page)
  await expect(sheets.first()).toContainText('日结交款单')
  await expect(sheets.first()).toContainText('152.50')
  await expect(sheets.first()).toContainText('100×1 50×1 1×2')
  await page.keyboard.press('Escape')

  await page.getByText('交款记录', { exact: true }).click()
  const done = desk.list
    .here()
    .getByRole('article')
    .filter({ hasText: /-0\.50/ })
  await expect(done.filter({ hasText: name })).toHaveCount(1)
})
