// What people do with documents at a desk, the same for every kind: the routes of the kind say what a body is.
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import { countedStates, firstState, stageOf } from '@chepu/contract/kernel/states'
import { documentKinds } from '../src/kernel/document/registry'
import type { Answer, AnyRoute, Client } from './stage'
import type { Shop } from './shop'

/** The calls of a document by which it is written and moved on. */
export interface DeskRoutes {
  save: AnyRoute
  act: AnyRoute
}

/** A document as its last change left it. */
export interface Saved {
  id: number
  billNo: string
  version: number
  state: string
}
export type Known = Pick<Saved, 'id' | 'version'>

/** What an action takes besides the document. */
export interface Words {
  reason?: string | undefined
  input?: unknown
  idempotencyKey?: string
}

/** Saves a new document, or the one that the body names, and answers whatever came. */
export const trySave = <R extends DeskRoutes>(
  client: Client,
  { save: route }: R,
  body: BodyOf<R['save']>,
  idempotencyKey?: string,
) =>
  client.ask(route, { body, ...(idempotencyKey && { idempotencyKey }) }) as Promise<Answer<Saved & DataOf<R['save']>>>

/** Saves a new document, or the one that the body names; fails loudly on a refusal. */
export const save = async <R extends DeskRoutes>(
  client: Client,
  routes: R,
  body: BodyOf<R['save']>,
): Promise<Saved & DataOf<R['save']>> => granted(routes.save, await trySave(client, routes, body))

/** Acts on a saved document and answers whatever came; an action that asks for a reason gets one. */
export const tryAct = <R extends DeskRoutes>(
  client: Client,
  { act: route }: R,
  { id, version }: Known,
  action: string,
  { reason = '测试', input, idempotencyKey }: Words = {},
) =>
  client.ask(route, {
    params: { id, action },
    body: { version, reason, input },
    ...(idempotencyKey && { idempotencyKey }),
  } as never) as Promise<Answer<Saved & DataOf<R['act']>>>

/** Acts on a saved document; fails loudly on a refusal. */
export const act = async <R extends DeskRoutes>(
  client: Client,
  routes: R,
  saved: Known,
  action: string,
  words: Words = {},
): Promise<Saved & DataOf<R['act']>> => granted(routes.act, await tryAct(client, routes, saved, action, words))

/** Saves a document and approves it; fails loudly on a refusal. */
export const post = async <R extends DeskRoutes>(client: Client, routes: R, body: BodyOf<R['save']>): Promise<Saved> =>
  act(client, routes, await save(client, routes, body), 'approve')

/** 反审核. */
export const undo = (client: Client, routes: DeskRoutes, saved: Known): Promise<Saved> =>
  act(client, routes, saved, 'unapprove')

/** 红冲. */
export const reverse = (client: Client, routes: DeskRoutes, saved: Known): Promise<Saved> =>
  act(client, routes, saved, 'reverse')

/** Takes a document of any kind out of the books and voids it, as far as the kind has steps for that. */
export async function takeBack(client: Client, def: AnyDocument, saved: Saved): Promise<void> {
  const { routes, actions } = def
  const stage = stageOf(def, saved.state)
  const counts = stage === 'agreed' || stage === 'posted'
  if (counts && !actions['unapprove'] && actions['reverse']) return void (await reverse(client, routes, saved))
  const back = ['unapprove', 'undo', 'withdraw'].find((name) => actions[name]?.from.includes(saved.state))
  const last = counts && back ? await act(client, routes, saved, back) : saved
  if (actions['void'] && saved.state !== 'voided') await act(client, routes, last, 'void')
}

/**
 * Moves a draft of any kind on until it counts, by way of 提交 where a draft cannot be approved, and 发货 where that moves the goods; of a
 * kind without approval by the step that makes it count.
 */
export async function approve(
  client: Client,
  def: AnyDocument,
  draft: Known,
  inputs: Readonly<Record<string, unknown>> = {},
): Promise<Saved> {
  const { routes } = def
  if (!def.actions['approve']) {
    const [name] = stepsTo(def, firstState(def))
    return act(client, routes, draft, name as string, { input: inputs[name as string] })
  }
  const isWaiting = !def.actions['approve']?.from.includes('draft')
  const approved = await act(client, routes, isWaiting ? await act(client, routes, draft, 'submit') : draft, 'approve')
  if (countedStates(def).includes(approved.state)) return approved
  return act(client, routes, approved, stepsTo(def, approved.state)[0] ?? 'approve')
}

/** Actions that make a document in this state count. */
function stepsTo(def: AnyDocument, from: string): string[] {
  const counted = countedStates(def)
  return Object.entries(def.actions)
    .filter(([, action]) => action.from.includes(from) && action.to.every((state) => counted.includes(state)))
    .map(([name]) => name)
}

/** Every kind of document that the program of the shop has bound. */
export function kindsOf(shop: Pick<Shop, 'app'>) {
  const bound = new Set(shop.app.routes.map(({ path }) => path))
  return documentKinds().filter(({ def }) => bound.has(def.routes.act.path))
}

function granted<Data>(route: AnyRoute, answer: Answer<Data>): Data {
  if (answer.status === 200) return answer.data
  const errors = JSON.stringify(answer.errors ?? '')
  throw new Error(`${route.method} ${route.path}: ${answer.status} ${answer.msg} ${errors}`)
}
