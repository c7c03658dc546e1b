import { userRoutes } from '@chepu/contract/access/user'
import { changePassword, endOwnSession, ownSessions, userLogin } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSql } from '../../../test/database'
import { PushClient } from '../../../test/push'
import { openShop, type Shop } from '../../../test/shop'
import { callerOfSession, openSession, sessionByToken } from '../../shell/sign-in/session'

// A distributed database has no triggers that tell: the program does it itself.
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await runSql(
    shop.ownerUrl,
    `drop trigger if exists session_ended on shared.session; drop trigger if exists session_deleted on shared.session;
    drop trigger if exists login_disabled on shared.login`,
  )
})
afterAll(() => shop.close())

/** A signed-in user with an open socket on another device. */
async function seated() {
  const client = await shop.signIn('buyer')
  const session = await sessionByToken(shop.db, client.token)
  const { userId } = await callerOfSession(shop.db, session, { ip: '::1', id: 'test' } as never)
  const { groupId, orgId } = shop
  const token = await openSession(shop.db, { loginId: userId, groupId, orgId, deviceId: 'other', ip: '::1' })
  return { client, userId, push: await PushClient.open(shop.origin, token) }
}

it('closes the sockets of a session that its user ends', async () => {
  const { client, push } = await seated()
  const { rows } = await client.call(ownSessions)
  const other = rows.find(({ isCurrent }) => !isCurrent)
  await client.call(endOwnSession, { params: { id: other?.id as number }, body: undefined })
  expect(await push.closed).toBe(4401)
  const own = await PushClient.open(shop.origin, client.token)
  await client.call(userLogin, { body: { next: 'exit' } })
  expect(await own.closed).toBe(4401)
})

it('closes the sockets of the other devices when the password changes', async () => {
  const { client, push } = await seated()
  await client.call(changePassword, {
    body: { old_password: 'Secret_1', new_password: 'Secret_2', confirm: 'Secret_2' },
  })
  expect(await push.closed).toBe(4401)
})

it('closes the sockets of a user who is sent off or disabled', async () => {
  const owner = await shop.signIn('owner')
  const [sentOff, disabled] = [await seated(), await seated()]
  await owner.call(userRoutes.kick, { params: { id: sentOff.userId }, body: undefined })
  expect(await sentOff.push.closed).toBe(4401)
  await owner.call(userRoutes.enable, { params: { id: disabled.userId }, body: { isActive: false, version: 1 } })
  expect(await disabled.push.closed).toBe(4401)
})
