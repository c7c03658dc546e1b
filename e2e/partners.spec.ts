import { fresh, freshMobile } from './api'
import { faults } from './axe'
import { expect, test } from './story'

test('新增客户时选省市区，列表按省份找得到，地址里带着地区', async ({ desk }) => {
  const { page } = desk
  const name = `武昌客户${fresh()}`
  await desk.enter('boss01', '/customerAdd')
  const here = page.locator('section.page:visible')
  await here.getByLabel('名称*', { exact: true }).fill(name)
  await here.getByLabel('手机', { exact: true }).fill(freshMobile())
  await here.getByLabel('地区', { exact: true }).fill('武昌')
  await page.locator('.ant-cascader-menu-item').filter({ hasText: '武昌区' }).first().click()
  await here.getByRole('button', { name: '保存', exact: true }).click()
  await desk.shell.says('已保存')
  expect(await faults(page)).toEqual([])

  await page.goto('/customer')
  const list = desk.list.here()
  await list.getByRole('button', { name: /更多/ }).first().click()
  await list.getByLabel('地区', { exact: true }).fill('湖北')
  await page
    .locator('.ant-cascader-menu-item')
    .filter({ hasText: /^湖北省$/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await list.getByPlaceholder('名称 / 编码 / 拼音 / 手机尾号').fill(name)
  await list.getByRole('button', { name: '查询' }).click()
  await expect(desk.list.row(name)).toHaveCount(1)
})

test('新建的门店自动成为其他企业的往来单位，不能改', async ({ desk, boss }) => {
  const { name } = await boss.opensShop()
  await desk.enter('boss01', `/suppliers?q=${encodeURIComponent(name)}`)
  await expect(desk.list.here().getByRole('button', { name: /^导\s?入$/ })).toBeVisible()
  const row = desk.list.row(name)
  await expect(row).toContainText('兄弟企业')
  await expect(row.locator('.dt-actions').getByRole('button')).toHaveText(['查看'])
  await row.dblclick()
  const here = desk.page.locator('section.page:visible')
  await expect(here.getByLabel('名称*', { exact: true })).toHaveValue(name)
  await expect(here.getByLabel('名称*', { exact: true })).toBeDisabled()
})
