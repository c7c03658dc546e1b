import { mostOfCard, splitOfCard } from '@chepu/contract/cards/deduction'
import { type Decimal, isPositive, isZero, min, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import type { SettlementPreview } from '@chepu/contract/repair/settlement'
import { Fragment } from 'react'
import { moneyText } from '../../kit/base/format'

type Card = SettlementPreview['cards'][number]

/** What was typed for a card. */
interface TypedCard {
  amount: string
  pin: string
}
/** What was typed for cards, by their ids. */
type TypedCards = ReadonlyMap<number, TypedCard>

const figure = (text: string | undefined): Decimal => (isDecimal(text ?? '') ? (text as string) : '0')

/** Each card pays what is due as far as it goes, one after the other; granted money pays the customer's own lines alone (business/cards 5). */
export function cardsAtFirst(cards: readonly Card[], due: Decimal, giftMost: Decimal): TypedCards {
  let [open, gifts] = [due, giftMost]
  return new Map(
    cards.map((card) => {
      const amount = money(min(open, mostOfCard(card, gifts)))
      open = sub(open, amount)
      gifts = sub(gifts, splitOfCard(amount, card, gifts).gift)
      return [card.id, { amount: isZero(amount) ? '' : amount, pin: '' }]
    }),
  )
}

/** What cards pay together, in yuan. */
export const paidByCards = (typed: TypedCards): Decimal =>
  money(sumOf([...typed.values()], ({ amount }) => figure(amount)))

/** The cards as a settlement takes them; the first one is presented for its points also where it pays nothing, and one whose packages alone are used for its code. */
export const cardsInput = (cards: readonly Card[], typed: TypedCards) =>
  cards
    .map(({ id, needsPin }, i) => {
      const { amount, pin } = typed.get(id) ?? { amount: '', pin: '' }
      return { i, cardId: id, amount: money(figure(amount)), ...(needsPin && pin !== '' && { pin }) }
    })
    .filter(({ i, amount, pin }) => i === 0 || isPositive(amount) || pin !== undefined)
    .map(({ i: _, ...card }) => card)

/** All as it was typed, but for the payment codes of some cards. */
export const withoutPins = (typed: TypedCards, cardIds: readonly number[]): TypedCards =>
  new Map([...typed].map(([id, card]) => [id, cardIds.includes(id) ? { ...card, pin: '' } : card]))

/** Whether the payment code of a card is still to be typed: it pays something, or its package all of the bill, so that nothing else is typed. */
export const asksPin = ({ id, needsPin }: Card, typed: TypedCards, due: Decimal): boolean => {
  const { amount, pin } = typed.get(id) ?? { amount: '', pin: '' }
  return needsPin && pin === '' && (isPositive(figure(amount)) || isZero(due))
}

/** The cards of the customer, each with what it pays and, where it has one, its payment code. */
export function CardFields({
  cards,
  giftMost,
  typed,
  onType,
  due,
}: {
  cards: readonly Card[]
  giftMost: Decimal
  typed: TypedCards
  onType(typed: TypedCards): void
  due: Decimal
}) {
  let gifts = giftMost
  const asksFirst = cards.find((card) => asksPin(card, typed, due))
  return cards.map((card) => {
    const own = typed.get(card.id) ?? { amount: '', pin: '' }
    const { principal, gift, short } = splitOfCard(figure(own.amount), card, gifts)
    gifts = sub(gifts, gift)
    const set = (patch: Partial<TypedCard>) => onType(new Map(typed).set(card.id, { ...own, ...patch }))
    return (
      <Fragment key={card.id}>
        <span>卡</span>
        <span>
          {card.typeName} {card.cardNo}
          <small>
            余额 本金 {moneyText(card.principal)}，赠金 {moneyText(card.gift)}
          </small>
          <small className={isPositive(short) ? 'rs-short' : undefined}>
            {isPositive(short)
              ? `余额不足，差 ${moneyText(short)}`
              : `扣 本金 ${moneyText(principal)}，赠金 ${moneyText(gift)}`}
          </small>
        </span>
        <input
          aria-label={`${card.cardNo}抵扣`}
          inputMode="decimal"
          value={own.amount}
          onFocus={(event) => event.target.select()}
          onChange={(event) => set({ amount: numberText(event.target.value) })}
        />
        {card.needsPin ? (
          <input
            className="rs-trade"
            data-pin={card.id}
            aria-label={`${card.cardNo}支付密码`}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            autoFocus={card.id === asksFirst?.id}
            maxLength={6}
            placeholder="支付密码"
            value={own.pin}
            onChange={(event) => set({ pin: event.target.value.replaceAll(/\D/g, '') })}
          />
        ) : (
          <span />
        )}
      </Fragment>
    )
  })
}
