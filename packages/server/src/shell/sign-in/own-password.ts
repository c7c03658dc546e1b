import type { DataOf } from '@chepu/contract/kernel/route'
import type { passwordInfo } from '@chepu/contract/shell/session'
import type { CallerTx, Database } from '../../kernel/db'
import { Failure, notFound } from '../../kernel/errors'
import { countTry, forgiveTries, lockMinutes, loginById, storePassword } from './logins'
import { hashPassword, passwordFits } from './passwords'
import { endOthers } from './sessions'

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
  }
}

/**
 * Changes the password and ends all other sessions of the user. False when the old password is wrong, which counts
 * towards the lock of the account.
 */
export async function changeOwnPassword(
  db: Database,
  loginId: number,
  token: string,
  { old_password: old, new_password: fresh }: { old_password: string; new_password: string },
): Promise<boolean> {
  const login = await loginById(db, loginId)
  if ((await countTry(db, loginId)) === undefined) {
    throw new Failure('tooMany', `密码错误次数过多，请${lockMinutes}分钟后再试`)
  }
  if (!(await passwordFits(login?.passwordHash, old))) return false
  await forgiveTries(db, loginId)
  await storePassword(db, loginId, await hashPassword(fresh))
  await endOthers(db, loginId, token, '密码已修改，请重新登录')
  return true
}
