import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { expect, test } from 'vitest'
import { fullLayout } from '../../kit/print/document-sheet'
import paper from './paper'

const printed = (header: object) =>
  paper.sheet?.(
    cardVoucher,
    {
      header: { purpose: 'recharge', principalChange: '100.00', amountDue: '100.00', ...header },
      tenders: [],
    } as never,
    fullLayout(cardVoucher as never),
    '配件店',
  )

test('paper says what is left on credit beside what was paid, in words of the customer', () => {
  const onCredit = printed({ total: '30.00' })
  expect(onCredit?.extras?.map(({ title, value }) => `${title} ${value}`)).toEqual([
    '应收 100.00',
    '挂账（未收） 70.00',
  ])
  expect([onCredit?.amountTitle, onCredit?.amount]).toEqual(['实收', '30'])
  expect(printed({ total: '100.00' })?.extras).toEqual([])
  expect(printed({ purpose: 'refund_card', amountDue: '-100.00', total: '-40.00' })?.extras).toEqual([])
  const heads = (purpose: string) =>
    printed({ purpose, total: '100.00' })?.columns.map(({ heading, title }) => heading ?? title)
  expect(heads('recharge')).toEqual(['内容', '充值本金', '赠金', '积分', '套餐金额', '应收'])
  expect(heads('grant')).toEqual(['内容', '本金', '赠金', '积分', '套餐金额', '应收'])
})
