import { orgRoutes, shopRoutes } from '@chepu/contract/access/org'
import { companyRoutes, orgTypeRoutes, storeTypeRoutes } from '@chepu/contract/access/org-masters'
import {
  departmentEmployees,
  departmentRoutes,
  employeeRoutes,
  positionRoutes,
  teamRoutes,
} from '@chepu/contract/access/staff'
import type { App } from '../../kernel/http/bind'
import { abdicate, orgMembers } from './abdication'
import { withBarriers } from '../rights/roles'
import { enableDepartment, listDepartments, removeDepartment, saveDepartment } from './department'
import { employeesOf, employeeTotals, listEmployees, saveEmployee, transferEmployee } from './employee'
import { leaveOrReturn, openEmployeeAccount, rolesToGive } from './employee-account'
import { enableOrg, saveConfig, updateOrg } from './org'
import { listOrgs, orgNodes, orgTotals, readOrg } from './org-list'
import { enablePosition, listPositions, positionTotals, removePosition, savePosition } from './position'
import { saveShop } from './shop'
import { companies, orgTypes, storeTypes } from './small-masters'
import { enableTeam, listTeams, removeTeam, saveTeam, teamTotals } from './team'

/** Organisations, departments, employees and their masters (business/access 2, 3, business/basics 8). */
export function bindOrganisations({ bind }: App): void {
  bind(orgRoutes.list, (tx, { query }) => listOrgs(tx, query))
  bind(orgRoutes.totals, (tx, { query }) => orgTotals(tx, query))
  bind(orgRoutes.read, (tx, { params }) => readOrg(tx, params.id))
  bind(orgRoutes.nodes, (tx, { query }) => orgNodes(tx, query))
  bind(orgRoutes.update, (tx, { body }) => updateOrg(tx, body))
  bind(orgRoutes.enable, (tx, { params, body }) => enableOrg(tx, params.id, body))
  bind(orgRoutes.config, (tx, { body }) => saveConfig(tx, body))
  bind(orgRoutes.members, (tx, { params }) => orgMembers(tx, params.id))
  bind(orgRoutes.abdicate, (tx, { body }) => abdicate(tx, body))

  bind(shopRoutes.list, (tx, { query }) => listOrgs(tx, query, true))
  bind(shopRoutes.totals, (tx, { query }) => orgTotals(tx, query, true))
  bind(shopRoutes.save, (tx, { body }) => saveShop(tx, body))

  bind(orgTypeRoutes.save, (tx, { body }) => orgTypes.save(tx, body))
  bind(storeTypeRoutes.save, (tx, { body }) => storeTypes.save(tx, body))
  bind(companyRoutes.save, (tx, { body }) => companies.save(tx, body))
  bind(orgTypeRoutes.list, (tx, { query }) => orgTypes.list(tx, query))
  bind(storeTypeRoutes.list, (tx, { query }) => storeTypes.list(tx, query))
  bind(companyRoutes.list, (tx, { query }) => companies.list(tx, query))
  for (const [routes, master] of [
    [orgTypeRoutes, orgTypes],
    [storeTypeRoutes, storeTypes],
    [companyRoutes, companies],
  ] as const) {
    bind(routes.totals, (tx, { query }) => master.totals(tx, query))
    bind(routes.enable, (tx, { params, body }) => master.enable(tx, params.id, body))
    bind(routes.remove, (tx, { params }) => master.remove(tx, params.id))
  }
  bindStaff(bind)
}

function bindStaff(bind: App['bind']): void {
  bind(departmentRoutes.list, async (tx) => ({ rows: await listDepartments(tx) }))
  bind(departmentRoutes.save, (tx, { body }) => saveDepartment(tx, body))
  bind(departmentRoutes.enable, (tx, { params, body }) => enableDepartment(tx, params.id, body))
  bind(departmentRoutes.remove, (tx, { params }) => removeDepartment(tx, params.id))
  bind(departmentEmployees, async (tx, { query }) => ({ rows: await employeesOf(tx, query.departmentId) }))

  bind(employeeRoutes.list, (tx, { query }) => listEmployees(tx, query))
  bind(employeeRoutes.totals, (tx, { query }) => employeeTotals(tx, query))
  bind(employeeRoutes.save, (tx, { body }) => saveEmployee(tx, body))
  bind(employeeRoutes.transfer, (tx, { params, body }) => transferEmployee(tx, params.id, body))
  bind(employeeRoutes.leave, (tx, { params, body }) => leaveOrReturn(tx, params.id, body))
  bind(employeeRoutes.account, (tx, { params, body }) => openEmployeeAccount(tx, params.id, body))
  bind(employeeRoutes.roles, async (tx) => ({ rows: await withBarriers(tx, await rolesToGive(tx)) }))

  bind(teamRoutes.list, (tx, { query }) => listTeams(tx, query))
  bind(teamRoutes.totals, (tx, { query }) => teamTotals(tx, query))
  bind(teamRoutes.save, (tx, { body }) => saveTeam(tx, body))
  bind(teamRoutes.enable, (tx, { params, body }) => enableTeam(tx, params.id, body))
  bind(teamRoutes.remove, (tx, { params }) => removeTeam(tx, params.id))

  bind(positionRoutes.list, (tx, { query }) => listPositions(tx, query))
  bind(positionRoutes.totals, (tx, { query }) => positionTotals(tx, query))
  bind(positionRoutes.save, (tx, { body }) => savePosition(tx, body))
  bind(positionRoutes.enable, (tx, { params, body }) => enablePosition(tx, params.id, body))
  bind(positionRoutes.remove, (tx, { params }) => removePosition(tx, params.id))
}
