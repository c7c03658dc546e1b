import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import { searchServiceItems } from '@chepu/contract/repair/lookups'
import { type ServiceItemView, serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { useSession } from '../../kit/base/session'
import { MasterEditor } from '../../kit/form/master-editor'
import { useOptions } from '../../pickers/lists'
import { useWorkerTypes } from '../../pickers/repair-lists'
import { basicFields, materialField, pricesField } from './fields'

/** 服务项目 of one item (business/repair-masters 1.7): 基本, 车型价格, 材料. */
export default function ServiceItemEditor() {
  const { has, sees, org } = useSession()
  const workerTypes = useWorkerTypes()
  const businessTypes = useOptions('businessType')
  const taxRates = useOptions('taxRate')
  const carTypes = useOptions('carType')
  const basic = basicFields({ workerTypes, businessTypes, taxRates, defaultHourPrice: org.defaultHourPrice })
  return (
    <MasterEditor<ServiceItemView>
      title="服务项目"
      tabs={[
        {
          key: 'basic',
          title: '基本',
          fields: basic.filter(({ permission }) => permission === undefined || sees(permission)),
        },
        { key: 'prices', title: '车型价格', fields: [pricesField(carTypes)] },
        { key: 'parts', title: '材料', fields: [materialField] },
      ]}
      read={serviceItemRoutes.read}
      save={serviceItemRoutes.save}
      refresh={[serviceItemRoutes.list, serviceItemRoutes.totals, searchServiceItems]}
      mayAdd={has(serviceItemButtons.add)}
      mayUpdate={() => has(serviceItemButtons.update)}
      labelOf={(row) => row.code}
    />
  )
}
