import { warehouseButtons, warehouseKinds, warehouseRoutes, type WarehouseRow } from '@chepu/contract/basics/warehouse'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'
import { SelectFilter, TextFilter } from '../kit/list/filters'
import { MasterPage } from '../kit/form/master-page'
import { useEmployees } from '../pickers/lists'
import { optionsById } from '../pickers/part-options'

const columns: Column<WarehouseRow>[] = [
  { key: 'code', title: '编码', width: 80 },
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'kind', title: '类型', labels: warehouseKinds, width: 76 },
  { key: 'keeperName', title: '负责人', width: 72 },
  { key: 'address', title: '地址', width: 180, sort: false },
  { key: 'allowSale', title: '允许销售', kind: 'flag', sort: false },
  { key: 'allowPick', title: '允许领料', kind: 'flag', sort: false },
  { key: 'isDefault', title: '默认', kind: 'flag', sort: false },
  {
    key: 'locationCount',
    title: '货位数',
    kind: 'count',
    sort: false,
    href: (row) => `/goodsAllocation?warehouseId=${row.id}`,
  },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** 仓库资料 (business/basics 5, 8). */
export default function WarehouseInfo() {
  const employees = useEmployees()
  return (
    <MasterPage<WarehouseRow>
      name="warehouseInfo"
      title="仓库"
      routes={warehouseRoutes}
      buttons={{ add: warehouseButtons.add, update: warehouseButtons.update, enable: warehouseButtons.disable }}
      columns={columns}
      labelOf={(row) => row.name}
      fields={[
        { name: 'code', title: '编码', required: true, help: '2-6位字母或数字' },
        { name: 'name', title: '名称', required: true },
        { name: 'kind', title: '类型', kind: 'select', options: warehouseKinds, required: true, initial: 'normal' },
        { name: 'keeperId', title: '负责人', kind: 'select', numeric: true, options: optionsById(employees) },
        { name: 'allowSale', title: '允许销售', kind: 'switch', initial: true },
        { name: 'allowPick', title: '允许领料', kind: 'switch', initial: true },
        { name: 'isDefault', title: '默认仓库', kind: 'switch' },
        { name: 'address', title: '地址', wide: true },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="仓库" search placeholder="编码 / 名称" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
