import { button } from '@chepu/contract/access/catalogue'
import { voucherPurposes } from '@chepu/contract/cards/card-voucher'
import { abs, compare, isZero, withCommas } from '@chepu/contract/kernel/decimal'
import { own } from '../../kernel/base/own'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'
import { notify, usersWith } from '../../kernel/notify/notify'

/** Event of cards (business/notifications 4). */
const msgType = 9

/** Tells who may take such documents back of a large recharge, grant or refund; 0 tells of none (business/cards 8). */
export async function tellOfLarge(tx: CallerTx, slip: MoneySlip, cardNo: string): Promise<void> {
  const { cardLargeAmount } = tx.caller.org.config
  const isTold = ['open', 'recharge', 'refund_card', 'grant'].includes(slip.purpose) && !isZero(cardLargeAmount)
  const amount =
    slip.purpose === 'refund_card'
      ? abs(slip.amountDue)
      : slip.purpose === 'grant'
        ? slip.giftChange
        : slip.principalChange
  if (!isTold || compare(amount, cardLargeAmount) < 0) return
  const { orgId, kind, id, billNo } = slip
  const users = await usersWith(tx, orgId, button('card_voucher', 'reverse'))
  notify(tx, {
    users: users.filter((user) => user !== tx.caller.userId),
    kind: 'news',
    msgType,
    message: `大额${own(voucherPurposes, slip.purpose)}：会员卡 ${cardNo} ${withCommas(amount)}，单据 ${billNo}`,
    orgId,
    params: { kind, id, no: billNo },
    eventKey: `card-large:${id}`,
  })
}
