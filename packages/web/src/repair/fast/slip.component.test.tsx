import { fastOrder, type FastSlip } from '@chepu/contract/repair/fast-order'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, server } from '../../../test/page'
import { LastBill } from './last-bill'
import { DoneDialog } from './slip'

const left = { principalAfter: '400.00', giftAfter: '80.00', pointsAfter: '0.00' }
const card = {
  id: 3,
  cardNo: '****4925',
  typeName: '金卡',
  principal: '-100.00',
  gift: '-20.00',
  points: '0.00',
  ...left,
}
const slip: FastSlip = {
  settlementNo: 'WJ01',
  orderNo: 'WX01',
  settledAt: '2026-11-27T01:00:00.000Z',
  partnerId: 6,
  partnerName: '车主甲',
  plate: '京A88888',
  mileage: null,
  cashierName: '',
  salespersonName: '',
  technicians: '',
  lines: [],
  total: '200.00',
  orderDiscount: '0.00',
  customerDue: '200.00',
  received: '180.00',
  onCredit: '20.00',
  tenders: [],
  packaged: '0.00',
  couponAmount: '0.00',
  onCards: { cards: [card], items: [] },
  remark: '',
  printCount: 0,
}
const bill = { orderId: 5, orderNo: 'WX01', settlementId: 7, settlementNo: 'WJ01', pickingNo: null }
const done = {
  ...bill,
  customerDue: '200.00',
  received: '180.00',
  paid: '50.00',
  byCards: '120.00',
  byAdvance: '10.00',
}

test('what a card paid, and what was paid ahead, is no money that came in: all together is what was due', async () => {
  server.on(fastOrder.slip, () => slip)
  draw(
    <>
      <LastBill last={done} onUndone={() => undefined} />
      <DoneDialog done={done} onClose={() => undefined} />
    </>,
  )
  const dialog = page.getByRole('dialog', { name: '结算完成' })
  await expect.element(dialog).toHaveTextContent('应收200.00会员卡120.00预收款10.00实收50.00挂账20.00')
  await expect.element(dialog).toHaveTextContent('金卡 ****4925本金 -100.00，余 400.00；赠金 -20.00，余 80.00')
  await expect.element(page.getByLabelText('上一单')).toHaveTextContent('会员卡 120.00 预收款 10.00 实收 50.00')
})
