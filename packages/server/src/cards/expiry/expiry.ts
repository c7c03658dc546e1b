import { cardVoucher } from '@chepu/contract/cards/card-voucher'
import { type Decimal, isZero, money, neg, sumOf } from '@chepu/contract/kernel/decimal'
import { stateAt } from '@chepu/contract/kernel/states'
import { shanghaiTime } from '@chepu/contract/kernel/time'
import { everySoOften, type Recurring } from '../../kernel/base/recurring'
import type { Database } from '../../kernel/db/db'
import { nextDocumentOf } from '../../kernel/db/numbering'
import type { Tx } from '../../kernel/db/tx'
import { sendRow } from '../../kernel/document/rows'
import { post } from '../../kernel/ledgers'
import { holdCards } from '../../kernel/ledgers/card'
import { periodOf } from '../../kernel/ledgers/types'
import { moneySlips } from '../../kernel/money/repo'
import { postingOf } from '../card-voucher/posting'
import { type EndedCard, endedCards, endedItems, endedMoney, heldOrgs } from './ended'

/** How often it looks whether it is time. */
const lookEveryMs = 10 * 60_000
/** An hour after midnight in Shanghai nobody settles the day before any more. */
const graceHour = '01'

/**
 * Every night from 01:00 in Shanghai, or at the next start: what has ended on cards is gone, by one 过期结转 a card (business/cards 7). Several servers may look at once:
 * who waited for the lock of a card finds nothing left on it. What fails of a card is reported, and tried again at the next look; the others go on.
 */
export function startCardExpiry(
  db: Database,
  report: (error: unknown) => void,
  { now = () => new Date() }: { now?: () => Date } = {},
): Recurring {
  let lastDay = ''
  const work = async (isStopped: () => boolean) => {
    const [day = '', clock = ''] = shanghaiTime(now()).split(' ')
    if (day === lastDay || clock < graceHour) return
    const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
    let isDone = true
    for (const { id } of groups) {
      for (const card of await db.tenant(id, (tx) => endedCards(tx, day))) {
        if (isStopped()) return
        const failed = await db.tenant(id, (tx) => expire(tx, card, day)).catch((error: unknown) => ({ error }))
        if (failed) report(failed.error)
        isDone &&= !failed
      }
    }
    if (isDone) lastDay = day
  }
  return everySoOften(lookEveryMs, work, report)
}

/** Takes off a card what has ended before a day. Where a shop that it concerns has closed that month already, it waits for the next one. */
async function expire(tx: Tx, card: EndedCard, day: string): Promise<undefined> {
  tx.takeTime()
  const period = periodOf(day)
  const orgs = await heldOrgs(tx, card.orgIds)
  if (orgs.some(({ closedMonth }) => closedMonth !== null && closedMonth >= period)) return undefined
  await holdCards(tx, [card.id])
  const gift = await endedMoney(tx, card.id, day)
  const items = await endedItems(tx, card.id, day, card.orgIds)
  if (isZero(gift) && items.length === 0) return undefined
  const moved = items.map(({ id, orgId, timesLeft, valueLeft }) => ({
    cardItemId: id,
    orgId,
    times: neg(timesLeft),
    value: money(neg(valueLeft)),
  }))
  const worth = money(sumOf(moved, ({ value }) => value))
  const slip = await writeSlip(tx, card, { day, period, gift: money(neg(gift)), worth })
  const across = { openItems: [], pnl: [] }
  await post(
    tx,
    slip,
    postingOf(slip, { cardId: card.id, items: moved, across, dueOn: day, commissionRate: '0', sales: [] }),
  )
  return undefined
}

/** Writes the 过期结转 as it stands in the books, and logs it as nobody's. Who issued the card is its creator, so that his scope covers it. */
async function writeSlip(
  tx: Tx,
  card: EndedCard,
  { day, period, gift, worth }: { day: string; period: number; gift: Decimal; worth: Decimal },
) {
  const { groupId } = tx
  const { orgId, cardNo, cardTypeId, partnerId, creatorId } = card
  const { kind, prefix } = cardVoucher
  const { id, billNo } = await nextDocumentOf(tx, { id: orgId, code: card.orgCode }, prefix, moneySlips.table)
  const state = stateAt(cardVoucher, 'posted')
  const header = { groupId, id, orgId, kind, billNo, bizDate: day, period, state, partnerId, creatorId }
  const own = { purpose: 'expire', cardId: card.id, cardNo, cardTypeId, giftChange: gift, packageChange: worth }
  sendRow(tx, moneySlips.table, { ...header, ...own, remark: '有效期已过' })
  tx.send({
    name: 'stamp-expiry',
    text: 'update money_slip set approved_at = now(), posted_at = now() where group_id = $1 and id = $2',
    values: [groupId, id],
  })
  tx.sendInsert(
    'audit_log',
    ['group_id', 'org_id', 'entity', 'entity_id', 'action', 'from_state', 'to_state', 'reason'],
    [[groupId, orgId, kind, id, 'approve', 'draft', state, '有效期已过']],
  )
  const slip = await moneySlips.read(tx, kind, id)
  if (!slip) throw new Error('a document that was written is gone')
  return slip
}
