import type { OpenItemRow } from '@chepu/contract/finance/lookups'
import { add, type Decimal, equals, isNegative, isPositive, isZero, money, sub } from '@chepu/contract/kernel/decimal'
import type { MoneyItemView } from '@chepu/contract/kernel/money-document'
import { isDecimal, numberText } from '@chepu/contract/kernel/typed'
import type { LineRules } from '../../kit/document/editor-section'
import type { GridLine } from '../../kit/grid/line-grid-store'
import { figure, typedMoney } from '../../pickers/tender-lines'

/** What is settled of one item, as typed; '' is nothing. */
export type Settled = { amount: string; discount: string }

/** An item that may be settled, and whether it is still open. */
export type ItemRow = Omit<OpenItemRow, 'partnerId' | 'partnerName'> & { partnerName?: string; isGone?: boolean }

/** An item that the document settles. */
export interface ItemLine extends GridLine, Readonly<Settled> {
  readonly openItemId: number
  /** Of a saved document: the item as it stands there. */
  readonly row?: ItemRow
}

/** What the document settles. Its lines are the chosen items; which may be chosen is asked besides. */
export const itemRules: LineRules<ItemLine> = {
  blank: () => ({ amount: '', discount: '' }),
  isBlank: ({ amount, discount }) => amount === '' && discount === '',
  ofView: (view) => {
    const { openItemId, ...item } = view as MoneyItemView
    const { amount, discount } = item
    return { openItemId, amount, discount, row: { ...item, id: openItemId, overdueDays: 0 } }
  },
  ofDraft: (kept) => kept,
  bodyOf: (line) => ({ ...line, amount: figure(line.amount), discount: figure(line.discount) }),
}

/** What of an item is settled beside a discount: the rest, where all that is open was settled before; else as it was typed. */
export function besideDiscount(balance: Decimal, { amount, discount }: Settled, typed: string): string {
  const wasWhole = equals(add(typedMoney(amount), typedMoney(discount)), balance)
  return wasWhole && isDecimal(numberText(typed) || '0') ? money(sub(balance, typedMoney(typed))) : amount
}

/** A typed figure with the sign of the item: people type 50 for a return of −50. */
export function signedLike(text: string, balance: Decimal | undefined): string {
  if (!isDecimal(text) || isZero(text) || balance === undefined) return text
  return isNegative(balance) && isPositive(text) ? `-${text}` : text
}
