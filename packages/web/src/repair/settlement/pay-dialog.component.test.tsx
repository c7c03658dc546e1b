import { accountRoutes } from '@chepu/contract/finance/store-account'
import type { SettleInput } from '@chepu/contract/repair/settlement'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { PayDialog } from './pay-dialog'

const account = {
  code: '',
  bankName: '',
  bankNo: '',
  feeRate: '0',
  isDefaultIn: false,
  isDefaultOut: false,
  allowOverdraft: false,
  remark: '',
  isActive: true,
  sortNo: 0,
  version: 1,
}
const card = {
  id: 5,
  cardNo: 'VIP1',
  typeName: '金卡',
  principal: '300.00',
  gift: '0.00',
  points: '0.00',
  pointsPerYuan: '0',
  validUntil: null,
  deductRule: 'principal_first' as const,
  needsPin: false,
  orgName: null,
}

/** The dialog for a customer with a card, and what it sends. */
function opened(due: string) {
  server.on(accountRoutes.list, () => ({
    rows: [{ ...account, id: 1, name: '现金', kind: 'cash' }] as never,
    more: false,
  }))
  const sent: SettleInput[] = []
  const send = (payment: SettleInput) => {
    sent.push(payment)
    return Promise.resolve([])
  }
  draw(<PayDialog input={{ due, advances: undefined, cards: [card], giftMost: due, send }} onDone={() => undefined} />)
  return sent
}
const cash = page.getByLabelText('现金金额')
const onCard = page.getByLabelText('VIP1抵扣')

test('the card pays what nobody gives', async () => {
  const sent = opened('100.00')
  await expect.element(onCard).toHaveValue('100.00')
  await userEvent.click(onCard)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent[0]).toMatchObject({ cards: [{ cardId: 5, amount: '100.00' }], tenders: [] })
})

test('who names an account is given the money, and the card keeps its own', async () => {
  const sent = opened('100.00')
  await expect.element(cash).toBeVisible()
  await userEvent.click(cash)
  await userEvent.keyboard('{F1}')
  await expect.element(cash).toHaveValue('100.00')
  await expect.element(onCard).toHaveValue('')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => sent[0])
    .toMatchObject({ cards: [{ cardId: 5, amount: '0.00' }], tenders: [{ storeAccountId: 1, amount: '100.00' }] })
})

test('an account takes the rest of what a card does not bear', async () => {
  opened('378.00')
  await userEvent.click(cash)
  await userEvent.keyboard('{F1}')
  await expect.element(cash).toHaveValue('78.00')
  await expect.element(onCard).toHaveValue('300.00')
})
