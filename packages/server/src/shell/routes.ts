import { readTableConfig, saveTableConfig } from '@chepu/contract/shell/config'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { allOrgs, basicsInfo, shopBase } from '@chepu/contract/shell/lookups'
import { freshKey, menuTree, userPermission } from '@chepu/contract/shell/session'
import { menuSwitchRoutes } from '@chepu/contract/access/menu-switch'
import { askOverride } from '@chepu/contract/kernel/override'
import { pointRoutes } from '@chepu/contract/shell/permission-point'
import type { App } from '../kernel/http/bind'
import { menuOf } from './menu-tree'
import { readSwitches, saveSwitches } from './org-screens'
import { bindFrame } from './frame-routes'
import { bindAnnouncements } from './announcement/routes'
import { bindBell } from './bell/routes'
import { bindErrorLog } from './error-log'
import { bindReleases } from './releases/routes'
import { groupOrgs } from './orgs'
import { askToPass } from './override'
import { addPoint, changePoint, listPoints, replacePoint } from './permission-points/points'
import { basicsOf } from './queries/basics-info'
import { dashboardOf } from './queries/dashboard'
import { bindResources } from './resource/routes'
import { bindProviders } from './sign-in/provider-routes'
import { bindSignIn } from './sign-in/routes'
import { bindWays } from './sign-in/way-routes'
import { readColumns, saveColumns } from './table-config'
import { orgInfoOf, permissionOf } from './user-info'

/** The calls of every way to sign in. */
export function bindSigningIn(app: App): void {
  bindSignIn(app)
  bindWays(app)
  bindProviders(app)
}

/** The shell's calls: menu, permissions, settings of lists, home page. */
export function bindShell(app: App): void {
  const { bind } = app
  bind(menuTree, (tx) => menuOf(tx))
  bind(menuSwitchRoutes.read, (tx, { query }) => readSwitches(tx, query.orgid))
  bind(menuSwitchRoutes.save, (tx, { body }) => saveSwitches(tx, body))
  bind(pointRoutes.list, (tx) => listPoints(tx))
  bind(pointRoutes.add, (tx, { body }) => addPoint(tx, body))
  bind(pointRoutes.replace, (tx, { body }) => replacePoint(tx, body))
  bind(pointRoutes.change, (tx, { body }) => changePoint(tx, body))
  bindFrame(app)
  bindBell(app)
  bindResources(app)
  bindAnnouncements(app)
  bindReleases(app)
  bindErrorLog(app)
  bind(userPermission, (tx) => permissionOf(tx.caller))
  bind(shopBase, (tx) => orgInfoOf(tx, tx.caller))
  bind(allOrgs, (tx) => groupOrgs(tx))
  bind(basicsInfo, (tx) => basicsOf(tx))
  bind(freshKey, () => ({ uuid: crypto.randomUUID() }))
  bind(dashboard, (tx) => dashboardOf(tx))
  bind(askOverride, (tx, { body }) => askToPass(tx, body))
  bind(readTableConfig, async (tx, { params }) => ({ columns: await readColumns(tx, params.table_name) }))
  bind(saveTableConfig, async (tx, { params, body }) => {
    await saveColumns(tx, params.table_name, body.columns)
    return { columns: body.columns }
  })
}
