import type { Override } from './override'

/**
 * Every way in which a call fails, by the word that its answer carries as `reason`: the code that the client of business/frame 8
 * expects, which several share, and the HTTP status. A program tells failures apart by `reason` alone (ADR 0106).
 */
export const errorKinds = {
  /** A sign-in step that failed. */
  signIn: { code: 1, status: 400 },
  /** A business rule said no. */
  refusal: { code: 400, status: 400 },
  /** The Idempotency-Key has come before with another request, by another user or in another organisation. */
  keyReused: { code: 400, status: 400 },
  /** The input does not fit what the call takes; `errors` names the fields. */
  invalid: { code: 400, status: 400 },
  /** What came cannot be read: no HTTP, no JSON, or another content type than the call takes. */
  malformed: { code: 400, status: 400 },
  /** No session, or an expired one. */
  signedOut: { code: 401, status: 401 },
  forbidden: { code: 403, status: 403 },
  /** The row does not exist for this caller, or the address is none. */
  notFound: { code: 460, status: 404 },
  /** The address is one, but not of this method; the header Allow names those that it has. */
  wrongMethod: { code: 400, status: 405 },
  /** The body did not come to its end in time. */
  tooSlow: { code: 400, status: 408 },
  /** Somebody else changed the row first: read it again. */
  stale: { code: 460, status: 409 },
  /** A body or a file of more bytes than the call takes. */
  tooLarge: { code: 400, status: 413 },
  /** A header Expect that this server does not meet. */
  expectation: { code: 400, status: 417 },
  /** Too often in a short time: wait. */
  tooMany: { code: 460, status: 429 },
  headersTooLarge: { code: 400, status: 431 },
  /** A fault of the program. */
  bug: { code: 500, status: 500 },
  /** What was asked took longer than a call may; nothing was changed. The same again takes as long: ask for less. */
  tooLong: { code: 500, status: 503 },
  /** The database is away for the moment, or the server stops: repeat with the same Idempotency-Key. */
  unavailable: { code: 500, status: 503 },
  /** The session was ended elsewhere. */
  kicked: { code: 521, status: 521 },
} as const

export type ErrorKind = keyof typeof errorKinds

/** One faulty field: `path` as in 'lines.2.qty', `message` in Chinese. */
export interface FieldError {
  path: string
  message: string
}

/** What every call answers (business/frame 10.1). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  /** Of a failure: what kind it is. */
  reason?: ErrorKind
  data?: Data
  errors?: FieldError[]
  /** Somebody with this right may let the document pass: it may be asked for (business/notifications 4, event 8). */
  override?: Override
}

/** Of what somebody else has changed meanwhile; `what` is a document, or what a row is called, e.g. 品牌. */
export const staleWords = (what: string): string => `${what}已被他人修改，请刷新后重试`
export const staleMessage = staleWords('单据')
/** The same of a draft that the caller has changed himself, in another tab or on another machine. */
export const ownStaleMessage = '您已在其他页面修改了本单，请刷新后重试'
/** Of an account that somebody has disabled. */
export const stoppedMessage = '您的账号已停用，请联系管理员'
export const expiredMessage = '身份已失效，请重新登录！'
