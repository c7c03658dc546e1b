import { passwordInfo } from '@chepu/contract/shell/session'
import { createOrg } from '../src/access/provision'
import { openSession } from '../src/shell/sign-in/session'
import { Client, type Shop, one } from './shop'

/** A signed-in client with the number of his user. */
export interface Worker {
  client: Client
  userId: number
}

/** A new user with the roles, signed in, and his number. */
export async function worker(shop: Shop, roles: string | readonly string[], orgId?: number): Promise<Worker> {
  const client = await shop.signIn(roles, orgId)
  return { client, userId: (await client.call(passwordInfo)).user.userid }
}

/** A session of a user in an organisation, opened without signing in. */
export async function enter({ db, origin, groupId }: Shop, loginId: number, orgId: number): Promise<Client> {
  return new Client(origin, await openSession(db, { loginId, groupId, orgId, deviceId: 'test', ip: '127.0.0.1' }))
}

/** The id of a role by its code. */
export async function roleId(shop: Shop, code: string): Promise<number> {
  const row = await shop.db.tenant(shop.groupId, (tx) =>
    tx.one<{ id: number }>({
      text: 'select id from role where group_id = $1 and code = $2',
      values: [tx.groupId, code],
    }),
  )
  return row?.id as number
}

/** A second organisation of the group with one warehouse. */
export async function openBranch(shop: Shop, code = '02', name = '测试分店') {
  return shop.db.tenant(shop.groupId, async (tx) => {
    const orgId = await createOrg(tx, {
      code,
      name,
      shortName: name,
      orgType: 'parts_trade',
      taxpayerKind: 'small',
      startMonth: 202601,
    })
    const warehouseId = await one(tx, 'warehouse', { org_id: orgId, code: 'FC', name: '分仓', is_default: true })
    return { orgId, warehouseId }
  })
}

/** Assigns a user to another organisation with roles, as an owner would. */
export const assign = (shop: Shop, userId: number, orgId: number, roles: readonly string[]): Promise<unknown> =>
  shop.db.tenant(shop.groupId, async (tx) => {
    await tx.insert('user_org', ['group_id', 'user_id', 'org_id'], [[tx.groupId, userId, orgId]])
    await tx.query({
      text: `insert into user_role (group_id, user_id, org_id, role_id)
        select $1, $2, $3, r.id from role r where r.group_id = $1 and r.code = any ($4::text[]) returning role_id`,
      values: [tx.groupId, userId, orgId, roles],
    })
    await tx.query({
      text: 'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
      values: [tx.groupId, userId],
    })
  })

/**
 * What a user has of his own above his roles: buttons that were withdrawn from him, fields that he is not to see. What he had so
 * before ends.
 */
export const withdraw = (
  shop: Shop,
  { userId }: Worker,
  { buttons = [], fields = [] }: { buttons?: readonly number[]; fields?: readonly string[] },
): Promise<unknown> =>
  shop.db.tenant(shop.groupId, async (tx) => {
    const whose = [tx.groupId, userId]
    await Promise.all([
      tx.query({
        name: 'end-own-buttons',
        text: 'delete from user_button where group_id = $1 and user_id = $2',
        values: whose,
      }),
      tx.query({
        name: 'end-own-fields',
        text: 'delete from user_field where group_id = $1 and user_id = $2',
        values: whose,
      }),
      tx.query({
        name: 'withdraw-buttons',
        text: `insert into user_button (group_id, user_id, org_id, button_id, is_granted)
          select $1, $2, $3, unnest($4::int[]), false returning user_id`,
        values: [...whose, shop.orgId, buttons],
      }),
      tx.query({
        name: 'withdraw-fields',
        text: `insert into user_field (group_id, user_id, org_id, field, is_visible)
          select $1, $2, $3, unnest($4::text[]), false returning user_id`,
        values: [...whose, shop.orgId, fields],
      }),
      tx.query({
        name: 'access-has-changed',
        text: 'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
        values: whose,
      }),
    ])
  })
