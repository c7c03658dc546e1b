import { z } from 'zod'
import { kilobyte, megabyte } from './file-limit'
import './messages'
import { addressed } from './scalars'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call a route: everybody, every signed-in user, the keeper of the installation (platform), or a holder of one
 * of the named button ids (business/access 5). The server refuses all others with 403.
 */
export type Access = 'public' | 'signedIn' | 'platform' | number | readonly number[]

/** Media types of the tables that are sent as files. */
export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  pdf: 'application/pdf',
} as const

/** The buttons of actions; that of a desk is needed, too, in organisations that have it. */
export type ActionRights = Readonly<
  Record<string, { readonly button: number | readonly number[]; readonly desk?: { readonly button: number } }>
>

/** Files that a route answers as they are instead of an envelope, with their media types. */
export const downloads = {
  xlsx: [mediaTypes.xlsx],
  export: [mediaTypes.xlsx, mediaTypes.csv, mediaTypes.pdf],
  image: ['image/png', 'image/jpeg', 'image/webp'],
  any: ['*/*'],
} as const
type Download = keyof typeof downloads

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  method: Method
  path: string
  access: Access
  summary: string
  params: Params
  query: Query
  body: Body
  data: Data
  /** Open also to who has yet to replace a one-time password (business/frame 4.7): only what the frame and that page need. */
  beforeOwnPassword?: true
  /**
   * Serves a person's own sign-in, or gives somebody access: the key of a program does not open it, so that a key that leaked
   * ends when it is stopped (ADR 0119).
   */
  forPeople?: true
  /**
   * Field of its answer that carries a password or a key, or null. It is shown this once and stored nowhere, so an answer that
   * carries one is not kept for a repeat of the request.
   */
  shownOnce?: string
  /**
   * Sent again, it is done again: the request's Idempotency-Key is not looked at, since it serves a
   * person's own sign-in or a repeat does no harm. The binding of a call holds it to this.
   */
  repeats?: true
  /** What its actions need besides `access`, by their names in words; of several buttons any is enough. */
  actions?: ActionRights
  /** Bytes that its body may have, where they differ from what `bodyLimit` grants by access. */
  maxBody?: number
  /** It takes one file as multipart/form-data, and no other body; what it is, as the refusal of a call without one says (图片). */
  upload?: string
  /** It answers a file as it is; only a failure comes in an envelope. */
  download?: Download
}

const nothing = z.object({})

/** The body of a call that takes none. Clients that always send one send `{}`; what says more would be lost, and is refused. */
export const noBody = z.custom<undefined | Record<string, never>>(
  (body) => body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0),
  '此接口不接受请求内容',
)

/**
 * A query of which every name must be known: who misspells a filter would get everything (ADR 0107). What is no plain object
 * stays as it is.
 */
export const closed = <Query extends z.ZodType>(query: Query): Query =>
  query instanceof z.ZodObject ? (query.strict() as unknown as Query) : query

interface Spec<Params, Query, Body> {
  method: Method
  path: string
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  beforeOwnPassword?: true
  forPeople?: true
  shownOnce?: string
  repeats?: true
  actions?: ActionRights
  maxBody?: number
  upload?: string
}

/** A route that answers a file as it is. */
export interface FileRoute<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> extends Route<Params, Query, Body, Data> {
  download: Download
}

/** One call that server and web agree on. The server binds a handler to it; the web calls it with its types. */
export function route<
  Params extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof noBody,
>(spec: Spec<Params, Query, Body> & { download: Download }): FileRoute<Params, Query, Body>
export function route<
  Params extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof noBody,
  Data extends z.ZodType = z.ZodType,
>(spec: Spec<Params, Query, Body> & { data: Data }): Route<Params, Query, Body, Data>
export function route<
  Params extends z.ZodType = typeof nothing,
  Query extends z.ZodType = typeof nothing,
  Body extends z.ZodType = typeof noBody,
  Data extends z.ZodType = z.ZodType,
>(spec: Spec<Params, Query, Body> & ({ data: Data } | { download: Download })): Route<Params, Query, Body, Data> {
  return {
    data: z.unknown() as unknown as Data,
    ...spec,
    params: spec.params ?? (nothing as unknown as Params),
    query: closed(spec.query ?? (nothing as unknown as Query)),
    body: spec.body ?? (noBody as unknown as Body),
  }
}

/** Largest file of any upload, in bytes; what it is for may set less. */
export const maxUpload = 32 * megabyte

/** What 2,000 lines of a document need when each of their texts is full, or the rights of 500 people. */
export const maxLinesBody = 3 * megabyte

/** Bytes that the body of a call may have: few from strangers, room for lines and files only where they are taken. */
export function bodyLimit({ access, maxBody, upload }: Pick<Route, 'access' | 'maxBody' | 'upload'>): number {
  // The form around a file has names and borders of its own.
  if (upload) return maxUpload + 16 * kilobyte
  return maxBody ?? (access === 'public' ? 64 * kilobyte : megabyte)
}

/** The path parameter of a route about one row. */
export const idParam = z.object({ id: addressed(z.number().positive('单据不存在')) })

export type ParamsOf<R> = R extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.input<P> : never
export type QueryOf<R> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
export type BodyOf<R> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
export type DataOf<R> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer D> ? z.output<D> : never
