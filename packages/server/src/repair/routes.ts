import { bayRoutes } from '@chepu/contract/repair/bay'
import { businessTypeRoutes, qualityRuleRoutes } from '@chepu/contract/repair/business-type'
import { carOffers as carOffersRoute } from '@chepu/contract/repair/car-offers'
import { faultCodeRoutes } from '@chepu/contract/repair/fault-code'
import {
  listBays as lookUpBays,
  listBusinessTypes as lookUpBusinessTypes,
  listRepairForms,
  listTechnicians as lookUpTechnicians,
  listWorkerTypes as lookUpWorkerTypes,
  searchServiceItems,
} from '@chepu/contract/repair/lookups'
import { repairRecords } from '@chepu/contract/repair/records'
import { serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { servicePackageRoutes } from '@chepu/contract/repair/service-package'
import { technicianRoutes } from '@chepu/contract/repair/technician'
import { workerTypeRoutes } from '@chepu/contract/repair/worker-type'
import { wordsOf } from '../basics/public'
import { enqueueExport } from '../kernel/export/enqueue'
import { registerExport } from '../kernel/export/registry'
import type { Bind } from '../kernel/http/bind'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { bindQuery } from '../kernel/query/query'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bayTotals, enableBay, listBays, removeBay, saveBay } from './bay/bay'
import {
  businessTypeTotals,
  enableBusinessType,
  listBusinessTypes,
  removeBusinessType,
  saveBusinessType,
} from './business-type/business-type'
import {
  enableQualityRule,
  listQualityRules,
  qualityRuleTotals,
  removeQualityRule,
  saveQualityRule,
} from './business-type/quality-rule'
import {
  enableFaultCode,
  faultCodeTotals,
  listFaultCodes,
  removeFaultCode,
  saveFaultCode,
} from './fault-code/fault-code'
import { repairTasks } from './home-tasks'
import { bays, businessTypes, findServiceItems, technicians, workerTypes } from './lookups/lookups'
import { carOffers } from './queries/car-offers'
import { records } from './queries/records'
import { listServiceItems, serviceItemExport, serviceItemTotals } from './service-item/list'
import { enableServiceItem, readServiceItem, removeServiceItem, saveServiceItem } from './service-item/save'
import {
  enableServicePackage,
  listServicePackages,
  readServicePackage,
  removeServicePackage,
  saveServicePackage,
  servicePackageTotals,
} from './service-package/service-package'
import {
  enableTechnician,
  listTechnicians,
  removeTechnician,
  saveTechnician,
  technicianTotals,
} from './technician/technician'
import {
  enableWorkerType,
  listWorkerTypes,
  removeWorkerType,
  saveWorkerType,
  workerTypeTotals,
} from './worker-type/worker-type'
import { workOrderKind } from './work-order/actions'

/** Calls of the repair shop. */
export function bindRepair(bind: Bind): void {
  bindPeople(bind)
  bindTypes(bind)
  bindCatalogue(bind)
  bindLookups(bind)
  bindOrders(bind)
}

/** Orders, and what is known of the cars that they were written for. */
function bindOrders(bind: Bind): void {
  registerHomeTasks('repair', repairTasks)
  bindRepairDocument(bind, workOrderKind)
  bindQuery(bind, repairRecords, records)
  bind.reads(carOffersRoute, (tx, { query }) => carOffers(tx, query))
}

/** Who repairs, and where. */
function bindPeople(bind: Bind): void {
  bind(workerTypeRoutes.list, (tx, { query }) => listWorkerTypes(tx, query))
  bind(workerTypeRoutes.totals, (tx, { query }) => workerTypeTotals(tx, query))
  bind(workerTypeRoutes.save, (tx, { body }) => saveWorkerType(tx, body))
  bind(workerTypeRoutes.enable, (tx, { params, body }) => enableWorkerType(tx, params.id, body))
  bind(workerTypeRoutes.remove, (tx, { params }) => removeWorkerType(tx, params.id))

  bind(technicianRoutes.list, (tx, { query }) => listTechnicians(tx, query))
  bind(technicianRoutes.totals, (tx, { query }) => technicianTotals(tx, query))
  bind(technicianRoutes.save, (tx, { body }) => saveTechnician(tx, body))
  bind(technicianRoutes.enable, (tx, { params, body }) => enableTechnician(tx, params.id, body))
  bind(technicianRoutes.remove, (tx, { params }) => removeTechnician(tx, params.id))

  bind(bayRoutes.list, (tx, { query }) => listBays(tx, query))
  bind(bayRoutes.totals, (tx, { query }) => bayTotals(tx, query))
  bind(bayRoutes.save, (tx, { body }) => saveBay(tx, body))
  bind(bayRoutes.enable, (tx, { params, body }) => enableBay(tx, params.id, body))
  bind(bayRoutes.remove, (tx, { params }) => removeBay(tx, params.id))
}

/** Types of business and how long their work is answered for. */
function bindTypes(bind: Bind): void {
  bind(businessTypeRoutes.list, (tx, { query }) => listBusinessTypes(tx, query))
  bind(businessTypeRoutes.totals, (tx, { query }) => businessTypeTotals(tx, query))
  bind(businessTypeRoutes.save, (tx, { body }) => saveBusinessType(tx, body))
  bind(businessTypeRoutes.enable, (tx, { params, body }) => enableBusinessType(tx, params.id, body))
  bind(businessTypeRoutes.remove, (tx, { params }) => removeBusinessType(tx, params.id))

  bind(qualityRuleRoutes.list, (tx, { query }) => listQualityRules(tx, query))
  bind(qualityRuleRoutes.totals, (tx, { query }) => qualityRuleTotals(tx, query))
  bind(qualityRuleRoutes.save, (tx, { body }) => saveQualityRule(tx, body))
  bind(qualityRuleRoutes.enable, (tx, { params, body }) => enableQualityRule(tx, params.id, body))
  bind(qualityRuleRoutes.remove, (tx, { params }) => removeQualityRule(tx, params.id))
}

/** What is done to cars, alone and in packages, and what ails them. */
function bindCatalogue(bind: Bind): void {
  registerExport('service_item', serviceItemExport)
  bind(serviceItemRoutes.list, (tx, { query }) => listServiceItems(tx, query))
  bind(serviceItemRoutes.totals, (tx, { query }) => serviceItemTotals(tx, query))
  bind(serviceItemRoutes.read, (tx, { params }) => readServiceItem(tx, params.id))
  bind(serviceItemRoutes.save, (tx, { body }) => saveServiceItem(tx, body))
  bind(serviceItemRoutes.enable, (tx, { params, body }) => enableServiceItem(tx, params.id, body))
  bind(serviceItemRoutes.remove, (tx, { params }) => removeServiceItem(tx, params.id))
  bind(serviceItemRoutes.export, (tx, { body }) => enqueueExport(tx, 'service_item', body))

  bind(servicePackageRoutes.list, (tx, { query }) => listServicePackages(tx, query))
  bind(servicePackageRoutes.totals, (tx, { query }) => servicePackageTotals(tx, query))
  bind(servicePackageRoutes.read, (tx, { params }) => readServicePackage(tx, params.id))
  bind(servicePackageRoutes.save, (tx, { body }) => saveServicePackage(tx, body))
  bind(servicePackageRoutes.enable, (tx, { params, body }) => enableServicePackage(tx, params.id, body))
  bind(servicePackageRoutes.remove, (tx, { params }) => removeServicePackage(tx, params.id))

  bind(faultCodeRoutes.list, (tx, { query }) => listFaultCodes(tx, query))
  bind(faultCodeRoutes.totals, (tx, { query }) => faultCodeTotals(tx, query))
  bind(faultCodeRoutes.save, (tx, { body }) => saveFaultCode(tx, body))
  bind(faultCodeRoutes.enable, (tx, { params, body }) => enableFaultCode(tx, params.id, body))
  bind(faultCodeRoutes.remove, (tx, { params }) => removeFaultCode(tx, params.id))
}

/** What the editors of the repair shop choose from. */
function bindLookups(bind: Bind): void {
  bind.reads(searchServiceItems, (tx, { query }) => findServiceItems(tx, query))
  bind(lookUpBusinessTypes, async (tx) => ({ rows: await businessTypes(tx) }))
  bind(listRepairForms, async (tx) => ({ rows: await wordsOf(tx, 'repair_form') }))
  bind(lookUpWorkerTypes, async (tx) => ({ rows: await workerTypes(tx) }))
  bind(lookUpTechnicians, async (tx) => ({ rows: await technicians(tx) }))
  bind(lookUpBays, async (tx) => ({ rows: await bays(tx) }))
}
