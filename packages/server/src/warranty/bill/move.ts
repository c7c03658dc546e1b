import type { Decimal } from '@chepu/contract/kernel/decimal'
import { stateLabel } from '@chepu/contract/kernel/states'
import { type BillState, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { refuse } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'

/** Where a bill is led, and what of its money is known then, in yuan with tax; what is not said stays. */
export interface BillMove {
  id: number
  to: BillState
  confirmedAmount?: Decimal | null
  rejectedAmount?: Decimal
  settledAmount?: Decimal
}

interface HeldBill {
  id: number
  billNo: string
  state: BillState
  confirmedAmount: Decimal | null
  rejectedAmount: Decimal
  settledAmount: Decimal
}

/**
 * Leads bills of the caller's organisation to where a claim, a verdict or a settlement leads them, with version and log (business/three-guarantees 3.2). Holds
 * them by id; `what` is said of a bill that is elsewhere, for example 申报. Three statements, whatever their number.
 * @throws Failure refusal when one of them is in no state of `from`, or is a red one
 */
export async function moveBills(
  tx: CallerTx,
  moves: readonly BillMove[],
  { from, action, what, reason }: { from: readonly BillState[]; action: string; what: string; reason?: string },
): Promise<void> {
  if (moves.length === 0) return
  const held = new Map((await holdBills(tx, moves)).map((bill) => [bill.id, bill]))
  const moved = moves.map((move) => {
    const bill = held.get(move.id) ?? refuse('三包单不存在')
    if (!from.includes(bill.state))
      refuse(`三包单 ${bill.billNo} 当前为「${stateLabel(warrantyBill, bill.state)}」，不能${what}`)
    return { ...bill, ...move, was: bill.state }
  })
  tx.send({
    name: 'move-warranty-bills',
    text: `update repair_document d set state = n.state, version = d.version + 1, confirmed_amount = n.confirmed, rejected_amount = n.rejected,
        settled_amount = n.settled
      from unnest($2::bigint[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[]) as n (id, state, confirmed, rejected, settled)
      where d.group_id = $1 and d.id = n.id`,
    values: [
      tx.groupId,
      moved.map(({ id }) => id),
      moved.map(({ to }) => to),
      moved.map(({ confirmedAmount }) => confirmedAmount),
      moved.map(({ rejectedAmount }) => rejectedAmount),
      moved.map(({ settledAmount }) => settledAmount),
    ],
  })
  const log = { entity: warrantyBill.kind, action, reason }
  await audit(tx, ...moved.map(({ id, was, to }) => ({ ...log, entityId: id, fromState: was, toState: to })))
}

const holdBills = (tx: CallerTx, moves: readonly BillMove[]): Promise<HeldBill[]> =>
  tx.query<HeldBill>({
    name: 'hold-warranty-bills',
    text: `select id, bill_no, state, confirmed_amount, rejected_amount, settled_amount from repair_document
      where group_id = $1 and org_id = $2 and kind = '${warrantyBill.kind}' and not is_red and id = any ($3::bigint[]) order by id for no key update`,
    values: [tx.groupId, tx.caller.orgId, moves.map(({ id }) => id)],
  })
