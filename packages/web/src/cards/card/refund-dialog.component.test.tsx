import { cardRoutes } from '@chepu/contract/cards/card'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { RefundDialog } from './refund-dialog'

test('退卡 tells what is wrong with the payee as he is typed, and whose commission comes back', async () => {
  server.on(accountRoutes.list, () => ({ rows: [], more: false }))
  server.on(cardRoutes.refundPreview, () => ({
    principal: '500.00',
    items: [],
    packages: '0.00',
    gift: '0.00',
    points: '0.00',
    penalty: '0.00',
    refundable: '500.00',
    cashLimit: '100.00',
    holder: { isCompany: false, names: ['车主甲'] },
    commissionBack: [{ billNo: 'KK01', employeeName: '顾问一', amount: '15.00' }],
    refusals: [],
  }))
  const balance = { principal: '500.00', gift: '0.00', points: '0.00', state: 'active' as const }
  const holder = { partnerId: 6, partnerName: '车主甲', vehicleId: null, plate: null }
  const card = { id: 5, cardNo: 'VIP00000005', cardTypeId: 2, cardTypeName: '金卡', ...holder, ...balance }
  draw(<RefundDialog input={card} onDone={() => undefined} />)
  const dialog = page.getByRole('dialog', { name: '退卡' })
  await expect.element(dialog.getByLabelText('退卡试算')).toHaveTextContent('提成收回顾问一 15.00')
  await dialog.getByLabelText('证件号码').fill('110105194912310021')
  await expect.element(dialog.getByText('身份证号不正确，请核对；其他证件请选择证件类型')).toBeVisible()
  await dialog.getByLabelText('证件号码').fill('11010519491231002X')
  await expect.element(dialog.getByText('身份证号不正确，请核对；其他证件请选择证件类型')).not.toBeInTheDocument()
  await dialog.getByRole('textbox', { name: '收款人', exact: true }).fill('张三')
  await expect.element(dialog.getByText(/收款人「张三」不是客户本人（车主甲）/)).toBeVisible()
  await dialog.getByLabelText('非本人收款原因').fill('车主委托代收')
  await expect.element(dialog.getByText(/不是客户本人/)).not.toBeInTheDocument()
})
