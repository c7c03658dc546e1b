import type { Envelope, ErrorKind, FieldError } from '@chepu/contract/kernel/errors'
import type { Override } from '@chepu/contract/kernel/override'
import type { BodyOf, DataOf, FileRoute, Method, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import { toast } from './toast'

/** Request time-out (business/frame 9.1). */
const timeoutMs = 40_000
const mainPrefix = '/api-main'
/** Paths that already name their service (business/frame 7.1). */
const ownService = /^(https?:|\/api-main\/|\/api-financial|\/api-zuul|\/api-base-user)/

const messages = {
  offline: '网络异常，请检查网络后重试',
  timeout: '请求超时，请稍后重试',
  expired: '身份已失效，请重新登录！',
  failed: '服务异常，请稍后重试',
}

/**
 * A call that failed. `code` is the code of the answer (business/frame 8), 0 when no answer came; `status` is the HTTP status,
 * 0 when no answer came; `errors` names faulty fields by path, as in 'lines.2.qty'.
 */
export class CallError extends Error {
  override name = 'CallError'
  constructor(
    readonly code: number,
    readonly status: number,
    message: string,
    readonly errors: FieldError[] = [],
    /** Who holds this right may let the document pass, and may be asked to. */
    readonly override?: Override,
    /** What kind of failure the server says it is. */
    readonly reason?: ErrorKind,
  ) {
    super(message)
  }

  /** No answer came, so nobody knows whether the server did it: repeat with the same idempotency key. */
  get unanswered(): boolean {
    return this.status === 0
  }
}

/** True for an abort by the caller, which is no fault and shows nothing. */
export const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

type Headers = Record<string, string>
let sessionHeaders: () => Headers | Promise<Headers> = () => ({})
let signedOut: (message: string) => void = () => {}

/** Tells the client where the session's headers come from (Authorization, token, version, X-Device-Info). */
export const setSessionHeaders = (source: () => Headers | Promise<Headers>): void => {
  sessionHeaders = source
}

/** Called once an answer says that the session is over (401 or 521): clear the token, go to /login?type=logout, say why. */
export const onSignedOut = (handler: (message: string) => void): void => {
  signedOut = handler
}

/** A random key; `crypto.randomUUID` does not exist on plain http in a LAN, `getRandomValues` does. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

interface SendOptions {
  query?: Record<string, unknown>
  body?: unknown
  /** Repeat a change with the key of its first try and it happens once. Each change gets a fresh key otherwise. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** The caller shows the error itself. */
  quiet?: boolean
}

/** Puts the parameters into a path: '/a/:id' with {id: 3} is '/a/3'; `{table_name}` works the same. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)|\{(\w+)\}/g, (whole, colon?: string, brace?: string) => {
    const value = params[colon ?? brace ?? '']
    return value == null ? whole : encodeURIComponent(String(value))
  })
}

/** Query string of the filled values; lists become '3,5', empty values are left out. */
export function queryString(query: Record<string, unknown> = {}): string {
  const filled = Object.entries(query).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value.join(',') : value == null ? '' : String(value)
    return text === '' ? [] : [[key, text] as [string, string]]
  })
  const text = new URLSearchParams(filled).toString()
  return text && `?${text}`
}

const storedGateway = (): string => (typeof localStorage === 'undefined' ? '' : (localStorage.getItem('gateway') ?? ''))

/** Another server that the pages are told to call, or ''. They may call it only when this one allows it (ADR 0060). */
export function foreignGateway(): string {
  const gateway = storedGateway()
  return typeof location !== 'undefined' && gateway === location.origin ? '' : gateway
}

/** Why no answer came. A page does not learn whether an address is out of reach or not allowed to it. */
const unreachable = (): string => {
  const gateway = foreignGateway()
  return gateway ? `服务地址 ${gateway} 无法访问：未被本系统允许，或网络不通，请联系管理员` : messages.offline
}

/** Address of a call: the main service's prefix, unless the path names its service, on the stored gateway (business/frame 7.1). */
export function addressOf(path: string): string {
  if (/^https?:/.test(path)) return path
  return storedGateway() + (ownService.test(path) ? path : mainPrefix + path)
}

/**
 * Calls a route of the contract with its types and answers its data. Failures are thrown as CallError after an error
 * toast of 5 s (business/frame 8), unless `quiet`; an abort by `signal` is thrown as it is.
 */
export function call<R extends Route>(
  route: R,
  options: Omit<SendOptions, 'query' | 'body'> & { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> } = {},
): Promise<DataOf<R>> {
  const path = fillPath(route.path, options.params as Record<string, unknown> | undefined)
  return send<DataOf<R>>(route.method, path, options as SendOptions)
}

/** Calls a path without its contract; for pages that must not load the contract, such as the sign-in page. */
export async function send<Data = unknown>(method: Method, path: string, options: SendOptions = {}): Promise<Data> {
  try {
    return (await readEnvelope<Data>(await request(method, path, options))).data as Data
  } catch (error) {
    throwIfAborted(options)
    if (error instanceof CallError) announce(error, options.quiet)
    throw error
  }
}

/** Fetches the file of a route that answers one, with the session's headers; throws as `call` does. */
export async function fetchFile<R extends FileRoute>(
  route: R,
  options: Pick<SendOptions, 'signal' | 'quiet'> & { params?: ParamsOf<R> } = {},
): Promise<Blob> {
  try {
    const path = fillPath(route.path, options.params as Record<string, unknown> | undefined)
    const response = await request(route.method, path, { signal: options.signal })
    // Only a failure comes in an envelope.
    if (!response.ok) await readEnvelope(response)
    return await response.blob()
  } catch (error) {
    throwIfAborted(options)
    if (error instanceof CallError) announce(error, options.quiet)
    throw error
  }
}

function throwIfAborted(options: SendOptions): void {
  if (options.signal?.aborted) throw new DOMException('aborted', 'AbortError')
}

async function request(method: Method, path: string, options: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const headers: Headers = { Accept: 'application/json', ...(await sessionHeaders()) }
  const isForm = options.body instanceof FormData
  if (options.body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  if (method !== 'GET') headers['Idempotency-Key'] = options.idempotencyKey ?? newIdempotencyKey()
  try {
    return await fetch(addressOf(path) + queryString(options.query), {
      method,
      headers,
      credentials: 'same-origin',
      signal: options.signal ? anyOf(options.signal, timeout) : timeout,
      body: isForm ? (options.body as FormData) : options.body === undefined ? undefined : JSON.stringify(options.body),
    })
  } catch {
    throwIfAborted(options)
    throw new CallError(0, 0, timeout.aborted ? messages.timeout : unreachable())
  }
}

function anyOf(...signals: AbortSignal[]): AbortSignal {
  if ('any' in AbortSignal) return AbortSignal.any(signals)
  const either = new AbortController()
  for (const signal of signals as AbortSignal[]) {
    if (signal.aborted) either.abort()
    signal.addEventListener('abort', () => either.abort(), { once: true })
  }
  return either.signal
}

async function readEnvelope<Data>(response: Response): Promise<Envelope<Data>> {
  const envelope = (await response.json().catch(() => undefined)) as Envelope<Data> | undefined
  if (response.ok && envelope?.code === 0) return envelope
  const { status } = response
  const code = envelope?.code || status
  const isOver = isExpired({ code, status })
  // Only a failed HTTP answer tells in its own words why the session is over (business/frame 8).
  const own = isOver && response.ok ? '' : envelope?.msg
  const message = own || (isOver ? messages.expired : messages.failed)
  throw new CallError(code, status, message, envelope?.errors, envelope?.override, envelope?.reason)
}

const isExpired = (answer: { code: number; status: number }) =>
  [401, 521].some((code) => answer.code === code || answer.status === code)

function announce(error: CallError, quiet = false): void {
  if (isExpired(error)) {
    toast.expired(error.message)
    signedOut(error.message)
  } else if (!quiet) toast.error(error.message)
}
