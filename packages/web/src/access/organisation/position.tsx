import { positionButtons, type PositionRow, positionRoutes } from '@chepu/contract/access/staff'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { MasterPage } from '../../kit/form/master-page'

/** 职位 (business/basics 6): name and level. */
export default function Position() {
  return (
    <MasterPage<PositionRow>
      name="position"
      title="职位"
      routes={positionRoutes}
      buttons={positionButtons}
      columns={[
        { key: 'name', title: '名称', width: 160, isKey: true },
        { key: 'level', title: '级别', kind: 'count' },
        { key: 'employeeCount', title: '在职人数', kind: 'count', sort: false },
        { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
        { key: 'remark', title: '备注', width: 240, sort: false },
      ]}
      labelOf={(row) => row.name}
      fields={[
        { name: 'name', title: '名称', required: true },
        { name: 'level', title: '级别', kind: 'integer', required: true, initial: 1, help: '1 为最高' },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="职位" search placeholder="名称" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
