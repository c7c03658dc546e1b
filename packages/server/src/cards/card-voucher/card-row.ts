// The row of a card as documents write it: a new one, what a document changes of it, and the former back again.
import { randomInt } from 'node:crypto'
import { addDays } from '@chepu/contract/kernel/calendar'
import { cardStates } from '@chepu/contract/cards/words'
import { refuse } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import type { MoneySlip } from '../../kernel/money/types'
import { type CardFacts, isTaken } from './facts'
import type { Assessed } from './rules'

/** What documents change of a card beside what stands on it. */
interface CardColumns {
  cardNo?: string
  state?: CardFacts['state']
  vehicleId?: number | null
  validUntil?: string | null
}

/** A card behind a document: what that has changed of it, before and after. */
export interface WrittenCard {
  id: number
  cardNo: string
  before: CardColumns | null
  after: CardColumns | null
}

const prefix = 'VIP'
const digits = 12

/** A number that is drawn: by chance, since the whole number proves that its card is there (ADR 0345). */
async function drawnNumber(tx: CallerTx): Promise<string> {
  for (;;) {
    const cardNo = prefix + String(randomInt(10 ** digits)).padStart(digits, '0')
    if (!(await isTaken(tx, cardNo))) return cardNo
  }
}

/**
 * Brings the card to where the document leads it, issuing it where it is new.
 * @throws Failure refusal where somebody has taken its number meanwhile
 */
export async function writeCard(tx: CallerTx, slip: MoneySlip, assessed: Assessed): Promise<WrittenCard> {
  const { card, type } = assessed
  if (!card) return issue(tx, slip, assessed)
  const after = await changeOf(tx, slip, { card, type })
  if (Object.keys(after).length === 0) return { id: card.id, cardNo: card.cardNo, before: null, after: null }
  const formerNos = after.cardNo === undefined ? card.formerNos : [...card.formerNos, card.cardNo]
  await writeColumns(tx, card.id, { ...now(card), ...after }, formerNos)
  const before = Object.fromEntries(columns.filter((name) => name in after).map((name) => [name, card[name]]))
  return { id: card.id, cardNo: after.cardNo ?? card.cardNo, before, after }
}

const columns = ['cardNo', 'state', 'vehicleId', 'validUntil'] as const satisfies readonly (keyof CardColumns)[]

const now = ({ cardNo, state, vehicleId, validUntil }: CardFacts): Required<CardColumns> => ({
  cardNo,
  state,
  vehicleId,
  validUntil,
})

/** The last day of granted money and of the discount, beginning anew; null is for ever. */
const validUntil = (bizDate: string, days: number | null): string | null =>
  days === null ? null : addDays(bizDate, days)

async function changeOf(
  tx: CallerTx,
  slip: MoneySlip,
  { card, type }: { card: CardFacts; type: Assessed['type'] },
): Promise<CardColumns> {
  const states = { lost: 'lost', found: 'active', freeze: 'frozen', unfreeze: 'active', refund_card: 'closed' } as const
  const state = own<CardFacts['state']>(states, slip.purpose)
  if (state !== undefined) return { state }
  if (slip.purpose === 'rebind') return { vehicleId: slip.vehicleId }
  // Who gets a new card for a lost one has it in his hands: the old number opens nothing.
  if (slip.purpose === 'replace') return { cardNo: slip.cardNo || (await drawnNumber(tx)), state: 'active' }
  if (slip.purpose !== 'recharge') return {}
  const day = validUntil(slip.bizDate, type.validDays)
  return day === null || (card.validUntil ?? '') >= day ? {} : { validUntil: day }
}

async function issue(tx: CallerTx, slip: MoneySlip, { type, opening }: Assessed): Promise<WrittenCard> {
  const cardNo = slip.cardNo || (await drawnNumber(tx))
  const [row] = await unlessTaken(cardNo, () =>
    tx.insert<{ id: number }>(
      'card',
      [
        'group_id',
        'org_id',
        'card_no',
        'card_type_id',
        'partner_id',
        'vehicle_id',
        'issued_on',
        'valid_until',
        'creator_id',
      ],
      [
        [
          tx.groupId,
          slip.orgId,
          cardNo,
          type.id,
          slip.partnerId,
          slip.vehicleId,
          opening?.issuedOn ?? slip.bizDate,
          opening?.validUntil ?? validUntil(slip.bizDate, type.validDays),
          tx.caller.userId,
        ],
      ],
      'returning id',
    ),
  )
  const { id } = row as { id: number }
  await assertStillNew(tx, cardNo, id)
  return { id, cardNo, before: null, after: null }
}

async function writeColumns(
  tx: CallerTx,
  id: number,
  { cardNo, state, vehicleId, validUntil: day }: Required<CardColumns>,
  formerNos: readonly string[],
): Promise<void> {
  await unlessTaken(cardNo, () =>
    tx.query({
      name: 'write-card-columns',
      text: `update card set card_no = $3, former_nos = $4::text[], state = $5, vehicle_id = $6, valid_until = $7, version = version + 1
        where group_id = $1 and id = $2`,
      values: [tx.groupId, id, cardNo, [...formerNos], state, vehicleId, day],
    }),
  )
  await assertStillNew(tx, cardNo, id)
}

const takenMessage = (cardNo: string): string => `卡号 ${cardNo} 已被使用或曾被使用`

const unlessTaken = <Result>(cardNo: string, write: () => Promise<Result>): Promise<Result> =>
  onViolation({ card_group_id_card_no_key: takenMessage(cardNo) }, write)

/** A number that another card has given up while this one waited for it is seen behind the own write alone. */
async function assertStillNew(tx: CallerTx, cardNo: string, id: number): Promise<void> {
  const row = await tx.one<{ taken: boolean }>({
    name: 'card-no-was-given',
    text: `select exists (select from card where group_id = $1 and id <> $3 and former_nos <> '{}' and former_nos @> array[$2::text]) as taken`,
    values: [tx.groupId, cardNo, id],
  })
  if (row?.taken) refuse(takenMessage(cardNo))
}

/**
 * Puts back what a document has changed of a card. A last day that was moved since stays.
 * @throws Failure refusal where number, state or car have changed since
 */
export async function restoreCard(tx: CallerTx, slip: MoneySlip, card: CardFacts): Promise<void> {
  const before = slip.cardBefore as CardColumns | null
  const after = slip.cardAfter as CardColumns | null
  if (card.state === 'closed' && after?.state !== 'closed')
    refuse(`会员卡 ${card.cardNo} 当前为「${cardStates.closed}」，不能红冲`)
  if (!before || !after) return
  const changed = (['cardNo', 'state', 'vehicleId'] as const).find((key) => key in after && card[key] !== after[key])
  if (changed) refuse(`会员卡 ${card.cardNo} 在此单之后又有变动，请先红冲之后的办卡单`)
  const { validUntil: day, ...rest } = before
  const back = {
    ...now(card),
    ...rest,
    ...(card.validUntil === after.validUntil && day !== undefined && { validUntil: day }),
  }
  // The number that is given up by that was on a card in somebody's hands: it is not given again either.
  const formerNos =
    back.cardNo === card.cardNo
      ? card.formerNos
      : [...card.formerNos.filter((former) => former !== back.cardNo), card.cardNo]
  await writeColumns(tx, card.id, back, formerNos)
}

/**
 * Closes a card whose 开卡 is taken back.
 * @throws Failure refusal where something is still on it
 */
export async function closeCard(tx: CallerTx, id: number): Promise<void> {
  const row = await tx.one<{ cardNo: string; isEmpty: boolean }>({
    name: 'card-is-empty',
    text: `select c.card_no, c.principal = 0 and c.gift = 0 and c.points = 0 and not exists (
        select from card_item i where i.group_id = c.group_id and i.card_id = c.id and i.times_left > 0) as is_empty
      from card c where c.group_id = $1 and c.id = $2`,
    values: [tx.groupId, id],
  })
  if (!row?.isEmpty) refuse(`会员卡 ${row?.cardNo} 上还有开卡之后的余额或套餐，请先红冲之后的办卡单，或改用退卡`)
  tx.send({
    name: 'close-card',
    text: `update card set state = 'closed', version = version + 1 where group_id = $1 and id = $2`,
    values: [tx.groupId, id],
  })
}
