// What papers for a customer tell of his cards and packages (business/cards 12).
import type { CardsOnSlip } from '@chepu/contract/repair/on-slip'
import { abs, add, type Decimal, isNegative, isZero, neg, sumOf } from '@chepu/contract/kernel/decimal'
import { CallError } from '../kit/base/call'
import { dayText, moneyText, qtyText } from '../kit/base/format'
import type { PrintField } from '../kit/print/print-template'

/** A change with its sign, and what is left; nothing of what a card never had. */
const changed = (title: string, moved: Decimal, after: Decimal, text: (figure: Decimal) => string): string =>
  isZero(moved)
    ? isZero(after)
      ? ''
      : `${title}余 ${text(after)}`
    : `${title} ${isNegative(moved) ? '-' : '+'}${text(abs(moved))}，余 ${text(after)}`

/** What each card and each package had after the document, a row each. */
export const balancesOf = ({ cards, items }: CardsOnSlip): PrintField[] => [
  ...cards.map(({ id, cardNo, typeName, ...card }) => ({
    key: `card${id}`,
    title: `${typeName} ${cardNo}`,
    value: [
      changed('本金', card.principal, card.principalAfter, moneyText),
      changed('赠金', card.gift, card.giftAfter, moneyText),
      changed('积分', card.points, card.pointsAfter, qtyText),
    ]
      .filter(Boolean)
      .join('；'),
  })),
  ...items.map(({ id, cardNo, packageName, name, times, timesAfter, validUntil }) => ({
    key: `item${id}`,
    title: `${packageName} ${cardNo}`,
    value: `${changed(name, times, timesAfter, qtyText)}${validUntil === null ? '' : `（至 ${dayText(validUntil)}）`}`,
  })),
]

/** What cards paid together, of paid and of granted money; below zero what they got back. Yuan. */
export const paidByCards = ({ cards }: CardsOnSlip): Decimal =>
  neg(sumOf(cards, ({ principal, gift }) => add(principal, gift)))

const none: CardsOnSlip = { cards: [], items: [] }

/** Cards as a sheet's header has them beside the document; none where they were not fetched. */
export const cardsIn = (header: Readonly<Record<string, unknown>>): CardsOnSlip =>
  (header['onCards'] as CardsOnSlip | undefined) ?? none

/** Fetches what a document did to cards; a paper of which that is refused is printed without. */
export const withCardsOf =
  (fetch: (id: number) => Promise<CardsOnSlip>) =>
  async ({ id, postedAt }: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    if (typeof id !== 'number' || postedAt == null) return {}
    try {
      return { onCards: await fetch(id) }
    } catch (error) {
      if (error instanceof CallError) return {}
      throw error
    }
  }
