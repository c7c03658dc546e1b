import { listTechnicians } from '@chepu/contract/repair/lookups'
import { technicianLevels, type TechnicianRow, technicianRoutes } from '@chepu/contract/repair/technician'
import { technicianButtons } from '@chepu/contract/repair/worker-type'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import type { FieldControl, MasterField } from '../../kit/form/master-form'
import { MasterPage } from '../../kit/form/master-page'
import { byId } from '../../kit/form/select-options'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useEmployees } from '../../pickers/lists'
import { useWorkerTypes } from '../../pickers/repair-lists'
import { shownColumns } from '../earnings'
import { rateField } from './rate-field'

const columns: Column<TechnicianRow>[] = [
  { key: 'empNo', title: '工号', width: 72, isKey: true },
  { key: 'name', title: '姓名', width: 80, isKey: true },
  { key: 'level', title: '级别', labels: technicianLevels, width: 60, sort: false, isKey: true },
  { key: 'workerTypeNames', title: '工种', width: 150, sort: false, isKey: true },
  { key: 'teamName', title: '班组', width: 100 },
  { key: 'positionName', title: '职位', width: 90, sort: false },
  { key: 'commissionRate', title: '提成率', kind: 'percent', width: 68 },
  { key: 'monthlyTarget', title: '月目标', kind: 'money', total: false },
  { key: 'hasLeft', title: '已离职', kind: 'flag', width: 60, sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 180, sort: false },
]

/** 维修工 of the organisation (business/repair-masters 1.4): added from the employees who are none yet. */
export function Technicians() {
  const { has, sees } = useSession()
  const people = useOpenEmployees()
  const trades = byId(useWorkerTypes())
  const fields: MasterField[] = [
    {
      name: 'employeeId',
      title: '员工',
      initial: null,
      required: true,
      fixed: true,
      render: (control) => <Employee {...control} people={people} />,
      help: '本企业在职、还不是维修工的员工；班组在“班组”中设置',
    },
    { name: 'level', title: '级别', kind: 'select', options: technicianLevels, required: true, initial: 'middle' },
    {
      name: 'workerTypeIds',
      title: '工种',
      initial: [],
      required: true,
      wide: true,
      render: (control) => <Trades {...control} trades={trades} />,
    },
    ...(has(technicianButtons.rate) ? [rateField('提成率', '空白时用工种的提成率；写成小数：18%写0.18')] : []),
    { name: 'monthlyTarget', title: '月目标', kind: 'decimal', help: '每月工时产值目标，元' },
    { name: 'remark', title: '备注', kind: 'area' },
  ]
  return (
    <MasterPage<TechnicianRow>
      name="repairWorkers"
      title="维修工"
      routes={technicianRoutes}
      buttons={technicianButtons}
      columns={shownColumns(columns, sees)}
      labelOf={(row) => row.name}
      refresh={[listTechnicians]}
      fields={fields}
    >
      <TextFilter name="q" title="维修工" search placeholder="姓名 / 工号" />
      <SelectFilter name="level" title="级别" options={technicianLevels} />
      <SelectFilter name="workerTypeId" title="工种" options={trades} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}

/** Employees of the organisation, and which of them are technicians already. */
function useOpenEmployees(): { names: Record<string, string>; taken: ReadonlySet<number> } {
  const employees = useEmployees()
  const found = useCall(technicianRoutes.list, { query: { rows: 1000 } })
  return useMemo(
    () => ({ names: byId(employees), taken: new Set(found.data?.rows.map(({ employeeId }) => employeeId)) }),
    [employees, found.data],
  )
}

/** Who becomes a technician; afterwards he stays the one he is. */
function Employee(props: FieldControl & { people: ReturnType<typeof useOpenEmployees> }) {
  const { value, people } = props
  const options = Object.entries(people.names)
    .map(([id, label]) => ({ value: Number.parseInt(id, 10), label }))
    .filter((option) => option.value === value || !people.taken.has(option.value))
  return (
    <Select
      id={props.id}
      disabled={props.disabled}
      value={value as number | null}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: number) => props.onChange(next)}
    />
  )
}

function Trades(props: FieldControl & { trades: Record<string, string> }) {
  return (
    <Select
      id={props.id}
      mode="multiple"
      disabled={props.disabled}
      value={(props.value as number[]) ?? []}
      options={Object.entries(props.trades).map(([id, label]) => ({ value: Number.parseInt(id, 10), label }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: number[]) => props.onChange(next)}
    />
  )
}
