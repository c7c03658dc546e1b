import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { customerColumns } from './partner/columns'
import { PartnerList } from './partner/partner-list'

/** 客户管理 (business/customers 1). */
export default function CustomerList() {
  return <PartnerList name="customer" title="客户" role={partnerRoles.customer} columns={customerColumns} />
}
