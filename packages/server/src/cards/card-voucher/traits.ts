import {
  cardVoucher,
  type DeskPurpose,
  isByProgram,
  isPaid,
  isShown,
  voucherButton,
  voucherFields,
  voucherPurposes,
} from '@chepu/contract/cards/card-voucher'
import { abs, compare, isPositive, withCommas } from '@chepu/contract/kernel/decimal'
import { slipFigures } from '@chepu/contract/kernel/money-document'
import { forbidden, invalid, refuse } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneyTraits, SlipRequest } from '../../kernel/money/types'
import { holderOf } from '../shown'
import { type Draft, draftOf } from './draft'
import { type Assessed, assess } from './rules'

/** A purpose as people call it. */
const inWords = (purpose: string): string => own(voucherPurposes, purpose) ?? purpose

const isRefund = (purpose: string): boolean => purpose === 'refund_card'

/** 办卡单 on the server. */
export const traits: MoneyTraits<typeof cardVoucher> = {
  def: cardVoucher,
  purposes: voucherPurposes,
  isRefund,
  // Nothing of it waits to be settled: it stands on the card.
  figures: ({ tenders, header }) => ({ ...slipFigures(tenders, [], isRefund(header.purpose)), advance: '0.00' }),

  // With a card that is there its number says that it was shown; a new number says nothing.
  presented: (tx, { header: { purpose, cardNo } }) =>
    isShown(purpose) && typeof cardNo === 'string' ? holderOf(tx, cardNo) : Promise.resolve(undefined),

  async check(tx, request, { total }) {
    if (request.items.length > 0) refuse('办卡单不核销单据')
    assertButton(tx, request.header.purpose)
    assertNoStray(request)
    if (!isPaid(request.header.purpose) && compare(total, '0') !== 0)
      invalid([{ path: 'tenders', message: `「${inWords(request.header.purpose)}」不收付款` }])
  },

  async complete(tx, request, { total }) {
    const draft = draftOf(request)
    const assessed = await assess(tx, draft)
    const { cardTypeId = null } = request.header
    if (cardTypeId !== null && cardTypeId !== assessed.type.id)
      invalid([{ path: 'header.cardTypeId', message: '卡类型与会员卡不符' }])
    assertNotOverpaid(total, assessed)
    return columnsOf(draft, assessed)
  },

  answers: async (tx, id) => (await namesOf(tx, id)) ?? {},
}

/** The header of a draft with all that follows from it; what its purpose has not is empty. */
export function columnsOf(draft: Draft, { card, type, pack, figures }: Assessed): Record<string, unknown> {
  const { tenders: _tenders, opening: _opening, ...header } = draft
  const typed = Object.fromEntries(Object.keys(cardVoucher.header.shape).map((key) => [key, own(header, key)]))
  const cardNo = card && draft.purpose !== 'replace' ? card.cardNo : draft.cardNo
  return { ...typed, cardNo, cardTypeId: type.id, cardPackageVersion: pack?.version ?? null, ...figures }
}

const named = ['cardId', 'vehicleId', 'cardPackageId'] as const

/** Refuses a card, car or package that the purpose has nothing to do with: who names one means something by it. */
function assertNoStray({ header }: SlipRequest): void {
  const { purpose } = header
  const stray = named.find((field) => (header[field] ?? null) !== null && !own(voucherFields, purpose)?.includes(field))
  if (!stray) return
  const title = String(cardVoucher.header.shape[stray].meta()?.title)
  invalid([{ path: `header.${stray}`, message: `「${inWords(purpose)}」不填写${title}` }])
}

/** Refuses more money than is to be paid. */
function assertNotOverpaid(total: string, { figures: { amountDue } }: Assessed): void {
  if (isPositive(total) && compare(total, amountDue) > 0)
    invalid([{ path: 'tenders', message: `实收 ${withCommas(total)} 大于应收 ${withCommas(abs(amountDue))}` }])
}

/** Each purpose has a right of its own; some are the program's alone (business/access 5). */
export function assertButton(tx: CallerTx, purpose: string): void {
  if (isByProgram(purpose)) forbidden(`「${inWords(purpose)}」由系统生成`)
  if (!mayPress(tx.caller, voucherButton(purpose as DeskPurpose)))
    forbidden(`您没有会员卡「${inWords(purpose)}」的权限`)
}

const namesOf = (tx: CallerTx, id: number): Promise<Record<string, unknown> | undefined> =>
  tx.one({
    name: 'names-of-voucher',
    text: `select t.name as card_type_name, v.plate, k.name as card_package_name from money_slip d
      left join card_type t on t.group_id = d.group_id and t.id = d.card_type_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join card_package k on k.group_id = d.group_id and k.id = d.card_package_id
      where d.group_id = $1 and d.id = $2`,
    values: [tx.groupId, id],
  })
