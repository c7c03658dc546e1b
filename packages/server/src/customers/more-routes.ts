import { customerSearch } from '@chepu/contract/customers/customer-search'
import { customerOverview, partnerLog } from '@chepu/contract/customers/customer-view'
import { followUpRoutes, followUps } from '@chepu/contract/customers/follow-up'
import { savedSearchRoutes } from '@chepu/contract/customers/saved-search'
import type { Bind } from '../kernel/http/bind'
import { bindQuery } from '../kernel/query/query'
import { followUps as followUpRows } from './follow-up/list'
import { makeFollowUps, noteResult } from './follow-up/tasks'
import { partnerLog as logRows, readOverview } from './partner/overview'
import { customerSearch as searchRows } from './queries/search'
import { listSearches, removeSearch, saveSearch } from './saved-search'

/** Calls about what is known of customers, and about calling them again (business/customers 7 to 9). */
export function bindCustomerViews(bind: Bind): void {
  bind.reads(customerOverview, (tx, { params }) => readOverview(tx, params.id))
  bindQuery(bind, partnerLog, logRows)
  bindQuery(bind, customerSearch, searchRows)
  bind.reads(savedSearchRoutes.list, (tx) => listSearches(tx))
  bind(savedSearchRoutes.save, (tx, { body }) => saveSearch(tx, body))
  bind(savedSearchRoutes.remove, (tx, { params }) => removeSearch(tx, params.id))
  bindQuery(bind, followUps, followUpRows)
  bind(followUpRoutes.make, (tx, { body }) => makeFollowUps(tx, body))
  bind(followUpRoutes.result, (tx, { params, body }) => noteResult(tx, params.id, body))
}
