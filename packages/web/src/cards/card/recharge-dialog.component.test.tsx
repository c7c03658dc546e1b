import { cardRoutes } from '@chepu/contract/cards/card'
import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { listCardTypes } from '@chepu/contract/cards/lookups'
import { listEmployees } from '@chepu/contract/basics/lookups'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { equals } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { Broken, later, Refused } from '../../../test/server'
import { DoneDialog } from './done-dialog'
import type { Card } from './fields'
import { RechargeDialog } from './recharge-dialog'
import type { MadeVoucher } from './voucher-dialog'

const card: Card = {
  id: 5,
  cardNo: 'VIP00000005',
  cardTypeId: 2,
  cardTypeName: '金卡',
  partnerId: 6,
  partnerName: '车主甲',
  vehicleId: null,
  plate: null,
  principal: '200.00',
  gift: '0.00',
  points: '0.00',
  state: 'active',
}
const account = { isActive: true, version: 1, feeRate: '0', isDefaultIn: false, isDefaultOut: false }
const trial = { principalAfter: '1200.00', giftAfter: '60.00', validUntil: '2027-11-26', refusals: [] }

beforeEach(() => {
  server.on(listEmployees, () => ({ rows: [] }))
  server.on(listCardTypes, () => ({
    rows: [
      {
        id: 2,
        code: 'JK',
        name: '金卡',
        kind: 'stored' as const,
        labourRate: '1',
        partRate: '1',
        rechargeRules: [{ pay: '1000', gift: '60' }],
        minFirstRecharge: '0',
        validDays: 365,
        isCrossOrg: true,
        deductRule: 'principal_first' as const,
        pointsPerYuan: '1',
      },
    ],
  }))
  server.on(accountRoutes.list, () => ({
    rows: [
      { ...account, id: 1, code: 'XJ', name: '现金', kind: 'cash' as const, isDefaultIn: true },
      { ...account, id: 2, code: 'WX', name: '微信', kind: 'wechat' as const, feeRate: '0.006' },
    ],
    more: false,
  }))
  server.on(cardRoutes.rechargePreview, ({ query }) => ({
    ...trial,
    principal: query.principal,
    gift: equals(query.principal, '1000') ? '60.00' : '0.00',
  }))
})

const answer = { id: 9, billNo: 'KK01', version: 2, state: 'done', can: [] }
const dialog = () => page.getByRole('dialog', { name: '充值' })
const open = () => {
  const made: (MadeVoucher | undefined)[] = []
  draw(<RechargeDialog input={card} onDone={(done) => made.push(done)} />)
  return made
}

test('a tile fills the amount, the gift follows by the rule, and the keyboard pays and does it', async () => {
  server.on(cardVoucher.routes.save, () => answer)
  const made = open()
  await expect.element(dialog().getByLabelText('充值金额')).toHaveFocus()
  await dialog().getByRole('button', { name: '满1000送60' }).click()
  await expect.element(dialog().getByLabelText('充值后')).toHaveTextContent(/按规则赠送60\.00.*充后赠金60\.00/)
  await dialog().getByLabelText('微信金额').click()
  await userEvent.keyboard('{F2}')
  await expect.element(dialog().getByLabelText('微信金额')).toHaveValue('1000.00')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => made).toHaveLength(1)
  expect(server.asked(cardVoucher.routes.save)[0]?.body).toMatchObject({
    header: { purpose: 'recharge', cardId: 5, partnerId: 6, principalChange: '1000', giftChange: null },
    tenders: [{ storeAccountId: 2, amount: '1000', fee: '6' }],
    action: { name: 'approve' },
  })
  expect(made[0]).toMatchObject({ purpose: 'recharge', id: 9, isPosted: true })
})

/** antd gives every dialog of a test the title of the first. */
const onCredit = () => page.getByRole('dialog').filter({ hasText: '余款挂账' })

test('what is not collected stays owed by who says so alone, and the end tells it', async () => {
  server.on(cardVoucher.routes.save, () => answer)
  const made = open()
  await dialog().getByLabelText('充值金额').fill('100')
  await dialog().getByRole('button', { name: '充值' }).click()
  await expect.element(onCredit()).toHaveTextContent('本次应收 100.00，实收 0.00，余下 100.00 挂账，确定？')
  await onCredit().getByRole('button', { name: '取消' }).click()
  await dialog().getByLabelText('现金金额').fill('30')
  await dialog().getByRole('button', { name: '充值' }).click()
  await expect.element(onCredit()).toHaveTextContent('本次应收 100.00，实收 30.00，余下 70.00 挂账，确定？')
  expect(server.asked(cardVoucher.routes.save)).toHaveLength(0)
  await onCredit().getByRole('button', { name: '挂账并充值' }).click()
  await expect.poll(() => made).toHaveLength(1)
  expect(server.asked(cardVoucher.routes.save)[0]?.body.tenders).toMatchObject([{ storeAccountId: 1, amount: '30' }])

  const done = { purpose: 'recharge', id: 9, billNo: 'KK01', isPosted: true, cardId: undefined } as const
  draw(<DoneDialog input={{ ...done, due: '100.00', received: '30.00' }} onDone={() => undefined} />)
  await expect.element(page.getByLabelText('收款', { exact: true })).toHaveTextContent('应收100.00实收30.00挂账70.00')
})

test('a second Enter leaves nothing on credit: the question stands on 取消', async () => {
  server.on(cardVoucher.routes.save, () => answer)
  const made = open()
  await dialog().getByLabelText('充值金额').fill('100')
  await dialog().getByLabelText('现金金额').fill('30')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(onCredit().getByRole('button', { name: '取消' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(onCredit()).not.toBeInTheDocument()
  expect(server.asked(cardVoucher.routes.save)).toHaveLength(0)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(onCredit().getByRole('button', { name: '取消' })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(() => made).toHaveLength(1)
})

test('what the server refuses stands at its field', async () => {
  server.on(cardVoucher.routes.save, () => {
    throw new Refused('invalid', '请检查', [{ path: 'header.principalChange', message: '每张卡本金最多 5,000.00' }])
  })
  open()
  await dialog().getByLabelText('充值金额').fill('9000')
  await dialog().getByLabelText('现金金额').fill('9000')
  await dialog().getByRole('button', { name: '充值' }).click()
  await expect.element(dialog().getByText('每张卡本金最多 5,000.00')).toBeVisible()
})

test('what a former sum would come to fades until the trial of the new one is there, and is gone where that fails', async () => {
  const facts = () => dialog().getByLabelText('充值后')
  const gift = () => facts().element().querySelector('dd') as Element
  const shows = () => Number.parseFloat(getComputedStyle(gift()).opacity)
  open()
  await dialog().getByLabelText('充值金额').fill('1000')
  await expect.element(facts()).toHaveTextContent('按规则赠送60.00')
  expect(shows()).toBe(1)
  const answer = later<DataOf<typeof cardRoutes.rechargePreview>>()
  server.on(cardRoutes.rechargePreview, () => answer.answer)
  await dialog().getByLabelText('充值金额').fill('200')
  await expect.element(facts()).toHaveAttribute('aria-busy', 'true')
  await expect.poll(shows).toBeLessThan(0.5)
  answer.give({ ...trial, principal: '200', gift: '0.00', principalAfter: '400.00' })
  await expect.element(facts()).toHaveTextContent('充后本金400.00')
  expect(shows()).toBe(1)
  server.on(cardRoutes.rechargePreview, () => {
    throw new Broken()
  })
  await dialog().getByLabelText('充值金额').fill('300')
  await expect.element(facts()).not.toBeInTheDocument()
})

test('who may not approve hands it in', async () => {
  server.on(cardVoucher.routes.save, () => ({ ...answer, state: 'submitted' }))
  const { approve } = cardVoucher.actions
  const made: (MadeVoucher | undefined)[] = []
  draw(<RechargeDialog input={card} onDone={(done) => made.push(done)} />, { without: [approve.button].flat() })
  await dialog().getByLabelText('充值金额').fill('100')
  await dialog().getByRole('button', { name: '提交充值' }).click()
  await onCredit().getByRole('button', { name: '挂账并充值' }).click()
  await expect.poll(() => made[0]).toMatchObject({ isPosted: false })
  expect(server.asked(cardVoucher.routes.save)[0]?.body.action).toEqual({ name: 'submit' })
})
