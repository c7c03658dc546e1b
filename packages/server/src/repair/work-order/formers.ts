// What an order was made of: it executes the appointment, and turns the reception into itself (business/repair 4.6).
import { stageOf, stateLabel } from '@chepu/contract/kernel/states'
import { reception } from '@chepu/contract/repair/reception'
import { bookedStates, reservation } from '@chepu/contract/repair/reservation'
import { invalid, refuse } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairDocument } from '../../kernel/repair/types'
import { holdPlanned } from '../reservation/parts'

type Former = 'reservation' | 'reception'

/** What an appointment is once an order is made of it, and a reception. */
const becomes = (kind: string) =>
  kind === reservation.kind
    ? ({ def: reservation, to: 'done' } as const)
    : ({ def: reception, to: 'converted' } as const)

/** Writes that a locked document became an order, with version and log. */
export async function executeFormer(tx: CallerTx, { kind, id, state }: RepairDocument): Promise<void> {
  const { to } = becomes(kind)
  tx.send({
    name: 'execute-former',
    text: 'update repair_document set state = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id, to],
  })
  await audit(tx, { entity: kind, entityId: id, action: 'order', fromState: state, toState: to })
}

/** The car left unrepaired: its locked appointment is cancelled, and what was held for it goes to who waits (business/arrivals 2.1). */
export async function giveUpFormer(tx: CallerTx, doc: RepairDocument, reason: string): Promise<void> {
  const { kind, id, state } = doc
  const to = 'cancelled'
  tx.send({
    name: 'give-up-former',
    text: 'update repair_document set state = $3, reason = $4, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id, to, reason],
  })
  await audit(tx, { entity: kind, entityId: id, action: 'leave', fromState: state, toState: to, reason })
  await holdPlanned(tx, { ...doc, state: to })
}

/**
 * Executes what a new order was made of by its editor, in the order of their ids. Refuses what somebody else has made an order of, what came to
 * nothing, and what is of another car, naming it.
 */
export async function takeFormers(
  tx: CallerTx,
  {
    receptionId,
    reservationId,
    vehicleId,
  }: { receptionId?: number | null; reservationId?: number | null; vehicleId: number | null },
): Promise<void> {
  const named = [
    { kind: 'reservation' as const, id: reservationId },
    { kind: 'reception' as const, id: receptionId },
  ].filter((former): former is { kind: Former; id: number } => typeof former.id === 'number')
  const taken: RepairDocument[] = []
  for (const { kind, id } of named.toSorted((a, b) => a.id - b.id)) {
    const doc = await repairDocuments.lock(tx, kind, id)
    if (doc) taken.push(doc)
  }
  // The car of an appointment may have been corrected when it was taken in.
  const cameBy = taken.find(({ kind }) => kind === reception.kind)?.reservationId ?? null
  for (const doc of taken) {
    const kind = doc.kind as Former
    assertOpen(doc)
    const { def } = becomes(kind)
    if (doc.id !== cameBy && doc.vehicleId !== null && doc.vehicleId !== vehicleId)
      invalid([{ path: `header.${kind}Id`, message: `${def.title} ${doc.billNo} 不是这辆车的` }])
    await executeFormer(tx, doc)
    // Nobody has agreed to an estimate yet; what was held for it goes to who waits (business/arrivals 1.7).
    if (kind === 'reservation') await holdPlanned(tx, { ...doc, state: 'done' })
  }
}

function assertOpen({ kind, billNo, state }: RepairDocument): void {
  const { def } = becomes(kind)
  const isOpen = kind === 'reservation' ? bookedStates.some((each) => each === state) : stageOf(def, state) === 'entry'
  if (!isOpen) refuse(`${def.title} ${billNo} ${stateLabel(def, state)}，不能再引用开单`)
}
