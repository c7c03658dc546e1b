import { authButtons, type userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { everyWarehouseFlag, type WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import { pushPermission } from '../../kernel/notify/notify'
import { assertHolds, gainBy } from './gain'
import { aboveCaller, assertTouch, lockPerson, orgsWith, ownHoldings, ownHoldingsIn } from './reach'

const columnOf = (flag: WarehouseFlag) => `can_${flag}`

interface UserRow {
  userId: number
  username: string
  realName: string
  isProtected: boolean
  hasAll: boolean
  version: number
}

/** 仓库权限 of one organisation: its active members and all its warehouses. */
export async function readUserWarehouses(tx: CallerTx, orgId: number) {
  if (!(await orgsWith(tx, [authButtons.view])).includes(orgId)) notFound('企业')
  const warehouses = await tx.query<{ id: number; name: string; isActive: boolean }>({
    text: `select id, name, is_active from warehouse where group_id = $1 and org_id = $2 and kind <> 'transit' order by is_active desc, code`,
    values: [tx.groupId, orgId],
  })
  const users = await tx.select<UserRow>(sql<UserRow>`select u.id as user_id, u.username, u.real_name, u.version,
      ${aboveCaller(tx)} as is_protected,
      exists (select 1 from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
        where ur.group_id = u.group_id and ur.user_id = u.id and ur.org_id = ${orgId} and r.all_warehouses) as has_all
    from user_org uo
    join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
    join shared.login l on l.id = u.id and l.group_id = u.group_id
    where uo.group_id = ${tx.groupId} and uo.org_id = ${orgId} and uo.is_active order by u.username`)
  const cells = groupBy(await cellsOf(tx, orgId), (cell) => cell.userId)
  const own = await ownHoldings(tx, orgId)
  return {
    orgId,
    warehouses,
    users: users.map((user) => ({
      ...user,
      cells: (cells.get(user.userId) ?? []).map(({ userId: _, ...cell }) => cell),
    })),
    grantable: [...own.warehouses].map(([warehouseId, held]) => ({ warehouseId, flags: [...held] })),
  }
}

async function cellsOf(tx: CallerTx, orgId: number) {
  const rows = await tx.query<{ userId: number; warehouseId: number; held: WarehouseFlag[] }>({
    text: `select uw.user_id, uw.warehouse_id, array_remove(array[case when can_view then 'view' end, case when can_in then 'in' end,
        case when can_out then 'out' end, case when can_count then 'count' end, case when can_transfer then 'transfer' end,
        case when can_cost then 'cost' end], null) as held
      from user_warehouse uw join warehouse w on w.group_id = uw.group_id and w.id = uw.warehouse_id
      where uw.group_id = $1 and w.org_id = $2 and w.kind <> 'transit'`,
    values: [tx.groupId, orgId],
  })
  return rows.map(({ held, ...row }) => ({ ...row, flags: held }))
}

type Body = BodyOf<typeof userWarehouseRoutes.save>

/** Saves the warehouses of several users; a cell that is not named stays. Who may do anything there may also look. */
export async function saveUserWarehouses(tx: CallerTx, { orgId, users }: Body) {
  const own = await ownHoldingsIn(tx, orgId, [authButtons.warehouse])
  const rows = await tx.query<{ id: number }>({
    text: "select id from warehouse where group_id = $1 and org_id = $2 and kind <> 'transit' for share",
    values: [tx.groupId, orgId],
  })
  const here = new Set(rows.map((row) => row.id))
  // Always in the same order, so that two administrators do not wait for each other in a circle.
  for (const user of users.toSorted((a, b) => a.userId - b.userId)) {
    if (user.cells.some((cell) => !here.has(cell.warehouseId))) notFound('仓库')
    const person = await lockPerson(tx, user.userId, [orgId], user.version)
    assertTouch(person)
    assertHolds(own, await gainBy(tx, { userId: user.userId, orgId }, () => write(tx, user)))
    await audit(tx, {
      entity: 'user_warehouse',
      entityId: user.userId,
      action: 'update',
      detail: { orgId, cells: user.cells },
    })
  }
  pushPermission(
    tx,
    users.map((user) => user.userId),
  )
  return { users: users.length }
}

async function write(tx: CallerTx, user: Body['users'][number]): Promise<void> {
  await tx.query({
    text: 'delete from user_warehouse where group_id = $1 and user_id = $2 and warehouse_id = any ($3::bigint[])',
    values: [tx.groupId, user.userId, user.cells.map((cell) => cell.warehouseId)],
  })
  const kept = new Map(user.cells.filter((cell) => cell.flags.length > 0).map((cell) => [cell.warehouseId, cell.flags]))
  await tx.insert(
    'user_warehouse',
    ['group_id', 'user_id', 'warehouse_id', ...everyWarehouseFlag.map(columnOf)],
    [...kept].map(([warehouseId, held]) => [
      tx.groupId,
      user.userId,
      warehouseId,
      ...everyWarehouseFlag.map((flag) => flag === 'view' || held.includes(flag)),
    ]),
  )
  await tx.query({
    text: 'update app_user set version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, user.userId],
  })
}
