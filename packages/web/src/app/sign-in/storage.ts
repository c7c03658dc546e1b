import { setCookie } from './cookies'
import { removeSize } from '../shell/layout-size'
import type { OrgInfo, UserInfo, UserPermission } from '@chepu/contract/shell/session'

// Names of storage and cookies are those of business/frame 3.1.

/** What stays of the signed-in user in this browser tab. */
interface StoredSession {
  token: string
  user: Omit<UserInfo, 'token' | 'orgInfo' | 'orgList' | 'whids'>
  orgInfo: OrgInfo
  whids: number[]
}

const cookies = {
  name: 'realName',
  userid: 'userId',
  orgname: 'OrgName',
  orgid: 'OrgId',
  forgid: 'forgid',
  empid: 'EmpId',
} as const

function read<T>(key: string): T | null {
  const text = sessionStorage.getItem(key)
  if (!text) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}
/** Keeps a value in this tab's session storage. */
export const write = (key: string, value: unknown): void => sessionStorage.setItem(key, JSON.stringify(value))

export const readToken = (): string => sessionStorage.getItem('token') ?? ''

/** Keeps the access token alone: signed in, but no organisation chosen yet. */
export const storeToken = (token: string): void => sessionStorage.setItem('token', token)

/** Keeps the whole session after step two of the sign-in, or after a change of organisation. */
export function storeUser(info: UserInfo): void {
  const { token, orgInfo, orgList, whids, ...user } = info
  sessionStorage.removeItem('journey')
  storeToken(token)
  write('user', user)
  write('orgInfo', orgInfo)
  write('orgList', orgList)
  write('whids', whids)
  for (const [field, cookie] of Object.entries(cookies)) {
    setCookie(cookie, String(info[field as keyof typeof cookies] ?? ''))
  }
}

/** The user info as it was stored; null when nobody is signed in or a part of it is missing. */
export function readUser(): UserInfo | null {
  const session = readSession()
  const orgList = read<UserInfo['orgList']>('orgList')
  if (!session || !orgList) return null
  const { user, ...rest } = session
  return { ...user, ...rest, orgList }
}

export function storePermission(permission: UserPermission): void {
  write('userpermission', permission.userpermission)
  write('userUniqueIdAll', permission.userUniqueIdAll)
}

/** The stored session, or null when nobody is signed in or the user info is missing. */
export function readSession(): StoredSession | null {
  const [token, user, orgInfo, whids] = [
    readToken(),
    read<StoredSession['user']>('user'),
    read<OrgInfo>('orgInfo'),
    read<number[]>('whids'),
  ]
  return token && user && orgInfo && whids ? { token, user, orgInfo, whids } : null
}

/** True as long as the user came with a one-time password, which he changes before anything else. */
export const mustChangePassword = (): boolean => read<StoredSession['user']>('user')?.user.must_change_password ?? false

/** Forgets token, cookies, session storage and with it the open tabs (business/frame 4.4). */
export function clearSession(): void {
  sessionStorage.clear()
  for (const cookie of Object.values(cookies)) setCookie(cookie, '')
  removeSize()
}

/** What outlives the way to a provider and back, in this tab alone. */
interface Journey {
  /** Query of the sign-in page, with the wanted path. */
  search: string
  /** An outside identity that waits to be bound. */
  binding?: { ticket: string; provider: string }
}

export const storeJourney = (journey: Journey): void => write('journey', journey)
export const readJourney = (): Journey => read<Journey>('journey') ?? { search: '' }

/** A message that the sign-in page shows after a reload. */
export const leaveNotice = (text: string): void => sessionStorage.setItem('notice', text)

export function takeNotice(): string {
  const text = sessionStorage.getItem('notice') ?? ''
  sessionStorage.removeItem('notice')
  return text
}
