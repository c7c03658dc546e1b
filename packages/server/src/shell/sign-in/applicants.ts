import type { Database } from '../../kernel/db/db'
import { Failure } from '../../kernel/base/errors'

/** The application of a company whose administrator has no login yet. */
interface Applicant {
  name: string
  passwordHash: string
  state: 'pending' | 'rejected'
  reason: string
}

/** The last application under a user name or mobile that waits or was rejected. */
export async function applicationOf(
  db: Database,
  { username = '', mobile = '' }: { username?: string; mobile?: string },
): Promise<Applicant | undefined> {
  const [row] = await db.shared<Applicant>({
    name: 'application-of',
    text: `select name, password_hash, state, reason from shared.registration
      where (lower(username) = $1 or mobile = $2) and username is not null and state in ('pending', 'rejected')
      order by id desc limit 1`,
    values: [username, mobile],
  })
  return row
}

/** Tells somebody who has proved who he is why he cannot sign in yet. */
export function refuseApplicant({ name, state, reason }: Applicant): never {
  throw new Failure(
    'signIn',
    state === 'pending' ? `企业“${name}”正在审核中，审核通过后即可登录` : `企业“${name}”未通过审核：${reason}`,
  )
}
