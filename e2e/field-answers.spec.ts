import type { Page } from '@playwright/test'
import { expect, test } from './story'

/** Stops the clock of the page, so that only the story lets time pass. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
}

test('基础资料的表单，停下输入半秒后说出错在哪里', async ({ desk }) => {
  const { page, shell } = desk
  await page.clock.install()
  await desk.enter('boss01', '/suppliers')
  await page.getByRole('button', { name: '新增' }).click()
  const form = shell.dialog(/新增/).or(desk.list.here())
  const mobile = form.getByLabel('手机').first()
  const words = page.getByText('请输入正确的手机号')
  await expect(mobile).toBeVisible()
  await stopClock(page)
  await mobile.fill('1380013')
  await page.clock.runFor(499)
  await expect(words).toHaveCount(0)
  await mobile.fill('13800138')
  await page.clock.runFor(499)
  await expect(words).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(words).toBeVisible()
  await mobile.fill('13800138000')
  await expect(words).toHaveCount(0)
  await page.clock.runFor(500)
  await expect(words).toHaveCount(0)
})

test('单据的表头，停下输入半秒后说出错在哪里', async ({ desk }) => {
  const { page, editor } = desk
  await page.clock.install()
  await desk.enter('boss01', '/purchase?new=1')
  await editor.isReady()
  const freight = editor.field('运费')
  await stopClock(page)
  await freight.fill('12.345')
  await page.clock.runFor(499)
  await expect(page.getByText('金额应不小于0，且最多2位小数')).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(page.getByText('金额应不小于0，且最多2位小数')).toBeVisible()
  await freight.fill('12.34')
  await expect(page.getByText('金额应不小于0，且最多2位小数')).toHaveCount(0)
})

test('密码修改，停下输入半秒后说出错在哪里', async ({ desk }) => {
  const { page } = desk
  await page.clock.install()
  await desk.enter('sales01', '/editPwd/index')
  const password = page.getByLabel('新密码', { exact: true })
  await expect(password).toBeVisible()
  await stopClock(page)
  await password.fill('ab cd')
  await page.clock.runFor(499)
  await expect(page.getByText('用户名或密码不能包含空格！')).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(page.getByText('用户名或密码不能包含空格！')).toBeVisible()
})
