import { loginMessages, protocolVersion, signInStatus } from '@chepu/contract/shell/constants'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import type { pwdLogin, userLogin } from '@chepu/contract/shell/session'
import { CallError, onSignedOut, send, setSessionHeaders } from '../kit/call'
import { deviceHeader, deviceId } from './device'
import { clearSession, leaveNotice, readToken, storeToken, storeUser } from './storage'

// The paths stand here again because the contract's schemas would double the size of the sign-in page.
const stepOnePath = '/api-base-user/identity/web/pwd-login'
const stepTwoPath = '/api/web/user/login'
const client = { client_id: 'chepu-web', client_secret: 'chepu-web' }

/** What step one asks for next. */
export type SignInResult = { done: 'signedIn' | 'chooseOrg' } | { done: 'elsewhere'; message: string }

/** Signs in with user name and password; throws an Error with the text to show (SPEC 8). */
export async function signIn(username: string, password: string, force: boolean): Promise<SignInResult> {
  deviceId()
  const body: BodyOf<typeof pwdLogin> = { username: username.trim(), password, ...client, force }
  const answer = await explain(() => send<DataOf<typeof pwdLogin>>('POST', stepOnePath, { body, quiet: true }))
  if (answer.status === signInStatus.elsewhere) return { done: 'elsewhere', message: answer.message ?? '' }
  if (!answer.access_token) throw new Error(loginMessages.network)
  storeToken(answer.access_token)
  if (answer.status === signInStatus.chooseOrg) return { done: 'chooseOrg' }
  await explain(loadUser)
  return { done: 'signedIn' }
}

async function explain<Data>(work: () => Promise<Data>): Promise<Data> {
  try {
    return await work()
  } catch (error) {
    const answered = error instanceof CallError && error.status > 0 && error.status < 500
    throw new Error(answered ? error.message : loginMessages.network, { cause: error })
  }
}

/** Step two: exchanges the token for the user info and keeps it; also after a change of organisation. */
export async function loadUser(): Promise<void> {
  const body: BodyOf<typeof userLogin> = { access_token: readToken() }
  const info = await send<DataOf<typeof userLogin>>('POST', stepTwoPath, { body, quiet: true })
  if (!info?.userid) throw new Error(loginMessages.noUserInfo)
  storeUser(info)
}

/** Ends the session here and on the server, and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await send('POST', stepTwoPath, { body: { next: 'exit' }, quiet: true }).catch(() => undefined)
  leave('')
}

let leaving = false
/** True once the session is over: nothing may hold the page back any more. */
export const isLeaving = (): boolean => leaving

/** Clears everything and loads the sign-in page anew, which shows `notice`. */
export function leave(notice: string): void {
  if (leaving) return
  leaving = true
  clearSession()
  if (notice) leaveNotice(notice)
  location.replace('/login?type=logout')
}

/** Headers of signed-in calls (SPEC 7) and the way out when an answer says that the session is over. */
export function connectSession(): void {
  setSessionHeaders(async (): Promise<Record<string, string>> => {
    const token = readToken()
    if (!token) return {}
    const device = await deviceHeader()
    return { Authorization: `Bearer ${token}`, token, version: protocolVersion, 'X-Device-Info': device }
  })
  onSignedOut(leave)
}
