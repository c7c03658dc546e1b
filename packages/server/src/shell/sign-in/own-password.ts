import type { DataOf } from '@chepu/contract/kernel/route'
import type { passwordInfo } from '@chepu/contract/shell/session'
import type { Database } from '../../kernel/db/db'
import type { CallerTx } from '../../kernel/db/tx'
import { Failure, invalid, notFound } from '../../kernel/base/errors'
import { commonPassword, isCommon } from './common-passwords'
import { identitiesOf } from './identities'
import { countTry, forgiveTries, lockMinutes, loginById, storePassword } from './logins'
import { hashPassword, passwordFits } from './passwords'
import { endOthers } from './sessions'
import { codeFits, wrongCode } from './sms-code'

interface Row {
  username: string
  realName: string
  mobile: string
  empNo: string | null
  employeeName: string | null
}

/** Who the caller is, for the page of the password change. */
export async function passwordInfoOf(tx: CallerTx): Promise<DataOf<typeof passwordInfo>> {
  const { caller } = tx
  const row = await tx.one<Row>({
    name: 'password-info',
    text: `select u.username, u.real_name, u.mobile, e.emp_no, e.name as employee_name from app_user u
      left join employee e on e.group_id = u.group_id and e.id = $3
      where u.group_id = $1 and u.id = $2`,
    values: [tx.groupId, caller.userId, caller.employeeId],
  })
  if (!row) return notFound('用户')
  const { employeeId } = caller
  return {
    user: { userid: caller.userId, username: row.username, name: row.realName, mobile: row.mobile },
    emp: employeeId === null ? null : { empid: employeeId, emp_no: row.empNo ?? '', name: row.employeeName ?? '' },
    org: { orgid: caller.orgId, orgname: caller.org.name },
    identities: await identitiesOf(tx, caller.userId),
  }
}

interface PasswordChange {
  old_password?: string | undefined
  code?: string | undefined
  new_password: string
}

/**
 * Changes the password and ends all other sessions of the user. The old password proves him, and wrong ones count
 * towards the lock of the account; a code sent to his mobile does as well. Refuses with the field that is wrong.
 */
export async function changeOwnPassword(
  db: Database,
  loginId: number,
  token: string,
  { old_password: old, code, new_password: fresh }: PasswordChange,
): Promise<void> {
  const login = await loginById(db, loginId)
  if (isCommon(fresh, [login?.username ?? '', login?.mobile ?? '']))
    invalid([{ path: 'new_password', message: commonPassword }])
  if (old === undefined) await assertCode(db, login?.mobile ?? '', code ?? '')
  else await assertPassword(db, loginId, login?.passwordHash, old, '旧密码不正确')
  await storePassword(db, loginId, await hashPassword(fresh))
  await endOthers(db, loginId, token, '密码已修改，请重新登录')
}

async function assertPassword(
  db: Database,
  loginId: number,
  passwordHash: string | null | undefined,
  old: string,
  message: string,
): Promise<void> {
  if ((await countTry(db, loginId)) === undefined) {
    throw new Failure('tooMany', `密码错误次数过多，请${lockMinutes}分钟后再试`)
  }
  if (!(await passwordFits(passwordHash, old))) invalid([{ path: 'old_password', message }])
  await forgiveTries(db, loginId)
}

/** Proves somebody who is signed in by his password, before what would let another one in. Field `old_password`. */
export async function assertOwnPassword(db: Database, loginId: number, typed: string): Promise<void> {
  if (typed === '') invalid([{ path: 'old_password', message: '改手机请输入登录密码' }])
  await assertPassword(db, loginId, (await loginById(db, loginId))?.passwordHash, typed, '登录密码不正确')
}

async function assertCode(db: Database, mobile: string, code: string): Promise<void> {
  if (!(await codeFits(db, { mobile, purpose: 'own', code }))) invalid([{ path: 'code', message: wrongCode }])
}
