import { searchPartners } from '@chepu/contract/basics/lookups'
import { partnerRoutes } from '@chepu/contract/customers/partner'
import { partnerMerge } from '@chepu/contract/customers/partner-merge'
import type { App } from '../kernel/http/bind'
import { registerDocument } from '../kernel/document/registry'
import { enqueueExport } from '../kernel/export/enqueue'
import { registerExport } from '../kernel/export/registry'
import { listPartners, partnerExport, partnerTotals } from './partner/list'
import { lookupPartners } from './partner/lookup'
import { changeCredit, enablePartner, removePartner, savePartner, transferPartners } from './partner/save'
import { partnerMerges } from './partner/merge-balances'
import { mergePartners, previewPartnerMerge } from './partner/merge'
import { readPartner } from './partner/view'
import { bindCustomerViews } from './more-routes'
import { bindVehicles } from './vehicle/routes'

/** Calls about partners, customers, suppliers and all others one trades with, and about customers' cars. */
export function bindCustomers({ bind }: App): void {
  bindVehicles(bind)
  bindCustomerViews(bind)
  registerExport('partner', partnerExport)
  registerDocument({ def: partnerMerge, priceField: null, family: partnerMerges })
  registerExport('supplier', { ...partnerExport, title: '供应商资料' })
  bind.reads(searchPartners, (tx, { query }) => lookupPartners(tx, query))
  bind(partnerRoutes.list, (tx, { query }) => listPartners(tx, query))
  bind(partnerRoutes.totals, (tx, { query }) => partnerTotals(tx, query))
  bind(partnerRoutes.read, (tx, { params }) => readPartner(tx, params.id))
  bind(partnerRoutes.save, (tx, { body }) => savePartner(tx, body))
  bind(partnerRoutes.credit, (tx, { params, body }) => changeCredit(tx, params.id, body))
  bind(partnerRoutes.enable, (tx, { params, body }) => enablePartner(tx, params.id, body))
  bind(partnerRoutes.remove, (tx, { params }) => removePartner(tx, params.id))
  bind.reads(partnerRoutes.mergePreview, (tx, { params, query }) => previewPartnerMerge(tx, params.id, query.sourceId))
  bind(partnerRoutes.merge, (tx, { params, body }) => mergePartners(tx, params.id, body.sourceId))
  bind(partnerRoutes.transfer, (tx, { body }) => transferPartners(tx, body.ids, body.salespersonId))
  bind(partnerRoutes.export, (tx, { body }) =>
    // The roles beside the customers' (1) are those of the supplier view.
    enqueueExport(tx, body.filters.role === 1 ? 'partner' : 'supplier', body),
  )
}
