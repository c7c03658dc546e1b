import { type Decimal, isZero, money, neg } from '@chepu/contract/kernel/decimal'
import type { CardItemEntry, OpenItemEntry, PnlEntry, Posting, WriteOffEntry } from '../../kernel/ledgers/types'

interface CardSlip {
  openItemId: number
  cardId: number
  /** What the slip settles by each, with the sign of its item; yuan with 2 decimals. */
  principal: Decimal
  gift: Decimal
  /** What of granted money moves on the card, with the card's sign. */
  giftTaken: Decimal
}

/** What a slip of card money does to the books: the item is settled, the card has less, and another shop that issued it owes what it was paid for (business/cards 5). */
export function slipPosting(
  { openItemId, cardId, principal, gift, giftTaken }: CardSlip,
  across: { openItems: OpenItemEntry[]; pnl: PnlEntry[] },
): Posting {
  const by = (tender: WriteOffEntry['tender'], amount: Decimal): WriteOffEntry[] =>
    isZero(amount) ? [] : [{ openItemId, amount, discount: '0', tender }]
  const taken = money(neg(principal))
  return {
    writeOffs: [...by('card_principal', principal), ...by('card_gift', gift)],
    cards: isZero(taken) && isZero(giftTaken) ? [] : [{ cardId, principal: taken, gift: giftTaken, points: '0.00' }],
    ...across,
  }
}

/** What uses of packages take off cards, under the settled lines that they cover. */
export const usesPosting = (
  uses: readonly { cardItemId: number; docLineId: number; times: Decimal; value: Decimal }[],
): CardItemEntry[] =>
  uses.map(({ cardItemId, docLineId, times, value }) => ({
    cardItemId,
    docLineId,
    times: neg(times),
    value: money(neg(value)),
  }))
