import { type ActionDef, type DocumentDef, type Side, sideOf } from '@chepu/contract/kernel/document'
import { type Override, overrideLabels } from '@chepu/contract/kernel/override'
import { isEntered, isOrder, stageOf } from '@chepu/contract/kernel/states'
import { mayAct } from '../caller/caller'
import type { CallerTx } from '../db/db'
import { notify, renameEvent, takeBack } from '../notify/notify'
import { own } from '../base/own'
import { holdersOf, type Standing } from '../caller/holders'
import type { LockedDocument } from './types'

/** Event 1 of business/notifications 4. */
const approval = 1

/**
 * Tells who must approve a submitted document, and its creator how that ended; when it waits no more, the request leaves
 * all bells. What the creator does himself is told to nobody, so that his postings make no round trip more.
 */
export async function tellOfAction(
  tx: CallerTx,
  def: DocumentDef,
  doc: LockedDocument,
  done: { action: string; reason: string; state: string; version: number },
): Promise<void> {
  const { userId } = tx.caller
  const tell = (users: readonly number[], words: string, asked?: { orgId: number; eventKey: string }) =>
    notify(tx, {
      users,
      kind: 'news',
      msgType: approval,
      message: `${def.title} ${doc.billNo} ${words}`,
      orgId: doc.orgId,
      params: { kind: def.kind, id: doc.id, no: doc.billNo },
      ...asked,
    })
  const action = own(def.actions, done.action)
  const waits = (state: string) => stageOf(def, state) === 'waiting'
  if (waits(doc.state)) {
    const asked = waitingEvent(def, doc.id, doc.version)
    // Whoever has not answered by now is not asked any more. A step on which the document waits on raises its version.
    if (waits(done.state)) renameEvent(tx, asked, waitingEvent(def, doc.id, done.version))
    else takeBack(tx, [asked])
  }
  if (mayBePassed(def) && isOpen(def, doc.state) && !isOpen(def, done.state)) takeBack(tx, requestsToPass(def, doc))
  if (!waits(doc.state) && waits(done.state)) {
    const eventKey = waitingEvent(def, doc.id, done.version)
    for (const side of ['owner', 'counterparty'] as const) {
      const { orgId, users } = await approversOf(tx, def, doc, side)
      const others = users.filter((id) => id !== userId)
      tell(others, '待您审核', { orgId, eventKey })
    }
  } else if (doc.creatorId !== userId && action) {
    if (leadsOn(def, action)) tell([doc.creatorId], `已${action.label}`)
    if (isRefused(def, doc.state, done.state, action)) tell([doc.creatorId], `被${action.label}：${done.reason}`)
  }
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
const requestsToPass = (def: DocumentDef, { id, version }: LockedDocument): string[] =>
  Object.keys(overrideLabels).flatMap((override) =>
    Array.from({ length: version }, (_, i) => requestToPass(def, override as Override, id, i + 1)),
  )

/** Users of a side who may lead the document on, and may see it (business/access 9 rule 1), with their organisation. */
async function approversOf(
  tx: CallerTx,
  def: DocumentDef,
  doc: LockedDocument,
  side: Side,
): Promise<{ orgId: number; users: number[] }> {
  const place = standingOf(doc, side)
  const approvals = Object.values(def.actions).filter((action) => sideOf(action) === side && leadsOn(def, action))
  if (!place || approvals.length === 0) return { orgId: doc.orgId, users: [] }
  const buttons = approvals.flatMap(({ button, desk }) => [button, desk?.button ?? []].flat(2))
  const holders = await holdersOf(tx, def.area, place, buttons)
  const able = holders.filter((own) => approvals.some((action) => mayAct(own, action)))
  return { orgId: place.orgId, users: able.map(({ userId }) => userId) }
}

/** Where the document stands for a side; the people on it are its owner's. */
function standingOf(doc: LockedDocument, side: Side): Standing | undefined {
  if (side === 'owner') return doc
  const { counterOrgId, toWarehouseId } = doc
  if (counterOrgId == null) return undefined
  return {
    orgId: counterOrgId,
    warehouseId: toWarehouseId ?? null,
    creatorId: null,
    handlerId: null,
    salespersonId: null,
  }
}
