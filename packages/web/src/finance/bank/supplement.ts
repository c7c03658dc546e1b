import { button } from '@chepu/contract/access/catalogue'
import type { BankLineRow } from '@chepu/contract/finance/bank'
import { collection } from '@chepu/contract/finance/collection'
import { otherMoneyOf } from '@chepu/contract/finance/other-money'
import { payment } from '@chepu/contract/finance/payment'
import { abs, money } from '@chepu/contract/kernel/decimal'
import { newDocument } from '../../kit/document/document-screens'
import type { TabTarget } from '../../kit/base/tabs'

interface Supplement {
  title: string
  button: number
  start: (line: BankLineRow, accountId: number) => TabTarget
}

const kinds = {
  in: [
    { def: collection, title: '收款单', button: button('collection', 'add') },
    { def: otherMoneyOf.in, title: '其他收入', button: button('other_money', 'add') },
  ],
  out: [
    { def: payment, title: '付款单', button: button('payment', 'add') },
    { def: otherMoneyOf.out, title: '其他支出', button: button('other_money', 'add') },
  ],
} as const

/** Slips that may be missing in the books for what came in or went out of the bank, begun with what the bank says. */
export const supplement = (direction: 'in' | 'out'): Supplement[] =>
  kinds[direction].map(({ def, title, button: needed }) => ({
    title,
    button: needed,
    start: ({ bizDate, amount, tradeNo, counterparty, summary }, accountId) =>
      newDocument(def, {
        bizDate,
        remark: [counterparty, summary].filter(Boolean).join(' ').slice(0, 255),
        tender: { accountId, amount: money(abs(amount)), tradeNo },
      }),
  }))
