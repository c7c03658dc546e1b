import { searchPartners } from '@chepu/contract/basics/lookups'
import { vehicleUsages } from '@chepu/contract/customers/vehicle'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { Select } from 'antd'
import { useCall } from '../../kit/base/use-call'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { CarControl, OwnerControl, VinControl } from '../../pickers/car-control'
import { useOptions } from '../../pickers/lists'

const insurers = { q: '', cus_flag: partnerRoles.insurer, rows: 100 }

const Tags = ({ id, value, onChange, disabled }: FieldControl) => (
  <Select
    id={id}
    mode="tags"
    open={false}
    suffixIcon={null}
    disabled={disabled}
    placeholder="输入后回车"
    value={(value as string[] | null) ?? []}
    onChange={onChange}
  />
)

/** Fields of a car (business/customers 6.1). The owner is chosen of a new one alone. */
export function useVehicleFields(): MasterField[] {
  const types = useOptions('carType')
  const colors = useOptions('carColor')
  const found = useCall(searchPartners, { query: insurers }, { stale: 60_000 })
  const insurerNames = Object.fromEntries((found.data?.rows ?? []).map(({ id, name }) => [String(id), name]))
  return [
    { name: 'plate', title: '车牌', help: '未上牌的写“未上牌-”和VIN后6位，或留空' },
    { name: 'vin', title: 'VIN', render: (control) => <VinControl {...control} /> },
    {
      name: 'partnerId',
      title: '车主',
      required: true,
      fixed: true,
      initial: null,
      render: (control) => <OwnerControl {...control} />,
    },
    {
      name: 'car',
      title: '车型',
      initial: { seriesId: null, modelId: null, text: '' },
      render: (control) => <CarControl {...control} />,
    },
    { name: 'carTypeId', title: '车辆类型', kind: 'select', numeric: true, options: types, help: '空白时按车系' },
    { name: 'colorId', title: '车身颜色', kind: 'select', numeric: true, options: colors },
    { name: 'usage', title: '用途', kind: 'select', options: vehicleUsages, required: true, initial: 'private' },
    { name: 'engineNo', title: '发动机号' },
    { name: 'mileage', title: '里程(公里)', kind: 'decimal', help: '今天的读数；更早的读数和换表用「里程」登记' },
    { name: 'purchasedOn', title: '购车日期', kind: 'date' },
    { name: 'invoicedOn', title: '购车发票日期', kind: 'date', help: '三包期从这一天起算' },
    {
      name: 'insurerId',
      title: '保险公司',
      kind: 'select',
      numeric: true,
      options: insurerNames,
      section: '保险、年检与保养',
    },
    { name: 'compulsoryExpiresOn', title: '交强险到期', kind: 'date' },
    { name: 'commercialExpiresOn', title: '商业险到期', kind: 'date' },
    { name: 'inspectionExpiresOn', title: '年检到期', kind: 'date' },
    { name: 'nextMaintenanceOn', title: '下次保养日期', kind: 'date' },
    { name: 'nextMaintenanceKm', title: '下次保养里程(公里)', kind: 'decimal' },
    { name: 'driverName', title: '驾驶员', section: '其他' },
    { name: 'driverMobile', title: '驾驶员手机' },
    { name: 'tags', title: '标签', initial: [], wide: true, render: Tags },
    { name: 'remark', title: '备注', kind: 'area' },
  ]
}
