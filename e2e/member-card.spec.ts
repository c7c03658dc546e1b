import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import type { Page } from '@playwright/test'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { type Colleague, fresh, freshMobile } from './api'
import { PrintPreview } from './pages/print-preview'
import { expect, test } from './story'

/** A type of cards with 充1000送60, and a package of two pieces of a part for 80. */
async function offered(boss: Colleague) {
  const name = fresh()
  const { partId } = await boss.newPart()
  const type = { code: `T${name}`, name: `金卡${name}`, kind: 'stored' as const, validDays: 365 }
  await boss.call(cardTypeRoutes.save, { body: { ...type, rechargeRules: [{ pay: '1000', gift: '60' }] } })
  const body = {
    code: `P${name}`,
    name: `套餐${name}`,
    salePrice: '80',
    activate: true,
    lines: [{ partId, times: '2', listPrice: '50' }],
  }
  await boss.call(cardPackageRoutes.save, { body })
  return { type: type.name, pack: body.name }
}

const rowMenu = async (page: Page, cardNo: string, item: string) => {
  await page
    .locator('section.page:visible tbody tr')
    .filter({ hasText: cardNo })
    .getByRole('button', { name: '更多' })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('前台用键盘开卡并首充，再充值送钱、购套餐、换卡、挂失解挂，最后看着试算退卡', async ({ desk, boss }) => {
  const { page, shell, list } = desk
  const { type, pack } = await offered(boss)
  const customer = await boss.newCustomer({ mobile: freshMobile() })
  const car = { plate: `京A${fresh().slice(0, 5)}`, vin: '', partnerId: customer.id }
  await boss.call(vehicleRoutes.quick, { body: car })
  const [first, second] = [`K${fresh()}`, `K${fresh()}`]
  await desk.enter('boss01', '/card')
  await list.here().getByRole('button', { name: '开卡' }).click()

  const opening = shell.dialog('开卡')
  const keys = page.keyboard
  const takes = async (label: string, text: string) => {
    const box = opening.getByRole('combobox', { name: label })
    await expect(box).toBeFocused()
    await keys.type(text)
    await expect(opening.getByRole('option').first()).toBeVisible()
    await keys.press('Enter')
  }
  await takes('客户', customer.name)
  await takes('卡类型', type)
  await expect(opening.getByLabel('卡号')).toBeFocused()
  await keys.type(first)
  await keys.press('Enter')
  await takes('车辆', car.plate)
  await expect(opening.getByLabel('首次充值')).toBeFocused()
  await keys.type('500')
  await opening.getByLabel('支付密码').fill('123456')
  await opening.getByLabel('再输一次').fill('123456')
  await opening.getByLabel('现金金额').press('Enter')
  await expect(opening.getByLabel('现金金额')).toHaveValue('500.00')
  await keys.press('Enter')
  await expect(opening.getByRole('button', { name: '开卡' })).toBeFocused()
  await keys.press('Enter')
  const opened = shell.dialog(/^开卡成功/)
  await expect(opened.getByLabel('卡内余额')).toContainText('本金500.00')
  await opened.getByRole('button', { name: '打印小票' }).click()
  const preview = new PrintPreview(page)
  await preview.chooses('80mm 小票')
  await expect(preview.sheets).toContainText(/开卡单[^]*卡号：.*本金余额：500\.00[^]*￥500\.00/)
  await preview.dialog.getByRole('button', { name: '关闭' }).click()

  const row = list.row(first)
  await row.getByRole('button', { name: '充值' }).click()
  const recharge = shell.dialog('充值')
  await recharge.getByRole('button', { name: '满1000送60' }).click()
  await expect(recharge.getByLabel('充值后')).toContainText('充后本金1,500.00')
  await recharge.getByLabel('现金金额').press('Enter')
  await keys.press('Control+Enter')
  await shell
    .dialog(/^充值成功/)
    .getByRole('button', { name: '关闭' })
    .click()
  await expect(row).toContainText('1,500.00')
  await expect(row).toContainText('60.00')

  await rowMenu(page, first, '购套餐')
  const sale = shell.dialog('购套餐')
  await sale.getByRole('combobox', { name: '套餐' }).fill(pack)
  await sale.getByRole('option', { name: pack }).click()
  await expect(sale.getByLabel(`${pack}的内容`)).toContainText('40.00')
  await sale.getByLabel('现金金额').press('Enter')
  await keys.press('Control+Enter')
  const sold = shell.dialog(/^购套餐成功/)
  await expect(sold.getByLabel('剩余套餐')).toContainText('2 / 2')
  await sold.getByRole('button', { name: '关闭' }).click()

  await rowMenu(page, first, '挂失')
  await shell.dialog('挂失').getByRole('button', { name: '挂失' }).click()
  await shell.says('挂失成功')
  await expect(row).toContainText('已挂失')
  await row.getByRole('button', { name: '解挂' }).click()
  await shell.dialog('解挂').getByRole('button', { name: '解挂' }).click()
  await expect(row).toContainText('正常')

  await rowMenu(page, first, '换卡')
  const replace = shell.dialog('换卡')
  await replace.getByLabel('新卡号').fill(second)
  await keys.press('Control+Enter')
  await shell
    .dialog(/^换卡成功/)
    .getByRole('button', { name: '关闭' })
    .click()
  await expect(list.row(second)).toContainText('1,500.00')

  await rowMenu(page, second, '退卡')
  const refund = shell.dialog('退卡')
  await refund.getByLabel('违约金').fill('30')
  await expect(refund.getByLabel('退卡试算')).toHaveText(
    /退本金1,500\.00.*退套餐余值80\.00.*应退1,550\.00.*作废赠金60\.00/,
  )
  await refund.getByLabel('收款账号').fill('6222021234567890')
  await refund.getByLabel('开户行').fill('工商银行')
  await refund.getByLabel('身份证号').fill('420106199001011234')
  const bank = refund
    .getByLabel('付款方式')
    .getByLabel(/银行.*金额|工行.*金额|对公.*金额/)
    .first()
  await bank.press('Enter')
  await refund.getByRole('button', { name: '退卡' }).click()
  await shell
    .dialog(/^退卡成功/)
    .getByRole('button', { name: '关闭' })
    .click()
  await expect(list.row(second)).toContainText('已退卡')
  await rowMenu(page, second, '流水')
  await expect(shell.dialog(`会员卡流水：${second}`).getByLabel('卡流水')).toContainText('-1,500.00')
})
