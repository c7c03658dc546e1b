import { verify } from '@node-rs/argon2'
import { invalid } from '../kernel/base/errors'
import type { CallerTx } from '../kernel/db/tx'

/**
 * Refuses a payment code that is not the card's.
 * @throws Failure invalid
 */
export async function checkPin(tx: CallerTx, cardId: number, code: string): Promise<void> {
  const card = await tx.one<{ cardNo: string; pinHash: string | null }>({
    name: 'pin-of-card',
    text: 'select card_no, pin_hash from card where group_id = $1 and id = $2',
    values: [tx.groupId, cardId],
  })
  if (card?.pinHash == null || !(await verify(card.pinHash, code)))
    invalid([{ path: 'input.cards', message: `会员卡 ${card?.cardNo ?? ''} 支付密码不正确` }])
}
