import { collection } from '@chepu/contract/finance/collection'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { type Colleague, fresh, today } from './api'
import { expect, test } from './story'

/** Takes money on the account of that name by an approved advance of a customer. */
async function receive(boss: Colleague, accountName: string, amount: string): Promise<void> {
  const { rows } = await boss.call(accountRoutes.list, { query: { page: 1, rows: 1000 } })
  const storeAccountId = rows.find((row) => row.name === accountName)?.id ?? 0
  const { id: partnerId } = await boss.newCustomer()
  const header = { bizDate: today(), partnerId, purpose: 'advance' as const }
  const draft = await boss.call(collection.routes.save, { body: { header, tenders: [{ storeAccountId, amount }] } })
  const params = { id: draft.id, action: 'approve' }
  await boss.call(collection.routes.act, { params, body: { version: draft.version } })
}

test('老板新增银行账户：账号要对，期初先记、有流水后只能记调整，停用前余额要清零', async ({ desk, boss }) => {
  const { page, shell, list } = desk
  const name = `工行${fresh()}`
  await desk.enter('boss01', '/storeAccount')
  await list.here().getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '新增账户' })
  await form.getByLabel('编码').fill(`G${fresh()}`)
  await form.getByLabel('名称').fill(name)
  await form.getByLabel('类型').click({ force: true })
  await page.locator('.ant-select-item-option', { hasText: '银行' }).click()
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form.getByText('请输入开户行')).toBeVisible()
  await expect(form.getByText('银行卡号不能为空!')).toBeVisible()
  await form.getByLabel('开户行').fill('工商银行洪山支行')
  await form.getByLabel('账号').fill('62220212345')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form.getByText('请输入正确的银行卡号!')).toBeVisible()
  await form.getByLabel('账号').fill('6222021234567890')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await shell.says('已保存')

  const row = list.row(name)
  const rowMenu = async (item: string) => {
    await row.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const opening = page.getByRole('dialog', { name: `账户期初：${name}` })
  await rowMenu('期初')
  await opening.getByLabel('期初余额').fill('1000')
  await opening.getByRole('button', { name: '确定' }).click()
  await shell.says('期初已保存')
  await expect(row).toContainText('1,000.00')

  await receive(boss, name, '250')
  await list.here().getByRole('button', { name: '查询' }).click()
  await expect(row).toContainText('1,250.00')
  await rowMenu('期初')
  await opening.getByLabel('期初余额').fill('900')
  await opening.getByRole('button', { name: '确定' }).click()
  await expect(opening.getByText('账户已有流水，请填写调整原因')).toBeVisible()
  await opening.getByLabel('调整原因').fill('开账时多记一百')
  await opening.getByRole('button', { name: '确定' }).click()
  await shell.says('已记期初调整流水')
  await expect(row).toContainText('1,150.00')

  await rowMenu('流水')
  const movements = page.getByRole('dialog', { name: `账户流水：${name}` })
  const lines = movements.locator('tbody tr')
  await expect(lines.nth(0)).toContainText('期初调整：开账时多记一百')
  await expect(lines.nth(0)).toContainText('1,150.00')
  await expect(lines.nth(1)).toContainText('收款单')
  await expect(lines.nth(1)).toContainText('1,250.00')
  await movements.locator('.ant-modal-close').click()

  await rowMenu('停用')
  await page.getByRole('dialog', { name: '停用账户' }).getByRole('button', { name: '停用' }).click()
  await shell.says(`账户“${name}”余额不为零，不能停用`)
})

test('销售员没有门店账户页，管理员能建账户但看不到余额', async ({ desk, secondDesk }) => {
  await desk.enter('sales01')
  await expect(desk.shell.menu()).toBeVisible()
  await expect(desk.shell.menu().getByText('组织与权限')).toHaveCount(0)
  await desk.page.goto('/storeAccount')
  await expect(desk.page.getByRole('heading', { name: '页面不存在' })).toBeVisible()

  await secondDesk.enter('admin01', '/storeAccount')
  await expect(secondDesk.list.row('现金')).toBeVisible()
  expect((await secondDesk.list.heads()).join()).not.toContain('余额')
  await expect(secondDesk.list.row('现金').getByRole('button', { name: '修改' })).toBeVisible()
  await expect(secondDesk.list.row('现金').getByRole('button', { name: '流水' })).toHaveCount(0)
})
