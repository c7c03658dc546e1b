// What goes back onto cards of what they have paid: times of packages, and money in the mix that was used (business/cards 5).
import { acrossBack, type BookedAcross, sharedBack, type UsedTimes } from '@chepu/contract/cards/deduction'
import { type Decimal, isPositive, isZero, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { Debt } from '../across'
import type { CardPayment } from './money'

/** What a settled line has used of an item, and who owes that. */
export interface UsedItem extends UsedTimes {
  settledId: number
  cardId: number
  cardNo: string
  isClosed: boolean
  orgId: number
}

/** What the lines of a settlement have used of packages, with what refunds that stand have put back; asked behind its lock where more is to go back. */
export const usesOf = (tx: CallerTx, settlementId: number): Promise<UsedItem[]> =>
  tx.query<UsedItem>({
    name: 'uses-of-settlement',
    text: `with line as (
        select l.id, l.id as settled_id from repair_line l where l.group_id = $1 and l.document_id = $2
        union all
        select r.id, r.source_line_id from repair_line r join repair_document d on d.group_id = r.group_id and d.id = r.document_id
        where r.group_id = $1 and d.kind = 'repair_refund' and d.settlement_id = $2 and r.source_line_id is not null
      )
      select x.settled_id, e.card_item_id, e.card_id, c.card_no, c.state = 'closed' as is_closed, i.org_id,
        -coalesce(sum(e.times) filter (where e.doc_kind = 'repair_settlement'), 0) as times,
        -coalesce(sum(e.value) filter (where e.doc_kind = 'repair_settlement'), 0.00) as value,
        coalesce(sum(e.times) filter (where e.doc_kind = 'repair_refund'), 0) as back_times,
        coalesce(sum(e.value) filter (where e.doc_kind = 'repair_refund'), 0.00) as back_value
      from line x
      join card_item_ledger e on e.group_id = $1 and e.doc_kind in ('repair_settlement', 'repair_refund') and e.doc_line_id = x.id
      join card_item i on i.group_id = $1 and i.id = e.card_item_id
      join card c on c.group_id = $1 and c.id = e.card_id
      group by x.settled_id, e.card_item_id, e.card_id, c.card_no, c.state, i.org_id order by x.settled_id, min(e.id)`,
    values: [tx.groupId, settlementId],
  })

/** What a card has paid of a settlement and not got back, yuan with 2 decimals. */
export interface PaidCard {
  cardId: number
  cardNo: string
  orgId: number
  isClosed: boolean
  principal: Decimal
  gift: Decimal
  /** What it paid of paid money at first, and what its shop owes for that: at first, and what has gone back. */
  principalPaid: Decimal
  booked: Decimal
  bookedBack: Decimal
}

/** What cards have paid of a settlement, less what refunds that stand have put back. */
export const paidByCards = (tx: CallerTx, { id }: { id: number }): Promise<PaidCard[]> =>
  tx.query<PaidCard>({
    name: 'paid-by-cards',
    text: `select c.id as card_id, c.card_no, c.org_id, c.state = 'closed' as is_closed,
        coalesce(sum(w.principal), 0.00) as principal, coalesce(sum(w.gift), 0.00) as gift,
        coalesce(sum(w.principal) filter (where m.maker_kind = 'repair_settlement'), 0.00) as principal_paid,
        coalesce(sum(i.owed) filter (where m.maker_kind = 'repair_settlement'), 0.00) as booked,
        -coalesce(sum(i.owed) filter (where m.maker_kind = 'repair_refund'), 0.00) as booked_back
      from money_slip m
      join card c on c.group_id = $1 and c.id = m.card_id
      cross join lateral (
        select sum(l.amount) filter (where l.tender = 'card_principal') as principal, sum(l.amount) filter (where l.tender = 'card_gift') as gift
        from write_off_line l where l.group_id = $1 and l.doc_kind = m.kind and l.doc_id = m.id) w
      cross join lateral (
        select sum(o.original) as owed from open_item o
        where o.group_id = $1 and o.source_kind = m.kind and o.source_id = m.id and o.org_id = m.org_id and o.side = 'AR') i
      where m.group_id = $1 and m.purpose = 'card' and (m.maker_kind = 'repair_settlement' and m.made_by = $2
        or m.maker_kind = 'repair_refund' and m.made_by in (
          select r.id from repair_document r where r.group_id = $1 and r.kind = 'repair_refund' and r.settlement_id = $2))
      group by c.id, c.card_no, c.org_id, c.state order by c.id`,
    values: [tx.groupId, id],
  })

/** Which card gets back what; amounts below zero, as they settle what the customer was credited with. Of closed cards granted money is written off and paid money goes elsewhere. */
export function backOnCards(
  paid: readonly PaidCard[],
  { gift, principal }: { gift: Decimal; principal: Decimal },
): CardPayment[] {
  const gifts = sharedBack(
    gift,
    paid.map((card) => card.gift),
  )
  const principals = sharedBack(
    principal,
    paid.map((card) => (card.isClosed ? '0.00' : card.principal)),
  )
  return paid
    .map(({ cardId, cardNo, orgId, isClosed, principal: most, ...known }, i) => ({
      card: { id: cardId, cardNo, orgId },
      principal: money(neg(principals.parts[i] as Decimal)),
      settled: money(neg(acrossBack(ofCard(most, known), principals.parts[i] as Decimal))),
      gift: money(neg(gifts.parts[i] as Decimal)),
      isGone: isClosed,
      paid: most,
    }))
    .filter(
      ({ paid: most, ...each }) => !isZero(each.principal) || !isZero(each.gift) || (each.isGone && isPositive(most)),
    )
    .map(({ paid: _, ...each }) => each)
}

const ofCard = (
  left: Decimal,
  { principalPaid: whole, booked, bookedBack }: Pick<PaidCard, 'principalPaid' | 'booked' | 'bookedBack'>,
): BookedAcross => ({ whole, back: sub(whole, left), booked, bookedBack })

/**
 * What other shops owe less since times of their packages go back, by what the settlement of the caller's shop has booked (ADR 0299). `uses` are all of the settlement, `going` what
 * goes back of them now.
 */
export async function debtsOfUsesBack(
  tx: CallerTx,
  settlementId: number,
  uses: readonly UsedItem[],
  going: readonly { cardItemId: number; value: Decimal }[],
): Promise<Debt[]> {
  const others = [...new Set(uses.map(({ orgId }) => orgId))].filter((orgId) => orgId !== tx.caller.orgId)
  if (others.length === 0) return []
  const booked = new Map((await bookedForUses(tx, settlementId)).map((each) => [each.orgId, each]))
  return others.map((orgId) => {
    const own = uses.filter((use) => use.orgId === orgId)
    const ids = new Set(own.map(({ cardItemId }) => cardItemId))
    const now = sumOf(
      going.filter(({ cardItemId }) => ids.has(cardItemId)),
      ({ value }) => value,
    )
    const whole = sumOf(own, ({ value }) => value)
    const back = sumOf(own, ({ backValue }) => backValue)
    const none = { booked: '0.00', bookedBack: '0.00' }
    const settled = isZero(now) ? '0.00' : acrossBack({ whole, back, ...(booked.get(orgId) ?? none) }, now)
    return { orgId, amount: money(neg(now)), settled: money(neg(settled)) }
  })
}

/** What sister organisations owe for packages by a settlement itself, and what refunds that stand took back of it. Whom a bill is made out to owes as a payer; this is nobody's bill. */
const bookedForUses = (tx: CallerTx, settlementId: number) =>
  tx.query<{ orgId: number; booked: Decimal; bookedBack: Decimal }>({
    name: 'booked-for-uses',
    text: `select p.system_org_id as org_id, coalesce(sum(i.original) filter (where i.source_kind = 'repair_settlement'), 0.00) as booked,
        -coalesce(sum(i.original) filter (where i.source_kind = 'repair_refund'), 0.00) as booked_back
      from open_item i join partner p on p.group_id = i.group_id and p.id = i.partner_id
      where i.group_id = $1 and i.org_id = $2 and i.side = 'AR' and i.payer_type is null and p.system_kind = 'sister_org'
        and (i.source_kind = 'repair_settlement' and i.source_id = $3 or i.source_kind = 'repair_refund' and i.source_id in (
          select r.id from repair_document r where r.group_id = $1 and r.kind = 'repair_refund' and r.settlement_id = $3))
      group by p.system_org_id`,
    values: [tx.groupId, tx.caller.orgId, settlementId],
  })
