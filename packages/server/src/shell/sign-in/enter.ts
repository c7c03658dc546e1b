import { signInStatus } from '@chepu/contract/shell/constants'
import type { StepOne } from '@chepu/contract/shell/session'
import { openSession } from './session'
import type { Database } from '../../kernel/db/db'
import { Failure, refuse } from '../../kernel/base/errors'
import { orgToEnter } from '../orgs'
import { type Login, recordSuccess, rememberDevice } from './logins'
import { endElsewhere, endSurplus, forgetOldSessions, sessionElsewhere, type SessionElsewhere } from './sessions'
import { openTicket } from './tickets'

/** From where somebody signs in, and whether he has agreed to end his sessions elsewhere. */
export interface Visit {
  deviceId: string
  ip: string
  /** As the browser names itself. */
  userAgent: string
  force: boolean
}

/** Who signs in, and whether he proved himself here instead of an outside provider vouching for him. */
interface Proven {
  login: Login
  isSelf: boolean
}

/** What a code to continue the sign-in stands for. */
export interface Continuation {
  loginId: number
  isSelf: boolean
}

/**
 * The end of step one, whichever way somebody proved who he is (business/frame 4.1). Status 1: signed in on another device, nothing
 * happens without force. Status 2: signed in, the organisation must be chosen.
 */
export async function enter(db: Database, proven: Proven, visit: Visit): Promise<StepOne> {
  const { login, isSelf } = proven
  if (!login.isActive) throw new Failure('signIn', '账号已停用，请联系管理员')
  const { deviceId, ip, userAgent, force } = visit
  const elsewhere = await sessionElsewhere(db, login.id, deviceId)
  if (elsewhere && !force) return askForce(db, proven, elsewhere, deviceId)
  const person = await db.tenant(login.groupId, (tx) => orgToEnter(tx, login.id))
  if (!person) refuse('您的账号尚未分配企业，请联系管理员')
  if (elsewhere) await endElsewhere(db, login.id, deviceId, '您的账号已在其他设备登录，本机已退出')
  await recordSuccess(db, login.id)
  await rememberDevice(db, login.id, deviceId)
  await forgetOldSessions(db, login.id)
  const token = await openSession(db, {
    loginId: login.id,
    groupId: login.groupId,
    orgId: person.orgId,
    deviceId,
    ip,
    userAgent,
    loginSelf: isSelf,
  })
  await endSurplus(db, login.id)
  return {
    status: person.orgId === null ? signInStatus.chooseOrg : signInStatus.signedIn,
    access_token: token,
    realname: person.realName,
    userid: login.id,
  }
}

async function askForce(
  db: Database,
  { login, isSelf }: Proven,
  { ip, minutesAgo }: SessionElsewhere,
  deviceId: string,
): Promise<StepOne> {
  const detail: Continuation = { loginId: login.id, isSelf }
  return {
    status: signInStatus.elsewhere,
    message:
      `该账号正在另一台设备（${ip}，${minutesAgo === 0 ? '刚刚' : `${minutesAgo}分钟前`}使用过）上登录。` +
      '强制登录会使那台设备退出，对方未保存的内容可能丢失。',
    login_code: await openTicket(db, { kind: 'code', provider: '', detail, holder: deviceId }),
  }
}
