import { button } from '@chepu/contract/access/catalogue'
import { add, compare, type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'
import type { CardPayment } from './money'
import type { SpentCard } from './held'

/** Event of cards (business/notifications 4). */
const msgType = 9

/**
 * Tells of cards whose money falls below the setting by a payment: who looks after the customer in the shop that issued it, and its managers (business/cards 8). Each is
 * told once a fall and day; 0 tells of none.
 */
export async function tellOfLowBalances(
  tx: CallerTx,
  payments: readonly (CardPayment & { card: SpentCard })[],
  bizDate: string,
): Promise<void> {
  const least = tx.caller.org.config.cardLowBalance
  for (const { card, principal, gift } of payments) {
    const before = add(card.principal, card.gift)
    const paid = add(principal, gift)
    if (!isPositive(paid) || !falls(before, sub(before, paid), least)) continue
    const { orgId, id, cardNo } = card
    const managers = await usersWith(tx, orgId, button('card_voucher', 'reverse'))
    const { name, userId } = await holderOf(tx, card)
    notify(tx, {
      users: [...managers, ...(userId === null ? [] : [userId])].filter((user) => user !== tx.caller.userId),
      kind: 'news',
      msgType,
      message: `余额不足：会员卡 ${cardNo}（${name}），请提醒客户充值`,
      orgId,
      screen: 'card',
      params: { id },
      eventKey: `card-low:${id}:${bizDate}`,
    })
  }
}

const falls = (before: Decimal, after: Decimal, least: Decimal): boolean =>
  compare(before, least) >= 0 && compare(after, least) < 0

/** Whose card it is, and who looks after him there. */
async function holderOf(
  tx: CallerTx,
  { partnerId, orgId }: Pick<SpentCard, 'partnerId' | 'orgId'>,
): Promise<{ name: string; userId: number | null }> {
  const row = await tx.one<{ name: string; userId: number | null }>({
    name: 'holder-and-salesperson',
    text: `select p.name, e.user_id from partner p
      left join partner_org po on po.group_id = p.group_id and po.partner_id = p.id and po.org_id = $3
      left join employee e on e.group_id = po.group_id and e.id = po.salesperson_id and e.left_on is null
      where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, partnerId, orgId],
  })
  return row ?? { name: '', userId: null }
}
