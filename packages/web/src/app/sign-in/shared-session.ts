import type { UserInfo } from '@chepu/contract/shell/session'
import { getCookie } from './cookies'
import { readToken, readUser, storeUser } from './storage'

// The tabs of one browser share the sign-in (ADR 0069): a tab without one asks the others of the same origin.

type Message =
  | { type: 'ask' }
  /** `isNew`: of a sign-in just made; else an answer, or what has changed in it. */
  | { type: 'session'; session: UserInfo; isNew: boolean }
  | { type: 'over'; token: string; notice: string; isSignOut: boolean }

/** What a tab does when another one says that the session moved to another organisation, or ended. */
interface SharingHandlers {
  moved: () => void
  over: (notice: string) => void
  /** Another sign-in of this browser was ended by its user. */
  signOut: () => void
}

/** How long a tab waits for the others before it shows the sign-in page; an answer that comes later still counts. */
const patience = 400

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('chepu-session')
const post = (message: Message) => channel?.postMessage(message)

/** Waits for the session of another tab; undefined unless this tab has asked for one. */
let taken: (() => void) | undefined
/** Waits for the next sign-in in another tab; undefined unless this one shows the sign-in page. */
let signedIn: (() => void) | undefined

/** Answers the other tabs and follows them; for every page of the program. */
export function shareSession({ moved, over, signOut }: SharingHandlers): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const own = readUser()
    if (data.type === 'ask' && own) return post({ type: 'session', session: own, isNew: false })
    if (data.type === 'session') return receive(data, own, moved)
    if (data.type !== 'over' || !own) return
    if (data.token === own.token) over(data.notice)
    else if (data.isSignOut) signOut()
  })
}

/** Still at the sign-in page, and not on the way from it to an organisation. */
const isAtSignIn = () => location.pathname === '/login' && readToken() === ''

function receive(
  { session, isNew }: Extract<Message, { type: 'session' }>,
  own: UserInfo | null,
  moved: () => void,
): void {
  if (!own) {
    const goOn = taken ?? (isNew && isAtSignIn() ? signedIn : undefined)
    // Of several users the one who signed in last; the cookies are his.
    if (!goOn || String(session.userid) !== getCookie('userId')) return
    storeUser(session)
    return goOn()
  }
  if (session.token !== own.token) return
  storeUser(session)
  if (session.orgid !== own.orgid) moved()
}

/**
 * Asks the other tabs for their session; true when one has answered in time. `late` is called for a session that is there
 * only after that, also by a later sign-in. Where no user is known to the browser nobody is waited for.
 */
export function takeSession(late: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = () => {
      taken = late
      resolve(false)
    }
    const timer = setTimeout(giveUp, getCookie('userId') === '' || !channel ? 0 : patience)
    taken = () => {
      clearTimeout(timer)
      taken = undefined
      resolve(true)
    }
    post({ type: 'ask' })
  })
}

/** Without asking for a session that is there: `goOn` is called when somebody signs in in another tab. */
export function awaitSignIn(goOn: () => void): void {
  signedIn = goOn
}

/** Tells the other tabs what this one now works with: after a sign-in, which `isNew`, another organisation, a new password. */
export function tellSession(isNew: boolean): void {
  const session = readUser()
  if (session) post({ type: 'session', session, isNew })
}

/** Tells the other tabs that the session of this one is over; `isSignOut` ends every other sign-in of this browser too. */
export const tellOver = (token: string, notice: string, isSignOut: boolean): void =>
  post({ type: 'over', token, notice, isSignOut })
