import type { ActionDef, DocumentDef, Stamp } from '@chepu/contract/kernel/document'
import { missingDesk, needsSubmit, sideOrg } from '@chepu/contract/kernel/document'
import { firstState, isEntered, isPosted, isSaved, stageOf, stateLabel } from '@chepu/contract/kernel/states'
import { missingFlag, type Places } from '@chepu/contract/kernel/warehouse-flags'
import { ownStaleMessage, staleMessage } from '@chepu/contract/kernel/errors'
import { lastChange } from '../db/audit'
import { type Caller, flagsOf, mayAct, mayPress } from '../caller/caller'
import { snake } from '../db/names'
import { nameOf, type Value } from '../db/statement'
import type { CallerTx } from '../db/tx'
import { checkingInput } from '../http/references'
import { newsOf, wakeNews } from './document-news'
import { Failure, fieldError, forbidden, invalid, notFound, refuse, stale } from '../base/errors'
import { own } from '../base/own'
import { assertOwn, inScope } from '../caller/scope'
import { assertNotMade } from './made'
import type { Family, LockedDocument } from './types'
import { assertFlags } from './warehouse-flags'

interface ActionCall<Doc> {
  action: string
  reason: string
  input: unknown
  /** Writes columns of the header together with its new state, by the names of their fields. */
  note(columns: Partial<Doc>): void
  /** What the log keeps besides what the action took: what was found out where nothing was said. */
  log(more: object): void
}

/**
 * What an action of a kind does; answers the state that the document is in now. A method, so that handlers which know the states of
 * their kind stand where those of any kind are taken: the gate hands them documents in states of the action alone.
 */
export type ActionHandler<Doc, States extends string = string> = {
  take(tx: CallerTx, doc: Doc, call: ActionCall<Doc>): Promise<States>
}['take']

/** Columns of a header by the names of their fields. */
type Columns = Record<string, Value>

/** A kind of document as the gate sees it. */
export interface ActionKind<Doc extends LockedDocument> {
  def: DocumentDef
  family: Family<Doc>
  /** Refuses what may wait in a draft and nowhere else. */
  assertComplete?(doc: Doc): void
  /** Whether a step that state and rights allow may come to anything of the document; without it, every one. */
  isOffered?(doc: Doc, action: string): boolean
  actions: Record<string, ActionHandler<Doc>>
}

interface ActionRequest {
  version: number
  reason?: string | undefined
  input?: unknown
}

/** A header as it was written. */
export interface Written {
  id: number
  billNo: string
  version: number
  state: string
}

/** What saving and every action answer. */
export interface Saved extends Written {
  can: string[]
}

/**
 * The single gate for a change of state (ARCHITECTURE, One posting): right, lock, scope, version, state, reason; then the kind's own
 * action; then state, audit. All in the caller's transaction, so a refusal leaves nothing behind.
 */
export async function runAction<Doc extends LockedDocument>(
  tx: CallerTx,
  kind: ActionKind<Doc>,
  id: number,
  action: string,
  request: ActionRequest,
): Promise<Saved> {
  const def = own(kind.def.actions, action)
  const handler = own(kind.actions, action)
  if (!def || !handler) notFound('操作')
  assertMayAct(tx.caller, kind.def, def)
  const doc = await kind.family.lock(tx, kind.def.kind, id)
  if (!doc || !inScope(tx.caller, kind.def.area, doc)) notFound('单据')
  assertOwnOrg(tx.caller, doc, def)
  await assertFlags(tx, kind.def, def, doc)
  await assertNotMade(tx, doc)
  await assertLatest(tx, kind.def, doc, request.version)
  assertAllowed(tx.caller, kind.def, doc, action, def)
  if (isEntered(kind.def, doc.state) && !isGivingUp(kind.def, def)) kind.assertComplete?.(doc)
  const reason = reasonOf(def, request)
  const input = parseInput(def, request.input)
  const noted: Columns = {}
  const more = {}
  const state = await checkingInput(tx, def.input, input, () =>
    handler(tx, doc, {
      action,
      reason,
      input,
      note: (columns) => Object.assign(noted, columns),
      log: (found) => Object.assign(more, found),
    }),
  )
  if (!def.to.includes(state)) throw new Error(`${kind.def.kind}.${action} led to ${state}`)
  const written = { id: doc.id, billNo: doc.billNo, version: doc.version + 1, state }
  writeState(tx, kind, doc, written, { action, def, reason, detail: withMore(input, more), noted })
  return { ...written, can: offeredActions(tx.caller, kind, { ...doc, ...noted, state }) }
}

const withMore = (input: unknown, more: object): unknown =>
  Object.keys(more).length === 0 ? input : { ...(input as object | undefined), ...more }

/** Why it is done, in the words of who does it; refuses an action that must say it and does not. */
function reasonOf(def: ActionDef, { reason = '' }: Pick<ActionRequest, 'reason'>): string {
  const said = reason.trim()
  if (def.reason && !said) invalid([{ path: 'reason', message: `请填写${def.label}原因` }])
  return said
}

/**
 * Refuses an action that is to follow a save and could not, before a new document draws its number: right, state, 提交 before 审核, reason.
 * @throws Failure forbidden, refusal or invalid input
 */
export function assertMayFollow(
  caller: Caller,
  def: DocumentDef,
  action: ActionDef,
  request: { reason?: string | undefined; isNew: boolean },
): void {
  assertMayAct(caller, def, action)
  const first = firstState(def)
  if (!action.from.some((state) => (request.isNew ? isEntered(def, state) : isSaved(def, state))))
    refuse(`单据当前为「${stateLabel(def, first)}」，不能${action.label}`)
  if (request.isNew && needsSubmit(def, action, first, caller.org.config))
    refuse(`${def.title}${stepMissing(caller, action.label)}`)
  reasonOf(action, request)
}

/** Whether all that an action leads to is the end of a document that came to nothing. */
const isGivingUp = (def: DocumentDef, { to }: ActionDef): boolean =>
  to.every((state) => stageOf(def, state) === 'voided')

/** Whether some action of a kind shows its effects before it is confirmed. */
export const isPreviewed = (def: DocumentDef): boolean => Object.values(def.actions).some(({ preview }) => preview)

/**
 * Why an action that is previewed will be refused, if it will be: found by taking it as the gate would and rolling back. `look` reads
 * what it did meanwhile.
 * @throws Failure notFound, when the kind has no such action or it has no preview
 */
export async function tryAction<Doc extends LockedDocument>(
  tx: CallerTx,
  kind: Pick<ActionKind<Doc>, 'def' | 'actions'>,
  doc: Doc,
  action: string,
  look: () => Promise<void> = async () => {},
): Promise<string[]> {
  const def = own(kind.def.actions, action)
  const handler = own(kind.actions, action)
  if (!def?.preview || !handler) notFound('操作')
  await tx.query({ text: 'savepoint preview' })
  try {
    assertMayAct(tx.caller, kind.def, def)
    assertOwnOrg(tx.caller, doc, def)
    await assertFlags(tx, kind.def, def, doc)
    await assertNotMade(tx, doc)
    assertAllowed(tx.caller, kind.def, doc, action, def)
    await handler(tx, doc, { action, reason: '预览', input: undefined, note: () => undefined, log: () => undefined })
    await look()
    return []
  } catch (error) {
    if (error instanceof Failure) return [error.message]
    throw error
  } finally {
    await tx.query({ text: 'rollback to savepoint preview' })
  }
}

/** Refuses a document that was changed since `version` was read (business/lists 2.5). Only drafts change by nothing but their users. */
export async function assertLatest(
  tx: CallerTx,
  def: DocumentDef,
  doc: LockedDocument,
  version: number | undefined,
): Promise<void> {
  if (doc.version === version) return
  const last = isEntered(def, doc.state) ? await lastChange(tx, def.kind, doc.id) : undefined
  stale(last?.userId === tx.caller.userId ? ownStaleMessage : staleMessage)
}

function assertOwnOrg(caller: Caller, doc: LockedDocument, action: ActionDef): void {
  if (sideOrg(doc, action) === caller.orgId) return
  const isOfDocument = doc.orgId === caller.orgId || doc.counterOrgId === caller.orgId
  if (isOfDocument) forbidden(`「${action.label}」由对方企业操作`)
  assertOwn(caller, doc)
}

/** Refuses who lacks the button of an action, or that of the desk which takes it. */
function assertMayAct(caller: Caller, def: DocumentDef, action: ActionDef): void {
  const has = (button: number | readonly number[]) => mayPress(caller, button)
  if (!has(action.button)) forbidden(`您没有${def.title}「${action.label}」的权限`)
  const desk = missingDesk(action, caller.org.config, has)
  if (desk) forbidden(desk.refusal)
}

function assertAllowed(
  caller: Caller,
  def: DocumentDef,
  doc: LockedDocument,
  action: string,
  actionDef: ActionDef,
): void {
  if (isFixed(doc, action)) refuse(`单据 ${doc.billNo} 是红冲单据，不能再${actionDef.label}，请另开新单`)
  if (!actionDef.from.includes(doc.state)) {
    refuse(`单据 ${doc.billNo} 当前为「${stateLabel(def, doc.state)}」，不能${actionDef.label}`)
  }
  if (isOwnWork(caller, doc, actionDef)) refuse(`您参与了${def.title} ${doc.billNo} 的录入，请由他人${actionDef.label}`)
  if (!isOpenTo(caller, def, doc, actionDef)) refuse(`${def.title}${stepMissing(caller, actionDef.label)}`)
}

/** What has to happen before a document that waits for its approval. */
export const stepMissing = (caller: Caller, label: string): string =>
  caller.org.config.selfApprove ? `需先提交，再${label}` : `需先提交，再由他人${label}`

/** A red document only stands beside its blue one: it is printed, and never undone (business/documents 1.6). */
const isFixed = (doc: Actable, action: string): boolean => doc.isRed && action !== 'print'

/** An approval that nobody gives to what he has worked on himself. */
const isOwnWork = ({ userId }: Caller, { workerIds = [] }: Actable, { byAnother }: ActionDef): boolean =>
  byAnother === true && workerIds.includes(userId)

/** 提交 before 审核, and two pairs of eyes (business/documents 1.4). */
function isOpenTo(caller: Caller, def: DocumentDef, doc: Actable, action: ActionDef): boolean {
  const { config } = caller.org
  if (needsSubmit(def, action, doc.state, config)) return false
  return !action.isApproval || config.selfApprove || doc.creatorId !== caller.userId || isEntered(def, doc.state)
}

/** What an action's openness depends on. */
type Actable = Pick<
  LockedDocument,
  'orgId' | 'counterOrgId' | 'creatorId' | 'state' | 'isRed' | 'madeBy' | 'workerIds'
> &
  Places

/** Actions the caller may take on the document now; the web draws its buttons from them. */
export function allowedActions(caller: Caller, def: DocumentDef, doc: Actable): string[] {
  if (doc.madeBy != null) return []
  return Object.entries(def.actions)
    .filter(
      ([name, action]) =>
        sideOrg(doc, action) === caller.orgId &&
        action.from.includes(doc.state) &&
        mayAct(caller, action) &&
        !missingFlag(def, action, doc, flagsOf(caller)) &&
        !isFixed(doc, name) &&
        !isOwnWork(caller, doc, action) &&
        isOpenTo(caller, def, doc, action),
    )
    .map(([name]) => name)
}

/** Those of them that the kind offers of such a document: what a step answers and what a view shows are one. */
export const offeredActions = <Doc extends LockedDocument>(
  caller: Caller,
  { def, isOffered }: Pick<ActionKind<Doc>, 'def' | 'isOffered'>,
  doc: Doc,
): string[] => allowedActions(caller, def, doc).filter((action) => isOffered?.(doc, action) ?? true)

/** What saving answers of the draft that was written at these warehouses: of a new one, or of one that stood there `before`. */
export function savedDraft(
  caller: Caller,
  def: DocumentDef,
  written: Written,
  before: LockedDocument | undefined,
  { warehouseId, toWarehouseId }: Places = {},
): Saved {
  const draft = before ?? { orgId: caller.orgId, creatorId: caller.userId, isRed: false }
  const places = { warehouseId, toWarehouseId }
  return { ...written, can: allowedActions(caller, def, { ...draft, ...places, state: written.state }) }
}

/** What the action takes; who sends it to one that takes nothing means something by it, and is told that it would be lost. */
function parseInput(def: ActionDef, input: unknown): unknown {
  if (!def.input) return input === undefined ? undefined : invalid([fieldError('input', `${def.label}不接受 input`)])
  const parsed = def.input.safeParse(input)
  if (parsed.success) return parsed.data
  return invalid(
    parsed.error.issues.map((issue) => ({ path: ['input', ...issue.path].join('.'), message: issue.message })),
  )
}

/** Who did it, as columns of the header. */
const stamps: Record<Stamp | 'posted', string> = {
  submitted: ', submitter_id = $6, submitted_at = now()',
  approved: ', approver_id = $6, approved_at = now()',
  posted: `, approver_id = coalesce(approver_id, $6), approved_at = least(approved_at, now()), poster_id = $6, posted_at = now()`,
  cleared: `, submitter_id = null, submitted_at = null, approver_id = null, approved_at = null, poster_id = null, posted_at = null`,
}

/** What a change of state notes on the header: who brings a document into the books posts it, whatever the action is called. */
const stampOf = (def: DocumentDef, action: ActionDef, from: string, to: string): Stamp | 'posted' | undefined =>
  isPosted(def, to) && !isPosted(def, from) ? 'posted' : action.stamp

/**
 * Writes the new state and what the action noted, the audit row and what others are to be told in one statement, without waiting: the header is locked, so that what
 * is written is known before it is. Should its version have moved all the same, by a fault of ours, the division fails and nothing is kept.
 */
function writeState(
  tx: CallerTx,
  { def, family: { table } }: Pick<ActionKind<LockedDocument>, 'family' | 'def'>,
  doc: LockedDocument,
  { state, version }: Written,
  call: { action: string; def: ActionDef; reason: string; detail: unknown; noted: Columns },
): void {
  const stamp = stampOf(def, call.def, doc.state, state)
  // A revision begins when a document that had been approved is entered again.
  const isRevised = !isEntered(def, doc.state) && stageOf(def, doc.state) !== 'waiting' && isEntered(def, state)
  const { caller } = tx
  const noted = Object.keys(call.noted).map(snake)
  const news = newsOf(tx.caller, def, doc, { action: call.action, reason: call.reason, state, version })
  const text = `with document as (
        update ${table} set state = $3, version = version + 1, revision = revision + $4 ${stamp ? stamps[stamp] : ''}
          ${noted.map((column, i) => `, ${column} = $${i + 19}`).join('')}
        where group_id = $1 and id = $2 and version = $5 returning id
      ), log as (
        insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, reason, detail, device_id, ip, request_id)
        select $1, $7, $6::bigint, $8, id, $9, $10, $3, $11, $12::jsonb, $13, $14, $15 from document returning id
      ), told as (
        insert into told_later (group_id, kind, step) select $1, $8, $16::jsonb from document where $17 or exists (
          select from notification where group_id = $1 and event_key = any ($18::text[]) and cleared_at is null
        ) returning id
      )
      select 1 / (select count(*) from log), exists (select from told) as is_told`
  const values = [
    tx.groupId,
    doc.id,
    state,
    isRevised ? 1 : 0,
    doc.version,
    caller.userId,
    caller.orgId,
    def.kind,
    call.action,
    doc.state,
    call.reason,
    call.detail === undefined ? null : JSON.stringify(call.detail),
    caller.deviceId,
    caller.ip,
    caller.requestId,
    JSON.stringify(news.step),
    news.isCertain,
    news.requests,
    ...Object.values(call.noted),
  ]
  tx.send<{ isTold: boolean }>({ name: nameOf(text), text, values }, ([row]) => {
    if (row?.isTold) tx.afterCommit(() => wakeNews(tx.db, tx.groupId))
  })
}
