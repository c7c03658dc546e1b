import { warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { warrantyPoliciesOf } from '@chepu/contract/warranty/policies-of'
import { policyRoutes } from '@chepu/contract/warranty/policy'
import { warrantyRadar } from '@chepu/contract/warranty/radar'
import { enqueueExport } from '../kernel/export/enqueue'
import { registerExport } from '../kernel/export/registry'
import { creditParts, replaceParts } from '@chepu/contract/warranty/remedy'
import {
  billSlip,
  makeBill,
  ordersToBill as ordersToBillRoute,
  warrantyFaults,
} from '@chepu/contract/warranty/warranty-bill'
import type { App, Bind } from '../kernel/http/bind'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { registerLiveTasks } from '../kernel/notify/live-tasks'
import { bindRepairDocument } from '../kernel/repair/routes'
import { billKind } from './bill/actions'
import { claimsDue } from './bill/deadlines'
import { faultsOf } from './bill/faults'
import { makeBillOf } from './bill/make'
import { ordersToBill } from './bill/orders'
import { billPrices } from './bill/prices'
import { slipOf } from './bill/slip'
import { bindClaims } from './claim/routes'
import { bindClaimDocument } from './claim-documents/routes'
import { warrantyTasks } from './home-tasks'
import { oldPartReturnKind } from './old-part/return'
import { bindOldParts } from './old-part/routes'
import { listPolicies, policyTotals } from './policy/list'
import { policiesOf } from './policy/of'
import { enablePolicy, readPolicy, removePolicy, savePolicy } from './policy/save'
import { enableQuota, listQuotas, quotaExport, quotaTotals, removeQuota, saveQuota } from './quota/quota'
import { radarOf } from './queries/radar'
import { bindSearches } from './queries/routes'
import { creditPartsOf, replacePartsOf } from './remedy/make'
import { bindSettlements } from './settlement/routes'

/** The three guarantees: what manufacturers promise, what is done at their expense, and what they owe for it. */
export function bindWarranty({ bind, bindOpen }: App): void {
  bindPolicies(bind)
  bindBills(bind)
  bindClaims({ bind, bindOpen })
  bindClaimDocument(bind, oldPartReturnKind)
  bindOldParts(bind)
  bindSettlements(bind)
  bindSearches(bind)
  registerHomeTasks('warranty', warrantyTasks)
  registerLiveTasks('warranty', claimsDue)
}

/** 厂家三包政策, 厂家工时定额, and what they say of a car and its parts. */
function bindPolicies(bind: Bind): void {
  bind(policyRoutes.list, (tx, { query }) => listPolicies(tx, query))
  bind(policyRoutes.totals, (tx, { query }) => policyTotals(tx, query))
  bind(policyRoutes.read, (tx, { params }) => readPolicy(tx, params.id))
  bind(policyRoutes.save, (tx, { body }) => savePolicy(tx, body))
  bind(policyRoutes.enable, (tx, { params, body }) => enablePolicy(tx, params.id, body))
  bind(policyRoutes.remove, (tx, { params }) => removePolicy(tx, params.id))

  registerExport('labour_quota', quotaExport)
  bind(quotaRoutes.list, (tx, { query }) => listQuotas(tx, query))
  bind(quotaRoutes.totals, (tx, { query }) => quotaTotals(tx, query))
  bind(quotaRoutes.save, (tx, { body }) => saveQuota(tx, body))
  bind(quotaRoutes.enable, (tx, { params, body }) => enableQuota(tx, params.id, body))
  bind(quotaRoutes.remove, (tx, { params }) => removeQuota(tx, params.id))
  bind(quotaRoutes.export, (tx, { body }) => enqueueExport(tx, 'labour_quota', body))

  bind.reads(warrantyPoliciesOf, async (tx, { query }) => ({ rows: await policiesOf(tx, query) }))
  bind.reads(warrantyRadar, (tx, { query }) => radarOf(tx, query))
}

/** 三包单, and what they are made of. */
function bindBills(bind: Bind): void {
  bindRepairDocument(bind, billKind)
  bind.reads(ordersToBillRoute, (tx, { query }) => ordersToBill(tx, query))
  bind.reads(warrantyFaults, (tx, { query }) => faultsOf(tx, query))
  bind.reads(billSlip, (tx, { params }) => slipOf(tx, params.id))
  bind.reads(warrantyBillPrices, (tx, { query }) => billPrices(tx, query))
  bind(makeBill, (tx, { body }) => makeBillOf(tx, body))
  bind(replaceParts, (tx, { params }) => replacePartsOf(tx, params.id))
  bind(creditParts, (tx, { params }) => creditPartsOf(tx, params.id))
}
