// 办卡单 that the program makes: what has expired, and cards that were issued before (business/cards 4).
import { cardVoucher, type VoucherPurpose } from '@chepu/contract/cards/card-voucher'
import { firstState, stateAt } from '@chepu/contract/kernel/states'
import type { z } from 'zod'
import { audit } from '../../kernel/db/audit'
import { nextDocument } from '../../kernel/db/numbering'
import type { CallerTx } from '../../kernel/db/tx'
import { sendRow } from '../../kernel/document/rows'
import { periodOf } from '../../kernel/ledgers/types'
import { moneySlips } from '../../kernel/money/repo'
import { bringIntoBooks } from './actions'
import { draftOf } from './draft'
import { assess } from './rules'
import { columnsOf } from './traits'

type Header = z.input<typeof cardVoucher.header>

/**
 * Makes a document without money and brings it into the books, by nobody's button. Answers its card.
 * @throws Failure invalid or refusal, in Chinese
 */
export async function makeVoucher(
  tx: CallerTx,
  typed: Header & { purpose: VoucherPurpose },
): Promise<{ id: number; cardId: number }> {
  const header = cardVoucher.header.parse(typed)
  const draft = draftOf({ header, tenders: [] })
  const columns = columnsOf(draft, await assess(tx, draft))
  const { id, billNo } = await nextDocument(tx, cardVoucher.prefix, moneySlips.table)
  const { orgId, userId } = tx.caller
  const period = periodOf(header.bizDate)
  const own = { groupId: tx.groupId, id, orgId, kind: cardVoucher.kind, state: firstState(cardVoucher), billNo, period }
  sendRow(tx, moneySlips.table, { ...columns, ...own, creatorId: userId })
  const slip = await moneySlips.read(tx, cardVoucher.kind, id)
  if (!slip) throw new Error('a document that was made is gone')
  const card = await bringIntoBooks(tx, slip)
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
