import { loginMessages, protocolVersion, signInStatus } from '@chepu/contract/shell/constants'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import type { pwdLogin, StepOne, userLogin } from '@chepu/contract/shell/session'
import type { codeLogin, smsLogin, thirdBind, wxLogin } from '@chepu/contract/shell/sign-in'
import { signInPaths } from '@chepu/contract/shell/sign-in-paths'
import { CallError, foreignGateway, onSignedOut, send, setSessionHeaders } from '../../kit/base/call'
import { deviceHeader, deviceId } from './device'
import { shareSession, tellOver, tellSession } from './shared-session'
import { clearSession, leaveNotice, readToken, readUser, storeToken, storeUser } from './storage'

const providerPaths: Record<string, string | undefined> = {
  wechat: signInPaths.wechat,
  wecom: signInPaths.wecom,
  iam: signInPaths.iam,
}
const client = { client_id: 'chepu-web', client_secret: 'chepu-web' }

/** What step one asks for next. */
export type SignInResult =
  | { done: 'signedIn' | 'chooseOrg' }
  | { done: 'elsewhere'; message: string; code: string }
  | { done: 'bind'; ticket: string }

/** Step one by password (business/frame 4.1). All ways throw an Error with the text to show (business/frame 8); a CallError names the fields. */
export function signIn(
  username: string,
  password: string,
  captcha: { captcha_id: string; captcha: string } | undefined,
): Promise<SignInResult> {
  const body: BodyOf<typeof pwdLogin> = { username: username.trim(), password, ...client, ...captcha, force: false }
  return stepOne(signInPaths.password, body)
}

/** Step one by SMS code. */
export const signInBySms = (mobile: string, code: string): Promise<SignInResult> =>
  stepOne(signInPaths.sms, { mobile, code } satisfies BodyOf<typeof smsLogin>)

/** Step one by what a provider sent the browser back with; the state says which provider. */
export function signInByProvider(given: BodyOf<typeof wxLogin>): Promise<SignInResult> {
  const path = providerPaths[given.state.split('.')[0] ?? '']
  if (!path) return Promise.reject(new Error(loginMessages.network))
  return stepOne(path, given)
}

/** Binds an outside identity to the login of a mobile, and goes on as step one. */
export const bindIdentity = (provider: string, body: BodyOf<typeof thirdBind>): Promise<SignInResult> =>
  stepOne(provider === 'wechat' ? signInPaths.bindWechat : signInPaths.bind, body)

/** Goes on after the question of a forced sign-in; code login of business/frame 4.1. */
export const forceSignIn = (code: string): Promise<SignInResult> =>
  stepOne(signInPaths.code, { code, force: true } satisfies BodyOf<typeof codeLogin>)

async function stepOne(path: string, body: unknown): Promise<SignInResult> {
  deviceId()
  const answer = await explain(() => send<StepOne>('POST', path, { body, quiet: true }))
  if (answer.status === signInStatus.elsewhere)
    return { done: 'elsewhere', message: answer.message ?? '', code: answer.login_code ?? '' }
  if (answer.status === signInStatus.bind) return { done: 'bind', ticket: answer.bind_ticket ?? '' }
  if (!answer.access_token) throw new Error(loginMessages.network)
  storeToken(answer.access_token)
  if (answer.status === signInStatus.chooseOrg) return { done: 'chooseOrg' }
  try {
    keepUser(await explain(fetchUser))
  } catch (error) {
    // A token alone is no session (business/frame 4.3).
    clearSession()
    throw error
  }
  return { done: 'signedIn' }
}

async function explain<Data>(work: () => Promise<Data>): Promise<Data> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallError && error.status > 0 && error.status < 500) throw error
    if (error instanceof CallError && error.unanswered && foreignGateway()) throw error
    throw new Error(loginMessages.network, { cause: error })
  }
}

/** Step two: exchanges the token for the user info and keeps it; also after a change of organisation. */
export async function loadUser(): Promise<void> {
  keepUser(await fetchUser())
}

function fetchUser(): Promise<DataOf<typeof userLogin>> {
  const body: BodyOf<typeof userLogin> = { access_token: readToken() }
  return send('POST', signInPaths.stepTwo, { body, quiet: true })
}

/** Keeps the user info; an answer without it is no network fault and has words of its own (business/frame 8). */
function keepUser(info: DataOf<typeof userLogin>): void {
  if (!info?.userid) throw new Error(loginMessages.noUserInfo)
  const isNew = readUser() === null
  storeUser(info)
  tellSession(isNew)
}

/** Ends the session here and on the server, and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await send('POST', signInPaths.stepTwo, { body: { next: 'exit' }, quiet: true }).catch(() => undefined)
  leave('', true)
}

let leaving = false
/** True once the session is over: nothing may hold the page back any more. */
export const isLeaving = (): boolean => leaving

/**
 * Clears everything, and by way of the root loads the sign-in page anew (business/frame 8), which shows `notice`. The
 * other tabs of the browser leave with this one; `isSignOut` ends sign-ins of their own as well.
 */
export function leave(notice: string, isSignOut = false): void {
  if (leaving) return
  leaving = true
  tellOver(readToken(), notice, isSignOut)
  clearSession()
  if (notice) leaveNotice(notice)
  history.replaceState(null, '', '/')
  location.replace('/login?type=logout')
}

/** The session works in another organisation now: this tab follows, without the pages of the former one. */
function follow(): void {
  leaving = true
  sessionStorage.removeItem('tabs')
  location.replace('/')
}

let isTold = false
/** An alert says that the session ends and signs out when it is confirmed; answers that find it over do not forestall it. */
export const holdForAlert = (): void => {
  isTold = true
}

/** Headers of signed-in calls (business/frame 7.2), the way out when an answer says that the session is over, and the other tabs. */
export function connectSession(): void {
  setSessionHeaders(async (): Promise<Record<string, string>> => {
    const token = readToken()
    if (!token) return {}
    const device = await deviceHeader()
    return { Authorization: `Bearer ${token}`, token, version: protocolVersion, 'X-Device-Info': device }
  })
  onSignedOut((message) => {
    if (!isTold) leave(message)
  })
  shareSession({ moved: follow, over: leave, signOut: () => void signOut() })
}
