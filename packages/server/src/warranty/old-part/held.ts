import { isHere, oldPartStates, type OldPartState } from '@chepu/contract/warranty/old-part'
import { type SqlBool, sql } from 'kysely'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { sendRows } from '../../kernel/document/rows'
import { repairScope } from '../../kernel/repair/scope'
import { standsFor } from '../bill/stands-for'

/** An old part whose row is held. */
export interface HeldPart {
  id: number
  tagNo: string
  state: OldPartState
  version: number
  billId: number
  billNo: string
  /** Who stands for the manufacturer today: he himself, or the one that he was merged into. */
  manufacturerId: number | null
  partId: number
  warehouseId: number | null
  locationId: number | null
}

/** Old parts `o` of bills `d` that the caller may see, of the organisation in which he works. */
export const ofCaller = ({ groupId, caller }: CallerTx) =>
  sql<SqlBool>`o.group_id = ${groupId} and o.org_id = ${caller.orgId} and ${repairScope(caller, 'warranty')}`

/**
 * Holds old parts in the order of their ids; answers them in the order asked for. `pathOf` names where each id stands.
 * @throws Failure invalid, naming those that are not the caller's
 */
export async function holdParts(
  tx: CallerTx,
  ids: readonly number[],
  pathOf: (i: number) => string = (i) => `ids.${i}`,
): Promise<HeldPart[]> {
  const rows =
    await tx.select<HeldPart>(sql`select o.id, o.tag_no, o.state, o.version, o.bill_id, d.bill_no, ${sql.raw(standsFor('d'))} as manufacturer_id, o.part_id,
      o.warehouse_id, o.location_id
    from old_part o join repair_document d on d.group_id = o.group_id and d.id = o.bill_id
    where ${ofCaller(tx)} and o.id = any (${[...new Set(ids)]}::bigint[]) and o.state <> 'dropped'
    order by o.id for no key update of o`)
  const known = new Map(rows.map((row) => [row.id, row]))
  const faults = ids.flatMap((id, i) =>
    known.has(id) ? [] : [fieldError(pathOf(i), `第${i + 1}件旧件不存在或无权查看`)],
  )
  if (faults.length > 0) invalid(faults)
  return ids.map((id) => known.get(id) as HeldPart)
}

/** Refuses what is not in the station, or lies in a box there. @throws Failure refusal naming the tag and where it is */
export function assertHere(parts: readonly HeldPart[], step: string): void {
  const gone = parts.find(({ state }) => !isHere(state))
  if (gone) refuse(`旧件 ${gone.tagNo} ${oldPartStates[gone.state]}，不能${step}`)
}

/** What a step of old parts says beside the state that they are in now. */
interface Step {
  doc?: { kind: string; id: number }
  place?: string
  reason?: string
}

/** Adds a step to each of the old parts, whose rows are held. */
export function noteSteps(tx: CallerTx, parts: readonly { id: number; state: OldPartState }[], step: Step): void {
  const { doc, place = '', reason = '' } = step
  sendRows(
    tx,
    'old_part_step',
    parts.map(({ id, state }) => ({
      groupId: tx.groupId,
      oldPartId: id,
      userId: tx.caller.userId,
      state,
      docKind: doc?.kind ?? null,
      docId: doc?.id ?? null,
      place,
      reason,
    })),
  )
}

/** Moves old parts, whose rows are held, into a state, with a step for each. */
export function moveParts(tx: CallerTx, ids: readonly number[], state: OldPartState, step: Step): void {
  if (ids.length === 0) return
  tx.send({
    name: 'move-old-parts',
    text: 'update old_part set state = $3, version = version + 1 where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [...ids], state],
  })
  noteSteps(
    tx,
    ids.map((id) => ({ id, state })),
    step,
  )
}
