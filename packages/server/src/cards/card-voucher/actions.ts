import { button } from '@chepu/contract/access/catalogue'
import type { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { compare, type Decimal, isPositive, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { dueDate, type PaymentTerms } from '@chepu/contract/kernel/due-date'
import { shanghaiDay } from '../../kernel/base/calendar'
import { refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { entryHandlers } from '../../kernel/document/entry'
import { assertOpenPeriod, assertOpenThere } from '../../kernel/document/period'
import { post } from '../../kernel/ledgers'
import { holdCards } from '../../kernel/ledgers/card'
import { reverseSlip } from '../../kernel/money/lifecycle'
import type { MoneyActions, MoneyKind, MoneySlip } from '../../kernel/money/types'
import { assertCustomerCredit } from '../../sales/public'
import { type Debt, debtsAcross, openAcross } from '../across'
import { closeCard, restoreCard, type WrittenCard, writeCard } from './card-row'
import { draftOfSlip } from './draft'
import { salesOf } from './earned'
import { cardOfUndone } from './facts'
import { movedItems } from './items'
import type { Opening } from './opening'
import { holdOwed } from './owed'
import { type MovedItem, postingOf, type Sale } from './posting'
import { type Assessed, assess } from './rules'
import { tellOfLarge } from './tell'
import { assertButton, traits } from './traits'

const asJson = (columns: object | null): string | null => columns && JSON.stringify(columns)

const actions: MoneyActions<typeof cardVoucher> = {
  ...entryHandlers,

  async approve(tx, slip, { note }) {
    assertButton(tx, slip.purpose)
    const { id, cardNo, before, after } = await bringIntoBooks(tx, slip)
    note({ cardId: id, cardNo, cardBefore: asJson(before), cardAfter: asJson(after) })
    return 'done'
  },

  async reverse(tx, slip) {
    const today = shanghaiDay()
    await assertOpenPeriod(tx, today)
    await openAcross(tx, { kind: slip.kind, id: slip.id, bizDate: today })
    const cardId = slip.cardId as number
    await holdCards(tx, [cardId])
    const card = await cardOfUndone(tx, cardId)
    if (!card) throw new Error('a document names no card')
    await restoreCard(tx, slip, card)
    const state = await reverseSlip(tx, traits, slip)
    if (slip.purpose === 'open' || slip.purpose === 'opening') await closeCard(tx, cardId)
    return state
  },
}

/**
 * Brings a document into the books: all its rules are asked again behind the lock of the card, which is issued here where it is new, with what a 期初 knows besides. Answers the card.
 * @throws Failure invalid or refusal, in Chinese
 */
export async function bringIntoBooks(
  tx: CallerTx,
  slip: MoneySlip,
  opening: Opening | null = null,
): Promise<WrittenCard> {
  await assertOpenPeriod(tx, slip.bizDate, { anyDay: slip.purpose === 'opening' })
  if (slip.cardId !== null) await holdCards(tx, [slip.cardId])
  if (slip.purpose === 'refund_card') await holdOwed(tx, slip.cardId as number)
  const assessed = await assess(tx, { ...draftOfSlip(slip), opening })
  assertAsSaved(slip, assessed)
  const written = await writeCard(tx, slip, assessed)
  const items = await movedItems(tx, slip, written.id, assessed)
  const across = await debtsAcross(tx, debtsOf(tx, slip, assessed, items), slip.bizDate)
  const { cardSaleCommissionRate: commissionRate } = tx.caller.org.config
  const sales = slip.purpose === 'refund_card' ? await openSales(tx, slip) : []
  const moved = { cardId: written.id, items, across, dueOn: await dueOn(tx, slip), commissionRate, sales }
  await post(tx, slip, postingOf(slip, moved))
  const rest = money(sub(slip.amountDue, slip.total))
  if (isPositive(rest) && !mayPress(tx.caller, button('repair_settlement', 'on_credit')))
    await assertCustomerCredit(tx, slip, rest)
  await tellOfLarge(tx, slip, written.cardNo)
  return written
}

/** What was sold for a card that is given back; months of other shops whose people lose commission by that are held open. */
async function openSales(tx: CallerTx, { cardId, bizDate }: MoneySlip): Promise<Sale[]> {
  const sales = await salesOf(tx, cardId as number)
  const others = sales.filter(({ orgId, entryId }) => entryId !== null && orgId !== tx.caller.orgId)
  const orgIds = [...new Set(others.map(({ orgId }) => orgId))].toSorted((a, b) => a - b)
  for (const orgId of orgIds) await assertOpenThere(tx, orgId, bizDate)
  return sales
}

const compared = ['principalChange', 'giftChange', 'pointsChange', 'packageChange', 'amountDue'] as const

/** Refuses a document whose card or package has changed so since it was saved that it would do something else. */
function assertAsSaved(slip: MoneySlip, { figures, pack }: Assessed): void {
  // A draft of before its version was kept is taken as it is.
  if (pack && slip.cardPackageVersion !== null && slip.cardPackageVersion !== pack.version)
    refuse(`套餐 ${pack.name} 在保存之后有变化，请重新保存后再审核`)
  const changed = compared.some((name) => compare(slip[name], figures[name]) !== 0)
  if (changed) refuse(`会员卡 ${slip.cardNo} 的余额或规则在保存之后有变化，请重新保存后再审核`)
}

/**
 * What other shops owe here by the document: who took the money owes it to who issued the card; who sold a package owes what is paid back for it (business/cards 5).
 */
function debtsOf({ caller }: CallerTx, slip: MoneySlip, { card }: Assessed, items: readonly MovedItem[]): Debt[] {
  const recharged: Debt[] =
    card && card.orgId !== caller.orgId ? [{ orgId: card.orgId, amount: money(neg(slip.principalChange)) }] : []
  if (slip.purpose !== 'refund_card') return recharged
  const others = [...new Set(items.map(({ orgId }) => orgId))].filter((orgId) => orgId !== caller.orgId)
  const worth = (of: number): Decimal =>
    money(
      neg(
        sumOf(
          items.filter(({ orgId }) => orgId === of),
          ({ value }) => value,
        ),
      ),
    )
  return [...recharged, ...others.map((orgId) => ({ orgId, amount: worth(orgId) }))]
}

/** When what stays owed is due, by the customer's terms. */
async function dueOn(tx: CallerTx, { partnerId, bizDate }: MoneySlip): Promise<string> {
  const terms = await tx.one<PaymentTerms>({
    name: 'terms-of-holder',
    text: `select m.kind as term_kind, m.term_days, m.month_day, p.credit_days from partner p
      left join settlement_method m on m.group_id = p.group_id and m.id = p.settlement_method_id
      where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, partnerId],
  })
  return terms ? dueDate({ dueOn: null, bizDate, terms }) : bizDate
}

export const cardVoucherKind = { ...traits, actions } satisfies MoneyKind
