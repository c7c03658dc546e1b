import { partnerRoutes } from '@chepu/contract/customers/partner'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { casesOfCar } from '@chepu/contract/repair/insurance-case'
import { fresh } from './api'
import { expect, test } from './story'
import { completes, confirmedOrder, newCar } from './workshop'

test('事故车：建案定损，结算带出免赔额和残值，交单后少赔由本店承担，收到赔款后案件为赔付', async ({ desk, boss }) => {
  const { page, editor, shell } = desk
  const name = `测试保险${fresh()}`
  const insurer = await boss.call(partnerRoutes.save, { body: { kind: 'unit', cusFlag: partnerRoles.insurer, name } })
  const insurerId = (insurer as { id: number }).id
  const car = await newCar(boss)
  const labour = [{ name: '更换前保险杠', price: '2000', payer: 'insurance' as const, payerPartnerId: insurerId }]
  const order = await confirmedOrder(boss, car, { labour }, 'accident')

  await desk.enter('boss01', `/repairBilling?id=${order.id}`)
  const panel = editor.here().getByRole('complementary', { name: '保险案件' })
  await panel.getByRole('button', { name: '新建案件' }).click()
  await editor.picks('保险公司', name)
  await editor.field('报案号').fill(`RA${fresh()}`)
  await editor.field('定损员').fill('定损员甲')
  await editor.field('定损日期').fill(shanghaiDay())
  await page.keyboard.press('Enter')
  await editor.field('定损工时').fill('2000')
  await editor.field('免赔额').fill('200')
  await editor.field('残值').fill('100')
  await expect(editor.totals()).toHaveText(/客户承担（免赔\+折旧） 200\.00.*残值 100\.00.*定损合计 2,000\.00/)
  await editor.saves()
  await page.getByRole('button', { name: '定损完成' }).click()
  await shell.says(/定损完成成功/)
  await editor.isState('定损')
  await expect(editor.here().getByLabel('案件进度')).toContainText('工单保险项目 2,000.00')
  const query = { vehicleId: car.id, workOrderId: order.id }
  const [kept] = (await boss.call(casesOfCar, { query })).rows

  // 预结算: the order is agreed to, and not done yet.
  const settling = `/costSettlement?new=1&source=work_order&sourceId=${order.id}`
  await shell.goes(settling)
  await expect(editor.here().getByLabel('免赔额')).toHaveValue('200.00')
  await expect(editor.here().getByLabel('残值')).toHaveValue('100.00')
  await expect(editor.here().locator('.rs-payer').filter({ hasText: name })).toContainText('1,700.00')

  await completes(boss, order.id)
  await page.goto(settling)
  await expect(editor.here().locator('.rs-payer').filter({ hasText: name })).toContainText('1,700.00')
  await editor.button('结算').click()
  const paying = shell.dialog('结算　客户应付 200.00')
  await paying.getByLabel(/金额$/).first().press('F1')
  await paying.getByLabel(/金额$/).first().press('Enter')
  await editor.isState('已结算')
  await expect(editor.totals()).toContainText('客户应付 200.00')
  const settlementNo = await editor.number().innerText()

  await page.goto(`/insuranceCase?id=${kept?.id}`)
  await editor.isState('维修中')
  const papers = editor.here().getByRole('region', { name: '单证' })
  await papers.getByRole('button', { name: '不需要事故认定书' }).click()
  for (const paper of await papers.getByRole('checkbox').all()) await paper.check()
  await expect(papers).toContainText('单证 7/7')
  await editor.button('保存').click()
  await shell.says('已保存')
  await editor.button('交单').click()
  await editor.isState('交单')

  await editor.button('核赔').click()
  const verdict = shell.dialog('核赔')
  await expect(verdict).toContainText('保险应付 1,700.00')
  await verdict.getByLabel('核赔金额').fill('1650')
  await expect(verdict).toContainText('差额 50.00')
  await verdict.getByLabel('核赔金额').press('Enter')
  await editor.isState('核赔')
  await expect(editor.here().getByLabel('案件进度')).toContainText('保险未付 1,650.00')

  await page.goto(`/collection?new=1&partnerId=${insurerId}`)
  const items = editor.here().getByRole('table', { name: '未结单据' })
  await items.getByRole('row', { name: settlementNo }).getByRole('checkbox').check()
  await editor.here().getByRole('button', { name: '按核销额填入' }).click()
  await editor.button('审核').click()
  await editor.isState('已完成')
  await expect(editor.totals()).toContainText('1,650.00')

  await page.goto(`/insuranceCase?id=${kept?.id}`)
  await editor.isState('赔付')
  await expect(editor.here().getByLabel('案件进度')).toContainText('保险未付 0.00')
  await expect(editor.here().getByLabel('案件进度')).toContainText('核赔金额 1,650.00')
})
