import { partnerRoutes } from '@chepu/contract/customers/partner'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { Colleague, fresh, today } from './api'
import { expect, test } from './story'

test('超信用的出库单：销售员请求放行，老板从消息里打开单据放行', async ({ desk, secondDesk, boss, baseURL }) => {
  test.slow()
  const part = await boss.newPart()
  await boss.stock(part, '3')
  const seller = await Colleague.signIn(baseURL ?? '', 'sales01')
  const customer = await seller.call(partnerRoutes.save, {
    body: { name: `赊账客户${fresh()}`, kind: 'unit', cusFlag: 1 },
  })
  const { id, billNo } = await seller.call(salesDelivery.routes.save, {
    body: {
      header: {
        bizDate: today(),
        partnerId: customer.id,
        warehouseId: await seller.warehouse(),
      },
      lines: [{ partId: part.partId, qty: '1', price: '9000' }],
    },
  })
  await seller.leaves()

  await desk.enter('sales01', `/sale?id=${id}`)
  await desk.editor.button('审核').click()
  await expect(desk.editor.notice()).toContainText('超出信用额度')
  await desk.editor.notice().getByRole('button', { name: '请求放行' }).click()
  const form = desk.shell.dialog('请求放行：超信用')
  await form.getByLabel('说明').fill('客户明天付款')
  await form.getByRole('button', { name: /发\s?送/ }).click()
  await desk.shell.says(/^已请求 .*程远山.* 放行$/)

  await secondDesk.enter('boss01')
  const news = await secondDesk.shell.rings('消息')
  await news.getByText(`请求放行销售出库单 ${billNo}：超信用，客户明天付款`).click()
  await expect(secondDesk.shell.tab(new RegExp(billNo))).toBeVisible()
  await expect(secondDesk.editor.button('审核')).toBeVisible()
  await expect(secondDesk.page.getByRole('button', { name: '超信用放行' })).toHaveCount(0)
  await secondDesk.editor.button('审核').click()
  await secondDesk.editor.notice().getByRole('button', { name: '超信用放行' }).click()
  const dialog = secondDesk.shell.dialog(/^超信用放行/)
  await dialog.getByLabel(/原因/).fill('同意，明天收款')
  await dialog.getByRole('button', { name: '超信用放行' }).click()
  await secondDesk.editor.isState('已完成')

  const answer = await desk.shell.rings('消息')
  await expect(answer.getByText(`销售出库单 ${billNo} 已超信用放行`)).toBeVisible()
})
