// The calls that every kind of document answers: the gate's and the log's are the same for all, the rest is the family's.
import { countedBy } from '@chepu/contract/kernel/document'
import type { AnyDocument, Effects, relatedDocument } from '@chepu/contract/kernel/document-calls'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { idParam, Route } from '@chepu/contract/kernel/route'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { forbidden, notFound } from '../base/errors'
import { own as ownOf } from '../base/own'
import { type Caller, mayPress } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { enqueueExport } from '../export/enqueue'
import { type ExportColumn, registerExport } from '../export/registry'
import type { Answer, AnyRoute, Bind, Input } from '../http/bind'
import { type DocumentKind, registerDocument, stateName } from './registry'
import { type ActionKind, assertMayFollow, isPreviewed, runAction, type Saved } from './run-action'
import type { LockedDocument } from './types'
import { countPrint, logOf, visible } from './view'

type ById = Route<typeof idParam, z.ZodType, z.ZodType, z.ZodType>
type AnyRoutes = AnyDocument['routes']
/** Calls whose bodies and answers are the same for all kinds, and those whose are the kind's own. */
type Routes = Pick<AnyRoutes, 'act' | 'preview' | 'log' | 'related'> & {
  read: ById
  save: Route<z.ZodType, z.ZodType, z.ZodType<WithAction>, z.ZodType<Shown, Shown>>
  print: ById
} & Record<'list' | 'totals' | 'export', AnyRoute>

/** What saving takes of every kind: the action that follows it, if any. */
interface WithAction {
  /** Of a document that was saved before. */
  id?: number | undefined
  action?: { name: string; reason?: string | undefined; input?: unknown } | undefined
}

/** What saving answers of every kind; with an action also the document. */
type Shown = Saved & { document?: unknown }

type Related = z.output<typeof relatedDocument>

type Filters<R extends Routes> = Input<R['totals']>['query']

/** What a family answers in its own way. */
interface Calls<R extends Routes, Doc> {
  list(tx: CallerTx, query: Input<R['list']>['query']): Answer<R['list']>
  totals(tx: CallerTx, query: Filters<R>): Answer<R['totals']>
  /** Every column that the list may show to the caller, so that none is missing from its sheet. */
  columns(caller: Caller): ExportColumn[]
  /** SELECT of the list's rows in words, without order. */
  rows(tx: CallerTx, query: Filters<R>): RawBuilder<object> | Promise<RawBuilder<object>>
  view(tx: CallerTx, id: number): Answer<R['read']>
  save(tx: CallerTx, body: unknown): Promise<Saved>
  /** Documents that one stands beside (关联单据). */
  related(tx: CallerTx, doc: Doc): Promise<Omit<Related, 'stateName'>[]>
  /** What an action would do to a document, and why it would be refused (ADR 0007). */
  preview(tx: CallerTx, doc: Doc, action: string): Promise<Effects>
}

/** A kind without actions is made and undone by another one: nobody saves its documents or acts on them (ADR 0153). */
const isEnteredByUsers = ({ actions }: AnyDocument): boolean => Object.keys(actions).length > 0

/** Makes a kind known to what works on documents of any family, and binds its calls. */
export function bindCalls<R extends Routes, Doc extends LockedDocument>(
  bind: Bind,
  routes: R,
  kind: ActionKind<Doc> & Omit<DocumentKind, 'family'>,
  own: Calls<R, Doc>,
): void {
  const { def, family } = kind
  registerDocument(kind)
  bind.reads<R['list']>(routes.list, (tx, { query }) => own.list(tx, query))
  bind.reads<R['totals']>(routes.totals, (tx, { query }) => own.totals(tx, query))
  bind.reads<R['read']>(routes.read, (tx, { params }) => own.view(tx, params.id))
  const { save, act, preview, log, related, print }: Routes = routes
  const shown = async (tx: CallerTx, saved: Shown) => ({ ...saved, document: await own.view(tx, saved.id) })
  if (isEnteredByUsers(def)) {
    bind(
      save,
      (tx, { body }) => saveAndAct(tx, kind, own.save, body),
      (tx, { body }, saved) => (body.action ? shown(tx, saved) : saved),
    )
    bind(
      act,
      (tx, { params, body }): Promise<Shown> => runAction(tx, kind, params.id, params.action, body),
      (tx, { body }, saved) => (body.document ? shown(tx, saved) : saved),
    )
  }
  if (isPreviewed(def))
    bind(preview, async (tx, { params }) => own.preview(tx, await visible(tx, family, def, params.id), params.action))
  bind(log, async (tx, { params: { id } }) => {
    const [log] = await Promise.all([logOf(tx, def, id), visible(tx, family, def, id)])
    return log
  })
  bind(related, async (tx, { params: { id } }) => {
    const rows = await own.related(tx, await visible(tx, family, def, id))
    return rows.map((row) => ({ ...row, stateName: stateName(row) }))
  })
  bind(print, async (tx, { params: { id } }) => {
    const printCount = await countPrint(tx, family, def, id)
    return { ...((await own.view(tx, id)) as object), printCount }
  })
  registerExport(def.kind, {
    title: def.title,
    columns: ({ caller }) => own.columns(caller),
    rows: async (tx, filters) => sql`${await own.rows(tx, filters as Filters<R>)} order by d.biz_date desc, d.id desc`,
    frame: async (tx, filters) => ({
      totals: (await own.totals(tx, filters as Filters<R>)) as Totals,
      countedBy: countedBy(def),
    }),
  })
  bind(routes.export, (tx, { body }) => enqueueExport(tx, def.kind, body as Parameters<typeof enqueueExport>[2]))
}

/**
 * Saves, and takes the action that comes with it as if it came by itself; a refusal of either leaves neither (ADR 0142). Who may not
 * take it, or asks for what is not done to a draft, is told before the document gets a number.
 */
export async function saveAndAct<Doc extends LockedDocument>(
  tx: CallerTx,
  kind: ActionKind<Doc>,
  save: (tx: CallerTx, typed: unknown) => Promise<Saved>,
  body: WithAction,
): Promise<Saved> {
  const { action } = body
  if (!action) return save(tx, body)
  if (!mayPress(tx.caller, kind.def.buttons.view)) forbidden(`您没有「${kind.def.title}：提交、审核等」的权限`)
  const def = ownOf(kind.def.actions, action.name) ?? notFound('操作')
  assertMayFollow(tx.caller, kind.def, def, { ...action, isNew: body.id === undefined })
  const { id, version } = await save(tx, body)
  return runAction(tx, kind, id, action.name, { ...action, version })
}
