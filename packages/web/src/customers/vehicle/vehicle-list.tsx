import {
  expiries,
  vehicleButtons,
  type VehicleRow,
  vehicleRoutes,
  vehicleUsages,
} from '@chepu/contract/customers/vehicle'
import { customerButtons, partnerRoutes } from '@chepu/contract/customers/partner'
import { Button } from 'antd'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { useRefreshCalls } from '../../kit/base/use-call'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useDialog } from '../../kit/ui/use-dialog'
import { useOptions } from '../../pickers/lists'
import { NewVehicleDialog } from '../../pickers/new-vehicle-dialog'
import { vehicleTitle } from './dialogs'
import { useVehicleFields } from './fields'
import { showingVehicles, useVehicleActions } from './use-vehicle-actions'

const columns: Column<VehicleRow>[] = [
  { key: 'plate', title: '车牌', width: 96, isKey: true },
  {
    key: 'partnerName',
    title: '车主',
    width: 120,
    isKey: true,
    href: (row) => `/customerEdit?id=${row.partnerId}&role=1`,
  },
  { key: 'partnerMobile', title: '手机', width: 100, sort: false },
  { key: 'carName', title: '车型', width: 200, sort: false, isKey: true },
  { key: 'carTypeName', title: '车辆类型', width: 76, sort: false },
  { key: 'colorName', title: '颜色', width: 56, sort: false },
  { key: 'vin', title: 'VIN', width: 150, sort: false },
  { key: 'engineNo', title: '发动机号', width: 110, hidden: true, sort: false },
  { key: 'usage', title: '用途', labels: vehicleUsages, width: 56, hidden: true, sort: false },
  { key: 'mileage', title: '里程', kind: 'qty', width: 80, total: false },
  { key: 'mileageOn', title: '读数日期', kind: 'date' },
  { key: 'compulsoryExpiresOn', title: '交强险到期', kind: 'date' },
  { key: 'commercialExpiresOn', title: '商业险到期', kind: 'date' },
  { key: 'inspectionExpiresOn', title: '年检到期', kind: 'date' },
  { key: 'nextMaintenanceOn', title: '下次保养', kind: 'date' },
  { key: 'nextMaintenanceKm', title: '保养里程', kind: 'qty', width: 80, total: false, sort: false },
  { key: 'purchasedOn', title: '购车日期', kind: 'date', hidden: true },
  { key: 'invoicedOn', title: '发票日期', kind: 'date', hidden: true, sort: false },
  { key: 'insurerName', title: '保险公司', width: 120, hidden: true, sort: false },
  { key: 'driverName', title: '驾驶员', width: 64, hidden: true, sort: false },
  { key: 'driverMobile', title: '驾驶员手机', width: 100, hidden: true, sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false },
  { key: 'remark', title: '备注', width: 140, sort: false },
]

/** 车辆 of all customers that one sees (business/customers 6). */
export function VehicleList() {
  const { has } = useSession()
  const { open } = useTabs()
  const refreshCalls = useRefreshCalls()
  const [actionsOf, dialogs] = useVehicleActions()
  const [register, quickDialog] = useDialog(NewVehicleDialog)
  const quick = () => void register({ text: '' }).then((made) => made && refreshCalls(...showingVehicles))
  const toolbar = () => (
    <>
      {has(vehicleButtons.add) && (
        <Button size="small" onClick={quick}>
          新车登记
        </Button>
      )}
      {has(customerButtons.import) && (
        <Button size="small" onClick={() => open('/importExcel?type=vehicle')}>
          导入
        </Button>
      )}
    </>
  )
  return (
    <>
      <MasterPage<VehicleRow>
        name="vehicles"
        title="车辆"
        routes={vehicleRoutes}
        buttons={{ ...vehicleButtons, export: customerButtons.export }}
        columns={columns}
        fields={useVehicleFields()}
        labelOf={vehicleTitle}
        refresh={[partnerRoutes.list]}
        rowActions={actionsOf}
        toolbar={toolbar}
      >
        <TextFilter name="q" title="车辆" search placeholder="车牌尾号 / VIN / 车主 / 手机尾号" />
        <SelectFilter name="carTypeId" title="车辆类型" options={useOptions('carType')} />
        <SelectFilter name="expiring" title="将到期" options={expiries} />
        <SelectFilter
          name="withinDays"
          title="天数内"
          options={{ 7: '7天内', 30: '30天内', 60: '60天内', 90: '90天内' }}
          more
        />
        <SelectFilter {...activeFilter} />
      </MasterPage>
      {dialogs}
      {quickDialog}
    </>
  )
}
