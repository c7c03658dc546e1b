import {
  departmentRoutes,
  type DepartmentRow,
  employeeRoutes,
  type EmployeeRow,
  genders,
  maxDepartmentLevel,
  positionRoutes,
  staffButtons,
  teamRoutes,
} from '@chepu/contract/access/staff'
import { useState } from 'react'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { type MasterField, useFormOptions } from './staff-fields'
import { MasterPage } from '../../kit/form/master-page'
import { useSession } from '../../kit/base/session'
import { TreeMasterPage } from '../../kit/form/tree-master-page'
import { useRefreshCalls } from '../../kit/base/use-call'
import { useFilterState } from '../../kit/list/use-filters'
import { AccountShown } from './account-shown'
import { AccountDialog, LeaveDialog, TransferDialog } from './employee-dialogs'
import type { Column } from '../../kit/list/columns'

const working = { true: '在职', false: '离职' } as const
const columns: Column<EmployeeRow>[] = [
  { key: 'empNo', title: '工号', width: 60 },
  { key: 'name', title: '姓名', width: 72, isKey: true },
  { key: 'isActive', title: '状态', labels: working, width: 52, sort: false, isKey: true },
  { key: 'gender', title: '性别', labels: genders, width: 44, sort: false },
  { key: 'mobile', title: '手机', width: 100, sort: false },
  { key: 'departmentName', title: '部门', width: 84, isKey: true },
  { key: 'positionName', title: '职位', width: 76 },
  { key: 'teamName', title: '班组', width: 76, sort: false },
  { key: 'hiredOn', title: '入职', kind: 'date' },
  { key: 'username', title: '账号', width: 84, sort: false },
  { key: 'leftOn', title: '离职日期', kind: 'date', sort: false, hidden: true },
  { key: 'remark', title: '备注', width: 160, sort: false, hidden: true },
]
const defaults = { active: 'true' }
/** Calls that count employees or name them. */
const counting = [departmentRoutes.list, teamRoutes.list, positionRoutes.list, basicsInfo]

type Open = { kind: 'transfer' | 'leave' | 'account'; row: EmployeeRow }

/** 部门架构 (business/access 3.4): departments of the current organisation on the left, their people on the right. */
export default function CompanyOrganization() {
  const filters = useFilterState(defaults)
  const department = filters.values['departmentId']
  const options = useFormOptions()
  return (
    <div className="kit-split">
      <TreeMasterPage<DepartmentRow>
        title="部门"
        routes={departmentRoutes}
        buttons={{ add: staffButtons.add, update: staffButtons.update, remove: staffButtons.leave }}
        labelOf={(row) => row.name}
        noteOf={(row) => (row.employeeCount > 0 ? `${row.employeeCount}人` : '')}
        maxDepth={maxDepartmentLevel}
        selected={department === undefined ? undefined : Number.parseInt(department, 10)}
        onSelect={(row) => filters.set({ departmentId: row && String(row.id) }, true)}
        fields={[
          { name: 'name', title: '名称', required: true },
          { name: 'code', title: '编码' },
          { name: 'leaderId', title: '负责人', kind: 'select', numeric: true, options: options.people },
          { name: 'sort', title: '排序', kind: 'integer', initial: 0 },
        ]}
      />
      <Employees filters={filters} posts={options.posts} teams={options.teams} positions={options.positions} />
    </div>
  )
}

function Employees(props: {
  filters: ReturnType<typeof useFilterState>
  posts: readonly MasterField[]
  teams: Readonly<Record<string, string>>
  positions: Readonly<Record<string, string>>
}) {
  const { has } = useSession()
  const [open, setOpen] = useState<Open>()
  const [account, setAccount] = useState<{ username: string; password: string }>()
  const refreshCalls = useRefreshCalls()
  const refresh = () => refreshCalls(employeeRoutes.list, employeeRoutes.totals, ...counting)
  const departmentId = props.filters.values['departmentId']
  const rowActions = (row: EmployeeRow) => [
    ...(has(staffButtons.update) && row.isActive
      ? [{ key: 'transfer', label: '调岗', run: () => setOpen({ kind: 'transfer', row }) }]
      : []),
    ...(has(staffButtons.add) && row.isActive && row.userId === null
      ? [{ key: 'account', label: '生成账号', run: () => setOpen({ kind: 'account', row }) }]
      : []),
    ...(has(staffButtons.leave)
      ? [
          {
            key: 'leave',
            label: row.isActive ? '离职' : '复职',
            danger: row.isActive,
            run: () => setOpen({ kind: 'leave', row }),
          },
        ]
      : []),
  ]
  const dialog = open && { row: open.row, onSaved: refresh, onClose: () => setOpen(undefined) }
  return (
    <div>
      <MasterPage<EmployeeRow>
        name="employees"
        title="员工"
        routes={employeeRoutes}
        refresh={counting}
        buttons={{ add: staffButtons.add, update: staffButtons.update }}
        columns={columns}
        labelOf={(row) => row.name}
        filterState={props.filters}
        rowActions={rowActions}
        {...(departmentId === undefined ? {} : { preset: { departmentId: Number.parseInt(departmentId, 10) } })}
        fields={[
          { name: 'empNo', title: '工号', help: '留空自动编号' },
          { name: 'name', title: '姓名', required: true },
          { name: 'gender', title: '性别', kind: 'select', options: genders, required: true, initial: 'unknown' },
          { name: 'mobile', title: '手机' },
          ...props.posts,
          { name: 'hiredOn', title: '入职日期', kind: 'date' },
          { name: 'remark', title: '备注', kind: 'area' },
        ]}
      >
        <TextFilter name="q" title="员工" search placeholder="工号 / 姓名 / 手机" />
        <SelectFilter name="positionId" title="职位" options={props.positions} />
        <SelectFilter name="teamId" title="班组" options={props.teams} />
        <SelectFilter name="active" title="状态" options={working} />
      </MasterPage>
      {dialog && open.kind === 'transfer' && <TransferDialog {...dialog} posts={props.posts} />}
      {dialog && open.kind === 'leave' && <LeaveDialog {...dialog} />}
      {dialog && open.kind === 'account' && <AccountDialog {...dialog} onOpened={setAccount} />}
      {account && <AccountShown title="账号已生成" account={account} onClose={() => setAccount(undefined)} />}
    </div>
  )
}
