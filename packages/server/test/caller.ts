import { callerOfSession, sessionByToken } from '../src/shell/sign-in/session'
import type { Caller } from '../src/kernel/caller/caller'
import type { Shop } from './shop'

/** A caller with the given roles, for functions that have no route of their own. */
export async function testCaller(shop: Shop, roles: string | readonly string[]): Promise<Caller> {
  const { token } = await shop.signIn(roles)
  const session = await sessionByToken(shop.db, token)
  return callerOfSession(shop.db, session, { ip: '127.0.0.1', id: 'test' } as Parameters<typeof callerOfSession>[2])
}
