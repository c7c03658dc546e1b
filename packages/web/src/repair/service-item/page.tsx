import { MasterTabs } from '../../kit/form/master-tabs'
import { FaultCodes } from './fault-codes'
import { ServiceItems } from './list'
import { ServicePackages } from './packages'

/** 服务项目, 项目套餐 and 故障代码 (business/repair-masters 1.6 to 1.8). */
export default function ServiceItemsPage() {
  return (
    <MasterTabs
      tabs={[
        { key: 'items', label: '服务项目', children: <ServiceItems /> },
        { key: 'packages', label: '项目套餐', children: <ServicePackages /> },
        { key: 'faults', label: '故障代码', children: <FaultCodes /> },
      ]}
    />
  )
}
