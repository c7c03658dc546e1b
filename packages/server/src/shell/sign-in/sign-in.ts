import type { DataOf } from '@chepu/contract/kernel/route'
import { loginMessages, signInStatus } from '@chepu/contract/shell/constants'
import type { pwdLogin } from '@chepu/contract/shell/session'
import { openSession } from '../../app/session'
import type { Database } from '../../kernel/db'
import { Failure, refuse } from '../../kernel/errors'
import { orgToEnter } from '../orgs'
import { findLogin, lockAfter, lockMinutes, type Login, recordFailure, recordSuccess } from './logins'
import { passwordFits } from './passwords'
import { endElsewhere, forgetOldSessions, sessionElsewhere, type SessionElsewhere } from './sessions'
import { Throttle } from './throttle'

const windowMs = lockMinutes * 60_000
/** A shop's counters share one address, so it may fail more often than one account. */
const addresses = new Throttle(50, windowMs)
/** Unknown names are locked like known ones, so that the lock does not tell which exist. */
const strangers = new Throttle(lockAfter, windowMs)

export interface Credentials {
  username: string
  password: string
  force: boolean
  deviceId: string
  ip: string
}

/**
 * Sign-in step one (SPEC 4). Status 1: signed in on another device, nothing happens without force. Status 2: signed
 * in, the organisation must be chosen. Wrong pairs are refused with code 1, locked accounts and addresses with 429.
 */
export async function signIn(db: Database, given: Credentials): Promise<DataOf<typeof pwdLogin>> {
  const login = await checkPassword(db, given)
  const elsewhere = await sessionElsewhere(db, login.id, given.deviceId)
  if (elsewhere && !given.force) return { status: signInStatus.elsewhere, message: askForce(elsewhere) }
  const person = await db.tenant(login.groupId, (tx) => orgToEnter(tx, login.id))
  if (!person) refuse('您的账号尚未分配企业，请联系管理员')
  if (elsewhere) await endElsewhere(db, login.id, given.deviceId, '您的账号已在其他设备登录，本机已退出')
  await recordSuccess(db, login.id)
  await forgetOldSessions(db, login.id)
  const { deviceId, ip } = given
  const token = await openSession(db, { loginId: login.id, groupId: login.groupId, orgId: person.orgId, deviceId, ip })
  return {
    status: person.orgId === null ? signInStatus.chooseOrg : signInStatus.signedIn,
    access_token: token,
    realname: person.realName,
    userid: login.id,
  }
}

async function checkPassword(db: Database, { username, password, ip }: Credentials): Promise<Login> {
  const name = username.trim().toLowerCase()
  if (!addresses.isOpen(ip)) throw new Failure('tooMany', '登录失败次数过多，请稍后再试')
  const login = await findLogin(db, name)
  const isLocked = login ? login.isLocked : !strangers.isOpen(name)
  if (isLocked) throw new Failure('tooMany', `密码错误次数过多，账号已锁定，请${lockMinutes}分钟后再试`)
  if (!(await passwordFits(login?.passwordHash, password)) || !login) {
    addresses.fail(ip)
    if (login) await recordFailure(db, login.id)
    else strangers.fail(name)
    throw new Failure('signIn', loginMessages.failed)
  }
  if (!login.isActive) throw new Failure('signIn', '账号已停用，请联系管理员')
  return login
}

const askForce = ({ ip, minutesAgo }: SessionElsewhere) =>
  `该账号正在另一台设备（${ip}，${minutesAgo === 0 ? '刚刚' : `${minutesAgo}分钟前`}使用过）上登录。` +
  '强制登录会使那台设备退出，对方未保存的内容可能丢失。'
