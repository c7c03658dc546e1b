// What verdicts make of bills, their lines and what is owed for them (business/three-guarantees 5.3).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { answeredState } from '@chepu/contract/warranty/verdict'
import type { BillState } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { type BillMove, moveBills } from '../bill/move'
import { confirmItems } from './billed'

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
  rejected: Decimal
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
    text: `select document_id as id, count(*) filter (where confirmed_amount is null) as open,
        coalesce(sum(greatest(net_amount - confirmed_amount, 0)), 0.00) as rejected, sum(confirmed_amount) as confirmed
      from repair_line where group_id = $1 and document_id = any ($2::bigint[]) group by document_id`,
    values: [tx.groupId, billIds],
  })
  await moveBills(tx, sums.map(moveOf), { from: answerable, ...how })
  await confirmItems(tx, billIds)
}

function moveOf({ id, open, rejected, confirmed }: BillSums): BillMove {
  if (open > 0 || confirmed === null) return { id, to: 'claimed', confirmedAmount: null, rejectedAmount: '0.00' }
  return { id, to: answeredState(rejected, confirmed), confirmedAmount: confirmed, rejectedAmount: rejected }
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
