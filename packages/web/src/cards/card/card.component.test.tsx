import { button } from '@chepu/contract/access/catalogue'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { listCardTypes } from '@chepu/contract/cards/lookups'
import { type CardMovement, cardRoutes } from '@chepu/contract/cards/card'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { PayFields, type Payment, unpaid } from '../../pickers/pay-fields'
import { PinDialog, ReplaceDialog } from './change-dialogs'
import { MovementTable } from './movements'
import { useCardActions } from './use-card-actions'

test('a card without a payment code gets one, one that has a code gets another by who may', async () => {
  server.on(listCardTypes, () => ({ rows: [] }))
  const card = { id: 5, orgId: 1, cardNo: 'VIP00000005', cardTypeId: 2, cardTypeName: '金卡', state: 'active' as const }
  const holder = { partnerId: 6, partnerName: '车主甲', vehicleId: null, plate: null }
  const balance = { principal: '0.00', gift: '0.00', points: '0.00' }
  function Labels({ hasPin }: { hasPin: boolean }) {
    const { of } = useCardActions()
    return of({ ...card, ...holder, ...balance, hasPin }).map(({ key, label }) => <p key={key}>{label}</p>)
  }
  const label = (text: string) => page.getByText(text, { exact: true })
  const first = draw(<Labels hasPin={false} />, { without: [button('card', 'reset_pin')] })
  await expect.element(label('设支付密码')).toBeVisible()
  first.close()
  draw(<Labels hasPin />)
  await expect.element(label('重置支付密码')).toBeVisible()
  await expect.element(label('设支付密码')).not.toBeInTheDocument()
})

test('换卡 takes no number that a counter cannot send', async () => {
  const card = { id: 5, cardNo: '旧 1', cardTypeId: 2, cardTypeName: '金卡', state: 'active' as const }
  const holder = { partnerId: 6, partnerName: '车主甲', vehicleId: null, plate: null }
  const balance = { principal: '0.00', gift: '0.00', points: '0.00' }
  server.on(accountRoutes.list, () => ({ rows: [], more: false }))
  draw(<ReplaceDialog input={{ ...card, ...holder, ...balance }} onDone={() => undefined} />)
  await page.getByLabelText('新卡号').fill('卡 号')
  await page.getByRole('button', { name: '换卡' }).click()
  await expect.element(page.getByText('卡号只能由字母、数字和短横线组成')).toBeVisible()
  expect(server.asked(cardVoucher.routes.save)).toHaveLength(0)
})

test('a payment code that anybody tries first is refused under its field', async () => {
  const card = { id: 5, cardNo: 'VIP5', cardTypeId: 2, cardTypeName: '金卡', state: 'active' as const }
  const holder = { partnerId: 6, partnerName: '车主甲', vehicleId: null, plate: null }
  const balance = { principal: '0.00', gift: '0.00', points: '0.00' }
  draw(<PinDialog input={{ card: { ...card, ...holder, ...balance }, hasPin: false }} onDone={() => undefined} />)
  const code = page.getByRole('textbox', { name: '支付密码' })
  await code.fill('123456')
  await page.getByLabelText('再输一次').fill('123456')
  await page.getByRole('button', { name: '确定' }).click()
  await expect.element(page.getByText('支付密码过于简单，请不要用相同或连续的数字')).toBeVisible()
  expect(server.asked(cardRoutes.setPin)).toHaveLength(0)
})

test('a movement of points says how many are left', async () => {
  const movement: CardMovement = {
    at: '2026-11-27T01:00:00Z',
    bizDate: '2026-11-27',
    kind: 'repair_settlement',
    documentId: 9,
    billNo: 'JS01',
    makerKind: null,
    makerId: null,
    makerNo: null,
    orgName: '总店',
    itemName: '',
    principal: '0.00',
    gift: '0.00',
    points: '12.00',
    times: '0.0000',
    principalAfter: '100.00',
    giftAfter: '5.00',
    pointsAfter: '40.00',
    timesAfter: '0.0000',
  }
  const paid = { ...movement, documentId: 10, points: '0.00', principal: '-20.00', principalAfter: '80.00' }
  draw(<MovementTable rows={[movement, paid]} onFollow={() => undefined} />)
  const table = page.getByRole('table', { name: '卡流水' })
  await expect.element(table.getByText('日期', { exact: true })).toBeVisible()
  await expect.element(table.getByText('本金 100.00 赠金 5.00 积分 40', { exact: true })).toBeVisible()
  await expect.element(table.getByText('本金 80.00 赠金 5.00', { exact: true })).toBeVisible()
})

test('F1 is the same account where money goes out as where it comes in', async () => {
  const account = { isActive: true, version: 1, feeRate: '0', isDefaultIn: false, isDefaultOut: false }
  server.on(accountRoutes.list, () => ({
    rows: [
      { ...account, id: 1, code: 'GS', name: '对公账户', kind: 'bank' as const, isDefaultOut: true },
      { ...account, id: 2, code: 'XJ', name: '现金', kind: 'cash' as const, isDefaultIn: true },
    ],
    more: false,
  }))
  const typed: Payment[] = []
  draw(<PayFields direction="out" due="50.00" payment={unpaid} onChange={(payment) => typed.push(payment)} />)
  await page.getByLabelText('对公账户金额').click()
  await userEvent.keyboard('{F1}')
  expect(typed[0]?.get(2)?.amount).toBe('50.00')
})
