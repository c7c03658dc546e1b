import type { PartnerRow } from '@chepu/contract/customers/partner'
import { otherRoles } from '@chepu/contract/kernel/partner-roles'
import type { Column } from '../kit/list/columns'
import { supplierColumns } from './partner/columns'
import { PartnerList } from './partner/partner-list'
import { roleNames } from './partner/roles'

const columns: Column<PartnerRow>[] = supplierColumns.map((column) =>
  column.key === 'cusFlag' ? { ...column, render: (row) => roleNames(row.cusFlag) } : column,
)

/** 供应商管理: suppliers, makers, insurers, carriers and sister organisations, the same list in other roles. */
export default function SupplierList() {
  return <PartnerList name="suppliers" title="供应商" role={otherRoles} columns={columns} />
}
