import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { permissionCatalogue, rolePermissionRoutes, roleRoutes } from '@chepu/contract/access/role'
import {
  administeredOrgs,
  freeEmployees,
  membershipRoutes,
  ownUnbind,
  ownUser,
  userRoleRoutes,
  userRoutes,
} from '@chepu/contract/access/user'
import {
  dataScopeRoutes,
  effectiveRights,
  privilegeRoutes,
  userWarehouseRoutes,
} from '@chepu/contract/access/user-rights'
import type { App } from '../../kernel/http/bind'
import type { Caller } from '../../kernel/caller/caller'
import { catalogueOf } from './catalogue'
import { readDataScopes, saveDataScopes } from './data-scopes'
import { effectiveOf } from './effective'
import {
  administered,
  listFreeEmployees,
  listMemberships,
  membershipTotals,
  readRoles,
  saveMembership,
  saveRoles,
} from './memberships'
import { listKeys, listUsage, makeKey, stopKey } from './program-keys'
import { readPrivilege, savePrivilege } from './privileges'
import { readPermissions, savePermissions } from './role-permissions'
import { listRoles, roleMembers, roleTotals, saveRole } from './roles'
import { enableUser, kickUser, listUsers, resetPassword, saveOwnUser, saveUser, unbindUser, userTotals } from './users'
import { unbindIdentity } from '../../shell/public'
import { readUserWarehouses, saveUserWarehouses } from './warehouses'

/** Users, roles and rights (business/access 3, 4). */
export function bindRights({ bind, bindOpen, keyUsage, routes }: App): void {
  bind(userRoutes.list, (tx, { query }) => listUsers(tx, query))
  bind(userRoutes.totals, (tx, { query }) => userTotals(tx, query))
  bind(userRoutes.enable, (tx, { params, body }) => enableUser(tx, params.id, body))
  bind(userRoutes.kick, (tx, { params }) => kickUser(tx, params.id))
  bind(userRoutes.save, (tx, { body }) => saveUser(tx, body))
  bind(userRoutes.resetPassword, (tx, { params }) => resetPassword(tx, params.id))
  bind(userRoutes.unbind, (tx, { params, body }) => unbindUser(tx, params.id, body.provider))
  // Its password is tried in a transaction of its own, so that a wrong one counts though the change is refused.
  bindOpen(ownUser, ({ db, caller, body }) => saveOwnUser(db, caller as Caller, body))
  bind(ownUnbind, async (tx, { body }) => {
    await unbindIdentity(tx, tx.caller.userId, body.provider)
    return {}
  })

  bind(programKeyRoutes.list, (tx, { params }) => listKeys(tx, params.id))
  bind(programKeyRoutes.make, (tx, { params, body }) => makeKey(tx, params.id, body))
  bind(programKeyRoutes.stop, (tx, { params }) => stopKey(tx, params.id, params.keyId))
  bindOpen(programKeyRoutes.usage, async ({ db, caller, params, query }) => {
    await keyUsage.write()
    const summaries = new Map(routes.map((route) => [`${route.method} ${route.path}`, route.summary]))
    return db.as(caller as Caller, (tx) => listUsage(tx, params.id, query, summaries))
  })

  bind(userRoleRoutes.read, (tx, { query }) => readRoles(tx, query.userId))
  bind(userRoleRoutes.save, (tx, { body }) => saveRoles(tx, body))
  bind(membershipRoutes.list, (tx, { query }) => listMemberships(tx, query))
  bind(membershipRoutes.totals, (tx, { query }) => membershipTotals(tx, query))
  bind(membershipRoutes.save, (tx, { body }) => saveMembership(tx, body))
  bind(freeEmployees, (tx, { query }) => listFreeEmployees(tx, query.orgId))
  bind(administeredOrgs, (tx) => administered(tx))

  bind(roleRoutes.list, (tx, { query }) => listRoles(tx, query))
  bind(roleRoutes.totals, (tx, { query }) => roleTotals(tx, query))
  bind(roleRoutes.save, (tx, { body }) => saveRole(tx, body))
  bind(roleRoutes.members, (tx, { query }) => roleMembers(tx, query.roleId))
  bind(rolePermissionRoutes.read, (tx, { query }) => readPermissions(tx, query.roleId))
  bind(rolePermissionRoutes.save, (tx, { body }) => savePermissions(tx, body))
  bind(permissionCatalogue, (tx) => catalogueOf(tx))

  bind(privilegeRoutes.read, (tx, { query }) => readPrivilege(tx, query))
  bind(privilegeRoutes.save, (tx, { body }) => savePrivilege(tx, body))
  bind(effectiveRights, (tx, { query }) => effectiveOf(tx, query))
  bind(userWarehouseRoutes.read, (tx, { query }) => readUserWarehouses(tx, query.orgId))
  bind(userWarehouseRoutes.save, (tx, { body }) => saveUserWarehouses(tx, body))
  bind(dataScopeRoutes.read, (tx, { query }) => readDataScopes(tx, query.orgId))
  bind(dataScopeRoutes.save, (tx, { body }) => saveDataScopes(tx, body))
}
