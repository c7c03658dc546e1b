import { cardPackageRoutes } from '@chepu/contract/cards/card-package'
import { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { listCardTypes } from '@chepu/contract/cards/lookups'
import { vehicleRoutes } from '@chepu/contract/customers/vehicle'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import type { Locator } from '@playwright/test'
import { type Colleague, fresh, freshMobile, today } from './api'
import { PrintPreview } from './pages/print-preview'
import { type Desk, expect, test } from './story'

/** A type of cards with 充1000送60. */
async function newType(boss: Colleague): Promise<{ id: number; name: string }> {
  const code = `T${fresh()}`
  const body = {
    code,
    name: `金卡${code}`,
    kind: 'stored' as const,
    validDays: 365,
    rechargeRules: [{ pay: '1000', gift: '60' }],
  }
  await boss.call(cardTypeRoutes.save, { body })
  const { rows } = await boss.call(listCardTypes)
  return rows.find((row) => row.code === code) as (typeof rows)[0]
}

/** A package of two pieces of a part for 80. */
async function newPackage(boss: Colleague): Promise<string> {
  const { partId } = await boss.newPart()
  const name = `套餐${fresh()}`
  const lines = [{ partId, times: '2', listPrice: '50' }]
  await boss.call(cardPackageRoutes.save, {
    body: { code: `P${fresh()}`, name, salePrice: '80', activate: true, lines },
  })
  return name
}

/** A card of a new customer with 1,500 on it, paid in cash, and 60 granted. */
async function newCard(boss: Colleague): Promise<string> {
  const { id: cardTypeId } = await newType(boss)
  const { id: partnerId } = await boss.newCustomer({ mobile: freshMobile() })
  const { rows } = await boss.call(accountRoutes.list, { query: { page: 1, rows: 100, active: 'true' } })
  const storeAccountId = rows.find(({ kind }) => kind === 'cash')?.id ?? 0
  const cardNo = `K${fresh()}`
  const header = { bizDate: today(), purpose: 'open' as const, partnerId, cardTypeId, cardNo, principalChange: '1500' }
  const tenders = [{ storeAccountId, amount: '1500' }]
  await boss.call(cardVoucher.routes.save, { body: { header, tenders, action: { name: 'approve' } } })
  return cardNo
}

/** Its foot has a button of the same name as the cross. */
const closes = (dialog: Locator) => dialog.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()

const rowMenu = async ({ page, list }: Desk, cardNo: string, item: string) => {
  await list.row(cardNo).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('前台用键盘开卡并首充，小票上有余额，再充值按规则送赠金', async ({ desk, boss }) => {
  const { page, shell, list } = desk
  const type = await newType(boss)
  const customer = await boss.newCustomer({ mobile: freshMobile() })
  const plate = `京A${fresh().replaceAll(/[IOQ]/g, '8').slice(0, 5)}`
  await boss.call(vehicleRoutes.quick, { body: { plate, vin: '', partnerId: customer.id } })
  const cardNo = `K${fresh()}`
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
  await takes('卡类型', type.name)
  await expect(opening.getByLabel('卡号')).toBeFocused()
  await keys.type(cardNo)
  await keys.press('Enter')
  await takes('车辆', plate)
  await expect(opening.getByLabel('首次充值')).toBeFocused()
  await keys.type('500')
  await opening.getByLabel('支付密码').fill('482913')
  await opening.getByLabel('再输一次').fill('482913')
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
  await expect(preview.sheets).toContainText('本金余额：500.00')
  await expect(preview.sheets).toContainText('￥500.00')
  await closes(preview.dialog)

  const row = list.row(cardNo)
  await row.getByRole('button', { name: '充值' }).click()
  const recharge = shell.dialog('充值')
  await recharge.getByRole('button', { name: '满1000送60' }).click()
  await expect(recharge.getByLabel('充值后')).toContainText('充后本金1,500.00')
  await recharge.getByLabel('现金金额').press('Enter')
  await keys.press('Control+Enter')
  await closes(shell.dialog(/^充值成功/))
  await expect(row).toContainText('1,500.00')
  await expect(row).toContainText('60.00')
})

test('一张卡购套餐、挂失解挂、换卡，看着试算退卡，流水都在', async ({ desk, boss }) => {
  const { page, shell, list } = desk
  const [pack, first] = [await newPackage(boss), await newCard(boss)]
  const second = `K${fresh()}`
  const keys = page.keyboard
  await desk.enter('boss01', `/card?q=${first}`)
  await rowMenu(desk, first, '购套餐')
  const sale = shell.dialog('购套餐')
  await sale.getByRole('combobox', { name: '套餐' }).fill(pack)
  await sale.getByRole('option', { name: pack }).click()
  await expect(sale.getByLabel(`${pack}的内容`)).toContainText('40.00')
  await sale.getByLabel('现金金额').press('Enter')
  await keys.press('Control+Enter')
  const sold = shell.dialog(/^购套餐成功/)
  await expect(sold.getByLabel('剩余套餐')).toContainText('2 / 2')
  await closes(sold)

  await rowMenu(desk, first, '挂失')
  await shell.dialog('挂失').getByRole('button', { name: '挂失' }).click()
  await shell.says('挂失成功')
  await expect(list.row(first)).toContainText('已挂失')
  await list.row(first).getByRole('button', { name: '解挂' }).click()
  await shell.dialog('解挂').getByRole('button', { name: '解挂' }).click()
  await expect(list.row(first)).toContainText('正常')

  await rowMenu(desk, first, '换卡')
  const replace = shell.dialog('换卡')
  await replace.getByLabel('新卡号').fill(second)
  await keys.press('Control+Enter')
  await closes(shell.dialog(/^换卡成功/))
  await shell.goes(`/card?q=${second}`)

  await rowMenu(desk, second, '退卡')
  const refund = shell.dialog('退卡')
  await refund.getByLabel('违约金').fill('30')
  const preview = refund.getByLabel('退卡试算')
  await expect(preview).toContainText(/退本金1,500\.00退套餐余值80\.00减违约金30\.00应退1,550\.00作废赠金60\.00/)
  await refund.getByLabel('收款账号').fill('6222021234567890')
  await refund.getByLabel('开户行').fill('工商银行')
  await refund.getByLabel('证件号码').fill('91350100M000100Y43')
  await refund.getByLabel('付款方式').getByLabel('微信金额').press('Enter')
  await refund.getByRole('button', { name: '退卡' }).click()
  await closes(shell.dialog(/^退卡成功/))
  await expect(list.row(second)).toContainText('已退卡')
  await list.row(second).getByRole('button', { name: '流水' }).click()
  await expect(shell.dialog(`会员卡流水：${second}`).getByLabel('卡流水')).toContainText('-1,500.00')
})
