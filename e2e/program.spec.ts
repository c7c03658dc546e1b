import { fresh } from './api'
import { choose } from './pages/select'
import { expect, test } from './story'

test('老板给网店建接口账号和密钥，网店用它取数；停用后立即不能再用', async ({ desk, baseURL }) => {
  const username = `shop_${fresh().toLowerCase()}`
  await desk.enter('boss01', '/user')
  const { page, shell } = desk
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const form = shell.dialog('新增用户')
  await form.getByLabel('手机').fill('13800138000')
  await choose(form.getByLabel('类型'), '接口账号')
  await expect(form.getByLabel('手机')).toHaveCount(0)
  await form.getByLabel('用户名').fill(username)
  await form.getByLabel('名称').fill('网店对接')
  const roles = form.getByLabel('角色')
  await roles.fill('销售员')
  // The list of 类型 may still be closing beside it.
  const active = page.locator('.ant-select-dropdown:visible .ant-select-item-option-active')
  await expect(active.filter({ hasText: '销售员' })).toBeVisible()
  await roles.press('Enter')
  await form.getByRole('button', { name: '保存', exact: true }).click()

  const keys = shell.dialog(`接口密钥：${username}`)
  await expect(keys.getByText('还没有密钥')).toBeVisible()
  await keys.getByRole('button', { name: '新建密钥' }).click()
  const made = shell.dialog(`新建密钥：${username}`)
  await made.getByLabel('密钥名称').fill('网店正式')
  await made.getByRole('button', { name: '新建' }).click()
  const key = await shell.dialog('接口密钥').getByLabel('接口密钥').innerText()
  expect(key).toMatch(/^chepu_[0-9a-f]{40}$/)
  await page.getByRole('button', { name: '我已记下' }).click()
  await expect(keys.getByText(`${key.slice(0, 12)}…`)).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)

  const ask = (path: string) => fetch(`${baseURL}${path}`, { headers: { token: key } })
  expect((await ask('/api/web/part?rows=1')).status).toBe(200)
  expect((await ask('/api/web/goods-receipt')).status).toBe(403)
  await keys.getByRole('tab', { name: '调用记录' }).click()
  await expect(keys.getByRole('row', { name: /GET \/api\/web\/part 200 1/ })).toBeVisible()
  await expect(keys.getByText('您没有「采购入库单列表」的权限')).toBeVisible()

  await keys.getByRole('tab', { name: '密钥', exact: true }).click()
  await keys.getByRole('button', { name: '停用' }).click()
  await shell.dialog('停用密钥').getByRole('button', { name: '停用' }).click()
  await expect(keys.getByText('已停用', { exact: true })).toBeVisible()
  const refused = await ask('/api/web/part?rows=1')
  expect([refused.status, ((await refused.json()) as { msg: string }).msg]).toEqual([401, '接口密钥已停用'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(username) }).getByText('接口账号')).toBeVisible()
})
