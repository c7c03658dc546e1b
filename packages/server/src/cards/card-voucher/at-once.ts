// 办卡单 that the program makes: what has expired, and cards that were issued before (business/cards 4).
import { cardVoucher, type VoucherPurpose } from '@chepu/contract/cards/card-voucher'
import { firstState, stateAt } from '@chepu/contract/kernel/states'
import type { z } from 'zod'
import { shanghaiDay } from '../../kernel/base/calendar'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { sendRow } from '../../kernel/document/rows'
import { periodOf } from '../../kernel/ledgers/types'
import { moneySlips } from '../../kernel/money/repo'
import { bringIntoBooks } from './actions'
import { draftOf } from './draft'
import type { Opening, OpeningCard } from './opening'
import { assess } from './rules'
import { columnsOf } from './traits'

type Header = z.input<typeof cardVoucher.header>

/**
 * Makes a document without money and brings it into the books, by nobody's button; a 期初 with what it knows besides. Answers its card.
 * @throws Failure invalid or refusal, in Chinese
 */
export async function makeVoucher(
  tx: CallerTx,
  typed: Header & { purpose: VoucherPurpose },
  opening: Opening | null = null,
): Promise<{ id: number; cardId: number }> {
  const header = cardVoucher.header.parse(typed)
  const draft = { ...draftOf({ header, tenders: [] }), opening }
  const columns = columnsOf(draft, await assess(tx, draft))
  const { id, billNo } = await nextDocument(tx, cardVoucher.prefix, moneySlips.table)
  const { orgId, userId } = tx.caller
  const period = periodOf(header.bizDate)
  const own = { groupId: tx.groupId, id, orgId, kind: cardVoucher.kind, state: firstState(cardVoucher), billNo, period }
  sendRow(tx, moneySlips.table, { ...columns, ...own, creatorId: userId })
  const slip = await moneySlips.read(tx, cardVoucher.kind, id)
  if (!slip) throw new Error('a document that was made is gone')
  const card = await bringIntoBooks(tx, slip, opening)
  const state = stateAt(cardVoucher, 'posted')
  await tx.query({
    name: 'post-made-voucher',
    text: `update money_slip set state = $5, version = version + 1, card_id = $3, card_no = $4, approver_id = $6::bigint, approved_at = now(),
        poster_id = $6::bigint, posted_at = now() where group_id = $1 and id = $2`,
    values: [tx.groupId, id, card.id, card.cardNo, state, userId],
  })
  await audit(tx, { entity: cardVoucher.kind, entityId: id, action: 'approve', fromState: slip.state, toState: state })
  return { id, cardId: card.id }
}

/**
 * Issues cards with what is on them, each by a 期初 of today that is in the books at once.
 * @throws Failure invalid or refusal, in Chinese
 */
export async function issueOpeningCards(tx: CallerTx, cards: readonly OpeningCard[]): Promise<void> {
  const bizDate = shanghaiDay()
  for (const { cardNo, cardTypeId, partnerId, vehicleId, principal, gift, points, ...opening } of cards) {
    const changes = { principalChange: principal, giftChange: gift, pointsChange: points }
    const header = { purpose: 'opening' as const, bizDate, partnerId, cardTypeId, cardNo, vehicleId, ...changes }
    await makeVoucher(tx, header, opening)
  }
}
