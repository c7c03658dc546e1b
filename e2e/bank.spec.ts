import { collection } from '@chepu/contract/finance/collection'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { fresh, today } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

test('出纳对账：导入网银流水，自动勾对，银行扣的钱补记其他支出，余额调节表打印', async ({ desk, boss }) => {
  const { page, shell, editor } = desk
  const name = `工行${fresh()}`
  const body = { code: `G${fresh()}`, name, kind: 'bank' as const, bankName: '工商银行', bankNo: '6222021234567890' }
  const { id: storeAccountId } = await boss.call(accountRoutes.save, { body })
  const { id: partnerId, name: customer } = await boss.newCustomer()
  for (const amount of ['100', '250.5'])
    await boss.call(collection.routes.save, {
      body: {
        header: { bizDate: today(), partnerId, purpose: 'advance' },
        tenders: [{ storeAccountId, amount }],
        action: { name: 'approve' },
      },
    })

  await desk.enter('boss01', `/bankReconcile?accountId=${storeAccountId}`)
  await page.getByRole('button', { name: '导入流水' }).click()
  const importing = page.getByRole('dialog', { name: `导入流水：${name}` })
  const lines = [
    '交易日期,摘要,对方户名,借方发生额,贷方发生额,余额,流水号',
    `${today()},货款,${customer},,100.00,100.00,A${fresh()}`,
    `${today()},货款,${customer},,250.50,350.50,B${fresh()}`,
    `${today()},转账手续费,工商银行,8.00,,342.50,C${fresh()}`,
  ]
  const buffer = Buffer.from(lines.join('\n'))
  await importing.locator('input[type=file]').setInputFiles({ name: '流水.csv', mimeType: 'text/csv', buffer })
  await expect(importing).toContainText('共 3 笔：收入 350.50，支出 8.00')
  await importing.getByRole('button', { name: '确认导入' }).click()
  await shell.says('已导入 3 笔')

  await page.getByRole('button', { name: '自动勾对' }).click()
  await page.getByRole('button', { name: '确认勾对 2 组' }).click()
  await shell.says('已勾对 2 组')
  await page.getByRole('checkbox', { name: `${today()} -8.00` }).check()
  await page.getByRole('button', { name: '补其他支出' }).click()
  await editor.isReady()
  await editor.picks('类别', '其他支出')
  await editor.button('审核').click()
  await editor.isState('已完成')

  await shell.goes(`/bankReconcile?accountId=${storeAccountId}`)
  await page.getByRole('button', { name: '自动勾对' }).click()
  await page.getByRole('button', { name: '确认勾对 1 组' }).click()
  await shell.says('已勾对 1 组')
  await page.getByText('余额调节表', { exact: true }).click()
  await expect(page.getByText('调节后余额相等')).toBeVisible()
  await page.getByRole('button', { name: '打印', exact: true }).click()
  const preview = new PrintPreview(page)
  await expect(preview.sheets.first()).toContainText('余额调节表')
  await expect(preview.sheets.first()).toContainText('342.50')
  await preview.fitsItsPages()
})
