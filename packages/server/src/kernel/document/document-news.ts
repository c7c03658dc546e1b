import { type ActionDef, type DocumentDef, type Side, sideOf } from '@chepu/contract/kernel/document'
import { type Override, overrideLabels } from '@chepu/contract/kernel/override'
import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import { isEntered, isOrder, stageOf } from '@chepu/contract/kernel/states'
import { type Caller, mayAct } from '../caller/caller'
import type { ScopedRow } from '../caller/scope'
import type { Database } from '../db/db'
import type { Tx } from '../db/tx'
import { notify, renameEvent, takeBack } from '../notify/notify'
import { own } from '../base/own'
import { holdersOf, type Standing } from '../caller/holders'
import type { LockedDocument } from './types'

/** Events 1 and 2 of business/notifications 4: what waits for an approval, and what the other side is asked for. */
const approval = 1
const asked = 2

/** An action that was taken, as those are told of it whom it concerns. */
export interface Step {
  doc: Pick<LockedDocument, 'id' | 'billNo' | 'state' | 'version'> & ScopedRow
  action: string
  reason: string
  /** What the document is now. */
  state: string
  version: number
  /** Who did it. */
  userId: number
  /** Rules hold it up no more; whoever was asked to let it pass is asked no more. */
  isPassed: boolean
}

/** Hears which group has something to tell, once that is committed. */
export const newsWakers = new WeakMap<Database, (groupId: number) => void>()

export const wakeNews = (db: Database, groupId: number): void => newsWakers.get(db)?.(groupId)

/** What may have to be told of an action. */
interface News {
  step: Step
  /** It concerns others, whoever was asked for anything before. */
  isCertain: boolean
  /** Requests that need nobody any more; while one of them is open, the step is told to take it back. */
  requests: string[]
}

/**
 * What concerns others of an action that was taken: who must approve a document and who entered it learn of it right after
 * the commit (`news-relay.ts`, ADR 0144). What a creator does himself concerns nobody as long as nobody was asked for anything.
 */
export function newsOf(
  { userId }: Caller,
  def: DocumentDef,
  doc: LockedDocument,
  done: Pick<Step, 'action' | 'reason' | 'state' | 'version'>,
): News {
  const { id, billNo, state, version, orgId, creatorId, handlerId, salespersonId, counterOrgId = null } = doc
  const places = { orgId, counterOrgId, toWarehouseId: doc.toWarehouseId ?? null, ...warehouseOf(doc) }
  const isPassed = mayBePassed(def) && isOpen(def, state) && !isOpen(def, done.state)
  const step: Step = {
    doc: { id, billNo, state, version, creatorId, handlerId, salespersonId, ...places },
    ...done,
    userId,
    isPassed,
  }
  const isCertain = waits(def, state) || waits(def, done.state) || outcomeOf(def, step) !== undefined
  return { step, isCertain, requests: isPassed ? requestsToPass(def, doc) : [] }
}

const warehouseOf = ({ warehouseId }: ScopedRow) => (warehouseId === undefined ? {} : { warehouseId })

/**
 * Tells who must approve a submitted document, and its creator how that ended; when it waits no more, the request leaves
 * all bells.
 */
export async function tellStep(tx: Tx, def: DocumentDef, step: Step): Promise<void> {
  const { doc, userId } = step
  const tell = (users: readonly number[], words: string, own?: { orgId: number; eventKey: string; msgType: number }) =>
    notify(tx, {
      users,
      kind: 'news',
      msgType: approval,
      message: `${def.title} ${doc.billNo} ${words}`,
      orgId: doc.orgId,
      params: { kind: def.kind, id: doc.id, no: doc.billNo },
      ...own,
    })
  if (waits(def, doc.state)) {
    const before = waitingEvent(def, doc.id, doc.version)
    // Whoever has not answered by now is not asked any more. A step on which the document waits on raises its version.
    if (waits(def, step.state)) renameEvent(tx, before, waitingEvent(def, doc.id, step.version))
    else takeBack(tx, [before])
  }
  if (step.isPassed) takeBack(tx, requestsToPass(def, doc))
  if (!waits(def, doc.state) && waits(def, step.state)) {
    const eventKey = waitingEvent(def, doc.id, step.version)
    for (const side of ['owner', 'counterparty'] as const) {
      const { orgId, users } = await approversOf(tx, def, doc, side)
      const others = users.filter((id) => id !== userId)
      tell(others, '待您审核', { orgId, eventKey, msgType: side === 'owner' ? approval : asked })
    }
  }
  const outcome = outcomeOf(def, step)
  if (outcome !== undefined) tell([doc.creatorId], outcome)
}

const waits = (def: DocumentDef, state: string): boolean => stageOf(def, state) === 'waiting'

/** What the creator learns of a step that another took: how the wait for it ended, if it did. */
function outcomeOf(def: DocumentDef, { doc, action: name, reason, state, userId }: Step): string | undefined {
  const action = own(def.actions, name)
  if (doc.creatorId === userId || !action || (!waits(def, doc.state) && waits(def, state))) return undefined
  if (leadsOn(def, action)) return `已${action.label}`
  return isRefused(def, doc.state, state, action) ? `被${action.label}：${reason}` : undefined
}

/** A submission that waits for approval, by the version that the document then has. */
const waitingEvent = (def: DocumentDef, id: number, version: number) => `waits ${def.kind} ${id} ${version}`

/** Leads a submitted document on, as 审核 and 确认 do. */
function leadsOn(def: DocumentDef, { from, to }: ActionDef): boolean {
  const stages = to.map((state) => stageOf(def, state))
  return (
    from.some((state) => stageOf(def, state) === 'waiting') &&
    !stages.includes('waiting') &&
    stages.some((stage) => stage === 'agreed' || stage === 'posted')
  )
}

/** Gives a document that waits for its next step back with a reason, as 驳回, 差异退回 and 缺货退回 do; 反审核 takes back what stood. */
const isRefused = (def: DocumentDef, from: string, to: string, { reason, from: all }: ActionDef): boolean =>
  reason === true &&
  isEntered(def, to) &&
  (stageOf(def, from) === 'waiting' || (!isOrder(def) && all.every((state) => stageOf(def, state) === 'agreed')))

/** Whether a document in this state is not approved yet, so that a rule may still hold it up. */
export const isOpen = (def: DocumentDef, state: string): boolean => ['entry', 'waiting'].includes(stageOf(def, state))

/** Whether rules hold up documents of the kind that somebody with the right may let pass. */
export const mayBePassed = (def: DocumentDef): boolean => Object.values(def.actions).some(({ passes }) => passes)

/** Key of a 请求放行 (business/notifications 4, event 8): of a rule, for the document as it then stood. */
export const requestToPass = (def: DocumentDef, override: Override, id: number, version: number): string =>
  `override:${override}:${def.kind}:${id}:${version}`

/** Every 请求放行 that there may be of a document: of each rule, in each version up to now. */
const requestsToPass = (def: DocumentDef, { id, version }: Step['doc']): string[] =>
  Object.keys(overrideLabels).flatMap((override) =>
    Array.from({ length: version }, (_, i) => requestToPass(def, override as Override, id, i + 1)),
  )

/** Users of a side who may lead the document on, by their flags too, and may see it (business/access 6, 9 rule 1), with their organisation. */
async function approversOf(
  tx: Tx,
  def: DocumentDef,
  doc: Step['doc'],
  side: Side,
): Promise<{ orgId: number; users: number[] }> {
  const place = standingOf(doc, side)
  const approvals = Object.values(def.actions).filter((action) => sideOf(action) === side && leadsOn(def, action))
  if (!place || approvals.length === 0) return { orgId: doc.orgId, users: [] }
  const buttons = approvals.flatMap(({ button, desk }) => [button, desk?.button ?? []].flat(2))
  const holders = await holdersOf(tx, def.area, place, buttons)
  const places = { warehouseId: place.warehouseId, toWarehouseId: place.warehouseId }
  const able = holders.filter((own) =>
    approvals.some((action) => mayAct(own, action) && !missingFlag(def, action, places, () => own.flags)),
  )
  return { orgId: place.orgId, users: able.map(({ userId }) => userId) }
}

/** Where the document stands for a side; the people on it are its owner's. */
function standingOf(doc: Step['doc'], side: Side): Standing | undefined {
  if (side === 'owner') return doc
  const { counterOrgId, toWarehouseId } = doc
  if (counterOrgId == null && toWarehouseId == null) return undefined
  return {
    orgId: counterOrgId ?? doc.orgId,
    warehouseId: toWarehouseId ?? null,
    creatorId: null,
    handlerId: null,
    salespersonId: null,
  }
}
