import { expect, test } from './story'

test('a bookkeeper looks at what stands against closing the month', async ({ desk }) => {
  await desk.enter('cash01', '/periodClose')
  const { page } = desk
  const months = page.getByRole('row')
  await expect(months.filter({ hasText: '期初' })).toContainText('已结账')
  await page.getByText('期初启用').click()
  await expect(page.getByRole('list', { name: '启用步骤' })).toContainText('期初库存')
  await page.getByRole('button', { name: /^检查并结账/ }).click()
  const checks = page.getByRole('list', { name: '检查项' })
  await expect(checks).toContainText('账目对得上')
  const offenders = checks.getByRole('button', { name: '查看' })
  await expect(offenders.first()).toBeVisible()
  await offenders.first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('[data-grid]').filter({ visible: true }).first()).toBeVisible()
})
