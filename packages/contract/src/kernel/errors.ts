import type { Override } from './override'

/** Codes of a failed answer, as the client of SPEC 8 expects them, with the HTTP status that carries each. */
export const errorKinds = {
  /** A sign-in step that failed. */
  signIn: { code: 1, status: 400 },
  /** A business rule said no. */
  refusal: { code: 400, status: 400 },
  /** The input does not fit its schema; `errors` names the fields. */
  invalid: { code: 400, status: 400 },
  /** No session, or an expired one. */
  signedOut: { code: 401, status: 401 },
  forbidden: { code: 403, status: 403 },
  notFound: { code: 460, status: 404 },
  /** Somebody else changed the row first. */
  conflict: { code: 460, status: 409 },
  /** A body or a file of more bytes than the call takes. */
  tooLarge: { code: 400, status: 413 },
  tooMany: { code: 460, status: 429 },
  bug: { code: 500, status: 500 },
  /** The session was ended elsewhere. */
  kicked: { code: 521, status: 521 },
} as const

export type ErrorKind = keyof typeof errorKinds

/** One faulty field: `path` as in 'lines.2.qty', `message` in Chinese. */
export interface FieldError {
  path: string
  message: string
}

/** What every call answers (SPEC 7, DESIGN 5). */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data?: Data
  errors?: FieldError[]
  /** Somebody with this right may let the document pass: it may be asked for (DOMAIN 11.3, event 8). */
  override?: Override
}

export const staleMessage = '单据已被他人修改，请刷新后重试'
/** The same of a draft that the caller has changed himself, in another tab or on another machine. */
export const ownStaleMessage = '您已在其他页面修改了本单，请刷新后重试'
export const expiredMessage = '身份已失效，请重新登录！'
