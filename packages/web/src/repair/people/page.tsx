import { MasterTabs } from '../../kit/form/master-tabs'
import { Bays } from './bays'
import { Technicians } from './technicians'

/** 维修工 of the organisation, and the 工位 where they work (business/repair-masters 1.4, 1.5). */
export default function RepairWorkers() {
  return (
    <MasterTabs
      tabs={[
        { key: 'technicians', label: '维修工', children: <Technicians /> },
        { key: 'bays', label: '工位', children: <Bays /> },
      ]}
    />
  )
}
