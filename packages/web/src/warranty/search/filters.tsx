import { labelsOf, statesIn } from '@chepu/contract/kernel/states'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { DateRangeFilter, OrgsFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import type { FilterValues } from '../../kit/list/use-filters'
import { PartnerFilter } from '../../pickers/filters'

const posted = new Set<string>(statesIn(warrantyBill, 'posted'))
const states = Object.fromEntries(Object.entries(labelsOf(warrantyBill.states)).filter(([state]) => posted.has(state)))

/** Filters that all searches of 三包 have, so that one leads to the next with them; what is asked of its rows stands between. */
export const manufacturerFilter = (
  <>
    <DateRangeFilter />
    <PartnerFilter name="manufacturerId" title="厂家" role={['manufacturer', 'supplier']} />
  </>
)
export const billFilters = (
  <>
    <SelectFilter name="state" title="状态" options={states} multiple more />
    <TextFilter name="billNo" title="单号" more />
    <TextFilter name="car" title="车牌/VIN" more />
  </>
)
export const orgsFilter = <OrgsFilter area={warrantyBill.area} />

const billKeys = ['from', 'to', 'orgs', 'manufacturerId', 'state', 'billNo', 'car']

/** What of the filters of a search every other one takes as well. */
export const billQuery = (filters: FilterValues): FilterValues =>
  Object.fromEntries(Object.entries(filters).filter(([key, value]) => billKeys.includes(key) && value))
