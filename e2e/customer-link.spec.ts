import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { faults } from './axe'
import { signs } from './signing'
import { expect, test } from './story'

test('报价发给客户：客户在手机上逐项选择并签字，店里看到结果和签名；撤销后打不开', async ({
  desk,
  secondDesk,
  boss,
}) => {
  const { editor, shell } = desk
  const [customer, pad, filter] = await Promise.all([
    boss.newCustomer(),
    boss.newPart({ name: '链接刹车片' }),
    boss.newPart({ name: '链接机滤' }),
  ])
  const body = {
    header: { bizDate: shanghaiDay(), partnerId: customer.id, warehouseId: await boss.warehouse() },
    lines: [
      { partId: pad.partId, qty: '2', price: '210' },
      { partId: filter.partId, qty: '3', price: '45' },
    ],
  }
  const { id, version, billNo } = await boss.call(salesQuotation.routes.save, { body })
  await boss.call(salesQuotation.routes.act, { params: { id, action: 'approve' }, body: { version } })

  await desk.enter('boss01', `/priceSheet?id=${id}`)
  await editor.button('客户确认').click()
  const dialog = shell.dialog(`客户确认：销售报价单 ${billNo}`)
  await dialog.getByRole('button', { name: '生成链接' }).click()
  await expect(dialog.getByRole('img', { name: '链接二维码' })).toBeVisible()
  const address = (await dialog.getByLabel('链接地址').textContent())?.trim() ?? ''

  const phone = secondDesk.page
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(address)
  await expect(phone.getByRole('heading', { name: '报价单' })).toBeVisible()
  await expect(phone.getByText('555.00元')).toBeVisible()
  expect(await faults(phone)).toEqual([])
  await phone.getByRole('button', { name: '全部同意' }).click()
  await phone.getByRole('group', { name: '链接机滤' }).getByText('不同意').click()
  await signs(phone)
  await expect(phone.getByText('您已确认，感谢！')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('listitem')).toHaveText([/^同意 链接刹车片/, /^不同意 链接机滤/])

  await desk.page.reload()
  await editor.button('客户确认').click()
  const answer = dialog.getByRole('region', { name: '对方的确认' })
  await expect(answer.getByRole('listitem')).toHaveText([/^同意 链接刹车片/, /^不同意 链接机滤/])
  await expect(answer.getByRole('img', { name: '对方签名' })).toBeVisible()
  await dialog.getByRole('button', { name: '撤销' }).click()
  await shell.says('已撤销，对方不能再打开')
  await phone.goto(address)
  await expect(phone.getByRole('alert')).toHaveText('链接已失效，请联系门店')
})
