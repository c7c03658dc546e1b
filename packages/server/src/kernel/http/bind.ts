import type { Route } from '@chepu/contract/kernel/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Integrations } from '../base/integrations'
import type { Caller } from '../caller/caller'
import type { Database } from '../db/db'
import type { CallerTx } from '../db/tx'
import type { SessionRow } from './session-row'
import type { Upload } from './upload'

export type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>

export interface Input<R extends AnyRoute> {
  params: z.output<R['params']>
  query: z.output<R['query']>
  body: z.output<R['body']>
  /** The file of a call that takes one; absent from all others. */
  upload?: Upload | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler answers: the data of its route. */
export type Answer<R extends AnyRoute> = Promise<z.input<R['data']>> | z.input<R['data']>

/**
 * Binds the handler of a signed-in call. It runs in one transaction of the caller, which begins when all of the body has come; its
 * result is the answer's data. `complete` adds what is read anew for every repeat of the request: it is not kept with the answer.
 */
export type BindOnce = <R extends AnyRoute>(
  route: R,
  handler: (tx: CallerTx, input: Input<R>) => Answer<R>,
  complete?: (tx: CallerTx, input: Input<R>, kept: Awaited<Answer<R>>) => Answer<R>,
) => void

export interface Bind extends BindOnce {
  /** The same of a GET that only reads: what it asks for together is a transaction of its own, which cannot write (ADR 0145). */
  reads<R extends AnyRoute>(route: R, handler: (tx: CallerTx, input: Input<R>) => Answer<R>): void
}

/** Binds the handler of a call without a session, or of one that needs no transaction of its own. */
export type BindOpen = <R extends AnyRoute>(
  route: R,
  handler: (input: Input<R> & { db: Database; caller: Caller | null }) => Answer<R>,
) => void

/** The same of a call that is done once for its key though it needs more than one transaction: the handler sees to that. */
export type BindKeyed = <R extends AnyRoute>(
  route: R,
  handler: (input: Input<R> & { db: Database; caller: Caller; key: string | undefined }) => Answer<R>,
) => void

/** Binds the handler of a call by somebody signed in who may not have chosen an organisation yet. */
export type BindSession = <R extends AnyRoute>(
  route: R,
  handler: (input: Input<R> & { db: Database; session: SessionRow }) => Answer<R>,
) => void

/** What an area binds its calls to. */
export interface App {
  http: FastifyInstance
  /** The database behind all calls. */
  db: Database
  bind: Bind
  bindOpen: BindOpen
  bindKeyed: BindKeyed
  bindSession: BindSession
  /** What this installation is connected to. */
  integrations: Integrations
  /** The demo's published password stands, and the network reaches this server. */
  isOpenDemo: boolean
  /** What programs call: written now, so that it can be read. */
  keyUsage: { write: () => Promise<void> }
  /** Every bound route, for the access test and the documentation. */
  routes: AnyRoute[]
}

/** The body of a call as its handler gets it, defaults filled in. */
export type BodyOf<R> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
/** The query of a call as its handler gets it. */
export type QueryOf<R> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
