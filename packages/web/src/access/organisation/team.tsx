import { teamButtons, type TeamRow, teamRoutes } from '@chepu/contract/access/staff'
import { Select } from 'antd'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import type { FieldControl } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { useEmployees } from '../../pickers/lists'

function Members({ id, value, onChange }: FieldControl) {
  const employees = useEmployees()
  return (
    <Select
      id={id}
      mode="multiple"
      value={(value as number[]) ?? []}
      options={employees.map((employee) => ({ value: employee.id, label: employee.name }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: number[]) => onChange(next)}
    />
  )
}

/** 班组 (business/basics 6): name, leader, members. */
export default function Team() {
  const people = Object.fromEntries(useEmployees().map(({ id, name }) => [String(id), name]))
  return (
    <MasterPage<TeamRow>
      name="team"
      title="班组"
      routes={teamRoutes}
      buttons={teamButtons}
      columns={[
        { key: 'name', title: '名称', width: 140, isKey: true },
        { key: 'leaderName', title: '组长', width: 100 },
        { key: 'memberCount', title: '人数', kind: 'count', sort: false },
        { key: 'memberNames', title: '成员', width: 360, sort: false },
        { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
        { key: 'remark', title: '备注', width: 200, sort: false },
      ]}
      labelOf={(row) => row.name}
      fields={[
        { name: 'name', title: '名称', required: true },
        { name: 'leaderId', title: '组长', kind: 'select', numeric: true, options: people },
        {
          name: 'memberIds',
          title: '成员',
          wide: true,
          initial: [],
          render: (control) => <Members {...control} />,
          help: '一名员工只能在一个班组；组长自动成为成员',
        },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="班组" search placeholder="名称" />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
