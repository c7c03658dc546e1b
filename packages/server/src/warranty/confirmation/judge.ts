// What verdicts make of bills, their lines and what is owed for them (business/three-guarantees 5.3).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { answeredState } from '@chepu/contract/warranty/verdict'
import type { BillState } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { liveBill, openAmount } from '../bill/claimed'
import { type BillMove, moveBills } from '../bill/move'
import { standsFor } from '../bill/stands-for'

/** States of bills that a manufacturer has, or has answered. */
const answerable: readonly BillState[] = ['claimed', 'confirmed', 'part_confirmed', 'rejected']

/** Holds bills by id before anything of them is read. */
export const holdBills = (tx: CallerTx, billIds: readonly number[]): Promise<unknown> =>
  tx.query({
    name: 'hold-judged-bills',
    text: `select id from repair_document where group_id = $1 and kind = 'warranty_bill' and id = any ($2::bigint[]) order by id for no key update`,
    values: [tx.groupId, [...billIds]],
  })

interface BillSums {
  id: number
  open: number
  claimed: Decimal
  confirmed: Decimal | null
}

/** Writes what was agreed to of lines, null where nothing was said any more, and leads their bills to where that leaves them. */
export async function judgeBills(
  tx: CallerTx,
  lines: readonly { billId: number; billLineId: number; confirmed: Decimal | null }[],
  how: { action: string; what: string; reason?: string },
): Promise<void> {
  await tx.query({
    name: 'judge-lines',
    text: `update repair_line r set confirmed_amount = n.confirmed from unnest($2::bigint[], $3::numeric[]) as n (id, confirmed)
      where r.group_id = $1 and r.id = n.id`,
    values: [tx.groupId, lines.map(({ billLineId }) => billLineId), lines.map(({ confirmed }) => confirmed)],
  })
  const billIds = [...new Set(lines.map(({ billId }) => billId))]
  const sums = await tx.query<BillSums>({
    name: 'sums-of-judged-bills',
    text: `select document_id as id, count(*) filter (where confirmed_amount is null) as open, sum(net_amount) as claimed,
        sum(confirmed_amount) as confirmed
      from repair_line where group_id = $1 and document_id = any ($2::bigint[]) group by document_id`,
    values: [tx.groupId, billIds],
  })
  await moveBills(tx, sums.map(moveOf), { from: answerable, ...how })
  await confirmItems(tx, billIds)
}

function moveOf({ id, open, claimed, confirmed }: BillSums): BillMove {
  if (open > 0 || confirmed === null) return { id, to: 'claimed', confirmedAmount: null }
  return { id, to: answeredState(claimed, confirmed), confirmedAmount: confirmed }
}

/**
 * Marks what is owed for bills as agreed or not: what they opened themselves by their own answer; what settlement and refunds have opened once all that it is for
 * is answered, or given up as `givenUp` is now. Their rows are held by id, as all open items are.
 */
export async function confirmItems(
  tx: CallerTx,
  billIds: readonly number[],
  givenUp: readonly number[] = [],
): Promise<void> {
  await tx.query({
    name: 'confirm-items-of-bills',
    text: `with bill as (
        select b.id, b.settlement_id, ${standsFor('b')} as manufacturer_id, b.confirmed_amount is null as is_open from repair_document b
        where b.group_id = $1 and b.id = any ($2::bigint[])
      ), item as (
        select i.id, coalesce(own.is_open, exists (
          select from repair_line r
          join partner p on p.group_id = r.group_id and p.id = r.payer_partner_id
          where r.group_id = $1 and r.document_id = of.settlement_id and r.payer = 'warranty'
            and coalesce(p.merged_into_id, p.id) = of.manufacturer_id and ${openAmount} > 0
            and not exists (select from repair_line c join repair_document b on b.group_id = c.group_id and b.id = c.document_id
              where c.group_id = $1 and c.source_line_id = r.id and ${liveBill}
                and (b.confirmed_amount is not null or b.state = 'closed' or b.id = any ($3::bigint[]))))) as is_open
        from open_item i
        left join bill own on i.source_kind = 'warranty_bill' and i.source_id = own.id
        left join repair_document k on k.group_id = i.group_id and i.source_kind = 'repair_refund' and k.id = i.source_id
        left join partner p on p.group_id = i.group_id and p.id = i.partner_id
        left join bill of on i.source_kind in ('repair_settlement', 'repair_refund') and i.payer_type = 'warranty'
          and of.settlement_id = coalesce(k.settlement_id, i.source_id) and of.manufacturer_id = coalesce(p.merged_into_id, p.id)
        where i.group_id = $1 and (own.id is not null or of.id is not null)
          and ((i.source_kind = 'warranty_bill' and i.source_id = any ($2::bigint[]))
            or (i.source_kind = 'repair_settlement' and i.source_id = any (array(select settlement_id from bill)))
            or (i.source_kind = 'repair_refund' and i.source_id = any (array(
              select t.id from repair_document t where t.group_id = $1 and t.kind = 'repair_refund' and t.settlement_id = any (array(select settlement_id from bill))))))
      ), held as (
        select i.id, n.is_open from open_item i join (select distinct id, is_open from item) n on n.id = i.id
        where i.group_id = $1 order by i.id for no key update of i
      )
      update open_item i set is_unconfirmed = held.is_open from held
      where i.group_id = $1 and i.id = held.id and i.is_unconfirmed <> held.is_open`,
    values: [tx.groupId, [...billIds], [...givenUp]],
  })
}

/** A claim says how far it is answered, and what was agreed to. Its row is held. */
export async function followClaim(tx: CallerTx, claim: { id: number; state: string }): Promise<void> {
  const sums = await tx.one<{ open: number; answered: number; confirmed: Decimal }>({
    name: 'answers-to-claim',
    text: `select count(*) filter (where b.confirmed_amount is null) as open, count(b.confirmed_amount) as answered,
        coalesce(sum(b.confirmed_amount), 0.00) as confirmed
      from claim_line k join repair_document b on b.group_id = k.group_id and b.id = k.bill_id
      where k.group_id = $1 and k.document_id = $2 and k.section = 'bills'`,
    values: [tx.groupId, claim.id],
  })
  if (!sums) throw new Error('a claim has no sums')
  const state = sums.answered === 0 ? 'sent' : sums.open > 0 ? 'answered' : 'done'
  tx.send({
    name: 'follow-claim',
    text: `update claim_document set state = $3, confirmed_amount = $4, version = version + 1 where group_id = $1 and id = $2`,
    values: [tx.groupId, claim.id, state, sums.confirmed],
  })
  tx.send({
    name: 'answers-of-claim-lines',
    text: `update claim_line k set confirmed_amount = coalesce(b.confirmed_amount, 0) from repair_document b
      where k.group_id = $1 and k.document_id = $2 and k.section = 'bills' and b.group_id = k.group_id and b.id = k.bill_id`,
    values: [tx.groupId, claim.id],
  })
  if (state === claim.state) return
  const moved = { fromState: claim.state, toState: state }
  await audit(tx, { entity: warrantyClaim.kind, entityId: claim.id, action: 'follow', ...moved })
}
