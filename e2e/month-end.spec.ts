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

test('店长给新店启用、结账一个月，再反结账', async ({ desk, boss }) => {
  const { manager } = await boss.opensShop()
  const { page, shell } = desk
  await desk.enter(manager, '/periodClose')
  const closes = async (name: string, step: '启用' | '结账', done: string) => {
    await page.getByRole('button', { name: new RegExp(`^检查并${step}`) }).click()
    const dialog = page.getByRole('dialog', { name: `检查 ${name}` })
    await expect(dialog.getByRole('list', { name: '检查项' })).toContainText('账目对得上')
    const word = dialog.getByRole('textbox')
    if (await word.isVisible()) await word.fill('新店开账')
    await dialog.getByRole('button', { name: step, exact: true }).click()
    await shell.says(done)
  }
  await closes('期初（2025-12）', '启用', '已启用')
  await closes('2026-01', '结账', '2026-01 已结账')
  const january = page.getByRole('row').filter({ hasText: '2026-01' })
  await expect(january).toContainText('已结账')
  await january.getByRole('button', { name: '反结账' }).click()
  const reopening = page.getByRole('dialog', { name: '反结账 2026-01' })
  await reopening.getByLabel('原因').fill('补录一张进货单')
  await reopening.getByRole('button', { name: '反结账', exact: true }).click()
  await shell.says('2026-01 已反结账')
  await expect(january).toContainText('未结账')
})
