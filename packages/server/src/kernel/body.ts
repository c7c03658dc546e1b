import type { Route } from '@chepu/contract/kernel/route'
import type { z } from 'zod'

/** The body of a call as its handler gets it, defaults filled in. */
export type BodyOf<R> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
/** The query of a call as its handler gets it. */
export type QueryOf<R> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
