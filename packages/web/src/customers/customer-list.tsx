import { customerButtons } from '@chepu/contract/customers/partner'
import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { Tabs } from 'antd'
import { useSession } from '../kit/base/session'
import { customerColumns } from './partner/columns'
import { PartnerList } from './partner/partner-list'
import { VehicleList } from './vehicle/vehicle-list'

/** 客户管理 (business/customers 1), with all their cars beside them for who may see cars. */
export default function CustomerList() {
  const { has } = useSession()
  const customers = <PartnerList name="customer" title="客户" role={partnerRoles.customer} columns={customerColumns} />
  if (!has(vehicleButtons.view) || !has(customerButtons.view)) return customers
  return (
    <Tabs
      size="small"
      className="kit-tabs"
      items={[
        { key: 'customers', label: '客户', children: customers },
        { key: 'vehicles', label: '车辆', children: <VehicleList /> },
      ]}
    />
  )
}
