import type { Decimal } from '@chepu/contract/kernel/decimal'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { LineRules } from '../kit/document/editor-section'
import type { GridLine } from '../kit/grid/line-grid-store'

/** One way of paying, as typed. */
export interface TenderLine extends GridLine {
  readonly storeAccountId: number | null
  /** Name of the account as the document tells it: another organisation's accounts are in no list. */
  readonly accountName?: string
  readonly amount: string
  readonly fee: string
  readonly tradeNo: string
}

/** What a blank figure is worth; one that is no number is told by the contract. */
export const figure = (value: string): string => (value === '' ? '0' : value)

/** Ways of paying: a line without an amount can be typed into like any other. */
export const tenderRules: LineRules<TenderLine> = {
  blank: () => ({ storeAccountId: null, amount: '', fee: '', tradeNo: '' }),
  isBlank: ({ amount, tradeNo }) => amount === '' && tradeNo === '',
  ofView: (view) => view,
  ofDraft: (kept) => kept,
  bodyOf: (line) => ({ ...line, amount: figure(line.amount), fee: figure(line.fee) }),
}

/** A typed figure as money; one that is no number yet counts as nothing. */
export const typedMoney = (value: string): Decimal => (isDecimal(value) ? value : '0')
