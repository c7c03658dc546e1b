// Points that go back with what is refunded (business/cards 5).
import { pointsBack } from '@chepu/contract/cards/deduction'
import { add, type Decimal, isZero, min, money, neg, trimZeros } from '@chepu/contract/kernel/decimal'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { CardEntry } from '../../kernel/ledgers/types'

interface Granted {
  cardId: number
  cardNo: string
  /** What stands on the card now. */
  points: Decimal
  granted: Decimal
  takenBack: Decimal
  /** What the customer owed by the settlement, and what refunds that stand have given back of it. */
  due: Decimal
  before: Decimal
}

/** The cards that a settlement gave points to. */
export async function pointedCards(tx: CallerTx, settlementId: number): Promise<number[]> {
  const rows = await tx.query<{ cardId: number }>({
    name: 'pointed-cards',
    text: `select distinct card_id from card_ledger where group_id = $1 and doc_kind = 'repair_settlement' and doc_id = $2 order by card_id`,
    values: [tx.groupId, settlementId],
  })
  return rows.map(({ cardId }) => cardId)
}

/**
 * Before a settlement is undone: points that it gave and that somebody has used since cannot go back. Not behind a lock: at the same moment the ledger refuses.
 * @throws Failure refusal, naming the card and what may be done instead
 */
export async function assertPointsStand(tx: CallerTx, settlementId: number): Promise<void> {
  const short = await tx.one<{ cardNo: string; points: Decimal; granted: Decimal }>({
    name: 'points-used-of-settlement',
    text: `select c.card_no, c.points, sum(e.points) as granted from card_ledger e
      join card c on c.group_id = $1 and c.id = e.card_id
      where e.group_id = $1 and e.doc_kind = 'repair_settlement' and e.doc_id = $2 and c.state <> 'closed'
      group by c.id, c.card_no, c.points having c.points < sum(e.points) order by c.id limit 1`,
    values: [tx.groupId, settlementId],
  })
  if (!short) return
  const { cardNo, points, granted } = short
  refuse(
    `会员卡 ${cardNo} 现有积分 ${trimZeros(points)}，本单赠送的 ${trimZeros(granted)} 积分已被使用，不能反结算，请改用维修退单`,
  )
}

/** What a refund takes off the card that a settlement gave points to, never more than stands there; the entry is below zero. Asked behind the lock of the card where it is to be posted. */
export async function pointsTakenBack(
  tx: CallerTx,
  settlementId: number,
  back: Decimal,
): Promise<(CardEntry & { cardNo: string })[]> {
  const rows = await tx.query<Granted>({
    name: 'points-of-settlement',
    text: `with back as (
        select id, customer_due, state = 'done' and not is_red as stands from repair_document
        where group_id = $1 and kind = 'repair_refund' and settlement_id = $2
      )
      select c.id as card_id, c.card_no, c.points, d.customer_due as due, (select coalesce(sum(customer_due), 0.00) from back where stands) as before,
        coalesce(sum(e.points) filter (where e.doc_kind = 'repair_settlement'), 0.00) as granted,
        -coalesce(sum(e.points) filter (where e.doc_kind = 'repair_refund'), 0.00) as taken_back
      from repair_document d
      join card_ledger e on e.group_id = $1 and (e.doc_kind = 'repair_settlement' and e.doc_id = d.id
        or e.doc_kind = 'repair_refund' and e.doc_id in (select id from back))
      join card c on c.group_id = $1 and c.id = e.card_id
      where d.group_id = $1 and d.id = $2
      group by c.id, c.card_no, c.points, d.customer_due order by c.id`,
    values: [tx.groupId, settlementId],
  })
  return rows.flatMap(({ cardId, cardNo, points, due, before, ...counted }) => {
    const taken = min(points, pointsBack(counted, { back: money(add(before, back)), due }))
    return isZero(taken) ? [] : [{ cardId, cardNo, principal: '0.00', gift: '0.00', points: money(neg(taken)) }]
  })
}
