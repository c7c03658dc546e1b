import type { ActionDef, DocumentDef, State } from '@chepu/contract/kernel/document'
import { mayAct } from './caller'
import type { CallerTx } from './db'
import { notify, renameEvent, takeBack, usersWith } from './notify'
import { own } from './own'
import { loadRights } from './rights'
import type { LockedDocument } from './run-action'
import { inScope } from './scope'

/** Event 1 of DOMAIN 11.3. */
const approval = 1

/**
 * Tells who must approve a submitted document, and its creator how that ended; when it waits no more, the request leaves
 * all bells. What the creator does himself is told to nobody, so that his postings make no round trip more.
 */
export async function tellOfAction(
  tx: CallerTx,
  def: DocumentDef,
  doc: LockedDocument,
  done: { action: string; reason: string; state: State; version: number },
): Promise<void> {
  const { userId } = tx.caller
  const tell = (users: readonly number[], words: string, eventKey?: string) =>
    notify(tx, {
      users,
      kind: 'news',
      msgType: approval,
      message: `${def.title} ${doc.billNo} ${words}`,
      orgId: doc.orgId,
      params: { kind: def.kind, id: doc.id, no: doc.billNo },
      ...(eventKey && { eventKey }),
    })
  const action = own(def.actions, done.action)
  if (doc.state === 'submitted') {
    const asked = waitingEvent(def, doc.id, doc.version)
    // Whoever has not answered by now is not asked any more. A step on which the document waits on raises its version.
    if (done.state === 'submitted') renameEvent(tx, asked, waitingEvent(def, doc.id, done.version))
    else takeBack(tx, asked)
  }
  if (doc.state !== 'submitted' && done.state === 'submitted') {
    const approvers = await approversOf(tx, def, doc)
    const others = approvers.filter((id) => id !== userId)
    tell(others, '待您审核', waitingEvent(def, doc.id, done.version))
  } else if (doc.creatorId !== userId && action) {
    if (isApproval(action)) tell([doc.creatorId], `已${action.label}`)
    if (done.action === 'reject') tell([doc.creatorId], `被驳回：${done.reason}`)
  }
}

/** A submission that waits for approval, by the version that the document then has. */
const waitingEvent = (def: DocumentDef, id: number, version: number) => `waits ${def.kind} ${id} ${version}`

/** Leads a submitted document on, as 审核 and 确认 do. */
const isApproval = ({ from, to }: ActionDef) =>
  from.includes('submitted') && !to.includes('submitted') && (to.includes('approved') || to.includes('done'))

/** Users who may lead the document on, and may see it (DOMAIN 10.5a rule 1). */
async function approversOf(tx: CallerTx, def: DocumentDef, doc: LockedDocument): Promise<number[]> {
  const approvals = Object.values(def.actions).filter(isApproval)
  const buttons = new Set(approvals.flatMap((action) => action.button))
  const holders = new Set((await Promise.all([...buttons].map((id) => usersWith(tx, doc.orgId, id)))).flat())
  const rights = await Promise.all([...holders].map((id) => loadRights(tx, id, doc.orgId)))
  return rights.flatMap((own) => {
    if (own === null || !approvals.some((action) => mayAct(own, action))) return []
    return inScope({ ...own, deviceId: '', ip: '', requestId: '' }, def.area, doc) ? [own.userId] : []
  })
}
