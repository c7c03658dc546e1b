import type { Route } from '@chepu/contract/kernel/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CallerTx } from './db'
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

/** Binds the handler of a signed-in call. It runs in one transaction of the caller, which
 * begins when all of the body has come; its result is the answer's data. */
export type Bind = <R extends AnyRoute>(route: R, handler: (tx: CallerTx, input: Input<R>) => Answer<R>) => void
