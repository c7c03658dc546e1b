import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import { type FaultCodeRow, faultCodeRoutes } from '@chepu/contract/repair/fault-code'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { ManufacturerLink } from '../../pickers/manufacturer-link'

const columns: Column<FaultCodeRow>[] = [
  { key: 'code', title: '故障代码', width: 100, isKey: true },
  { key: 'name', title: '名称', width: 220, isKey: true },
  { key: 'system', title: '系统', width: 100, isKey: true },
  { key: 'manufacturerName', title: '厂家', width: 160 },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 200, sort: false },
]

/** 故障代码 (business/repair-masters 1.6). */
export function FaultCodes() {
  return (
    <MasterPage<FaultCodeRow>
      name="faultCodes"
      title="故障代码"
      routes={faultCodeRoutes}
      buttons={serviceItemButtons}
      columns={columns}
      labelOf={(row) => row.code}
      fields={[
        { name: 'code', title: '故障代码', required: true, help: '如 P0301' },
        { name: 'name', title: '名称', required: true },
        { name: 'system', title: '系统', help: '如 发动机、变速箱、制动' },
        {
          name: 'manufacturerId',
          title: '厂家',
          initial: null,
          render: (control) => <ManufacturerLink {...control} />,
          help: '空白为通用代码',
        },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="故障代码" search placeholder="代码 / 名称 / 系统" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
