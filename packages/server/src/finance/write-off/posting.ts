import { reopens, type WriteOffPurpose } from '@chepu/contract/finance/write-off'
import { neg } from '@chepu/contract/kernel/decimal'
import type { Posting, WriteOffEntry } from '../../kernel/ledgers/types'
import type { MoneySlip } from '../../kernel/money/types'

const tenders: Record<WriteOffPurpose, WriteOffEntry['tender']> = {
  advance_ar: 'advance',
  advance_ap: 'advance',
  offset: 'opposite',
  red_blue: 'opposite',
  transfer: 'opposite',
  bad_debt: 'bad_debt',
  bad_debt_back: 'bad_debt',
  card: 'card_principal',
}

/**
 * What a settlement without money does to the books (business/finance 3): items settled; advances used; a receivable that moves to
 * another partner opened there with its due date and payer; a bad debt as a discount, which is taken back where it is owed again.
 */
export function postingOf(slip: MoneySlip): Posting {
  const purpose = slip.purpose as WriteOffPurpose
  const writeOffs = slip.items.map((item): WriteOffEntry => ({
    openItemId: item.openItemId,
    amount: reopens(purpose) ? neg(item.amount) : item.amount,
    discount: '0',
    tender: tenders[purpose],
  }))
  if (purpose === 'advance_ar' || purpose === 'advance_ap') {
    const account = purpose === 'advance_ar' ? 'ADV_IN' : 'ADV_OUT'
    return {
      writeOffs,
      advances: [{ partnerId: slip.partnerId, account, amount: neg(slip.total), kind: 'advance_used' }],
    }
  }
  if (purpose === 'bad_debt') return { writeOffs, pnl: [{ kind: 'discount', amount: slip.total }] }
  if (reopens(purpose)) return { writeOffs, pnl: [{ kind: 'discount', amount: neg(slip.total) }] }
  if (purpose === 'transfer') return { writeOffs, openItems: transferred(slip) }
  return { writeOffs }
}

const transferred = (slip: MoneySlip) =>
  slip.items.map((item) => ({
    partnerId: slip.payerId as number,
    side: 'AR' as const,
    tab: item.itemTab,
    amount: item.amount,
    dueOn: item.itemDueOn,
    payerType: item.itemPayerType,
    isUnconfirmed: item.itemIsUnconfirmed,
    remark: `转自 ${item.itemBillNo}`,
  }))
