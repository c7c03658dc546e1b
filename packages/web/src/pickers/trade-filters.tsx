import type { PartnerRole } from '@chepu/contract/kernel/partner-roles'
import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { DateRangeFilter, FlagFilter, OrgsFilter, TextFilter } from '../kit/list/filters'
import { EmployeeFilter, PartnerFilter, WarehouseFilter } from './filters'
import { partFilters } from './part-filters'

interface Side {
  area: ScopeArea
  role: PartnerRole
  /** What the partner and who deals with him are called. */
  partner: string
  salesperson: string
}

/** Filters that all queries of what was traded have, so that one leads to another with the same ones. */
export const tradeFilters = ({ area, role, partner, salesperson }: Side) => (
  <>
    <DateRangeFilter />
    <PartnerFilter name="partnerId" title={partner} role={role} />
    <OrgsFilter area={area} />
    <FlagFilter name="unposted" title="含未过账" />
    <EmployeeFilter name="salespersonId" title={salesperson} more />
    <WarehouseFilter name="warehouseId" more />
  </>
)

/** The same for queries of lines, with those of parts. */
export const tradedPartFilters = (side: Side) => (
  <>
    <TextFilter name="part" title="配件" placeholder="编码/名称/拼音/OE号" search />
    {tradeFilters(side)}
    {partFilters}
  </>
)
