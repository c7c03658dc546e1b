import { accountKinds, userButtons, userRoutes, type UserRow } from '@chepu/contract/access/user'
import { authButtons } from '@chepu/contract/access/user-rights'
import { providers } from '@chepu/contract/kernel/providers'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import '../access.css'
import { useReach, useRoles } from './reach'
import { byId } from '../../kit/form/select-options'
import { type OpenUser, UserDialogs } from './user-dialogs'

const onlineLabels = { true: '在线', false: '' } as const

const columns: Column<UserRow>[] = [
  { key: 'username', title: '用户名', width: 84, isKey: true },
  { key: 'realName', title: '姓名', width: 64, isKey: true },
  {
    key: 'isProgram',
    title: '类型',
    labels: accountKinds,
    width: 78,
    isKey: true,
    render: (row) => (row.isProgram ? <Tag color="blue">{accountKinds.true}</Tag> : accountKinds.false),
  },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 48, isKey: true },
  { key: 'mobile', title: '手机', width: 100, sort: false },
  { key: 'empNo', title: '员工号', width: 60, sort: false },
  { key: 'orgNames', title: '所属企业', width: 130, sort: false },
  { key: 'departmentName', title: '部门', width: 72, sort: false },
  { key: 'positionName', title: '职位', width: 64, sort: false },
  { key: 'roleNames', title: '角色', width: 100, sort: false, isKey: true },
  { key: 'warehouseNames', title: '仓库', width: 100, sort: false },
  { key: 'isOnline', title: '在线', labels: onlineLabels, width: 48, sort: false },
  { key: 'lastLoginAt', title: '最近登录', width: 140, isKey: true },
  {
    key: 'providers',
    title: '登录绑定',
    width: 100,
    sort: false,
    render: (row) => row.providers.map((each) => providers[each]).join('、'),
  },
]

/** 用户管理 (business/access 3.1). */
export default function Users() {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const initial = useScreenParams()
  const [open, setOpen] = useState<OpenUser>()
  const { orgs } = useReach()
  const roles = useRoles()
  const actions = (row: UserRow, list: ListApi<UserRow>): RowAction[] => {
    const on = (kind: 'roles' | 'enable' | 'reset' | 'kick', label: string, danger = false): RowAction => ({
      key: kind,
      label,
      danger,
      run: () => setOpen({ what: { kind, row }, list }),
    })
    if (row.isProtected) return []
    return [
      ...(has(userButtons.update)
        ? [{ key: 'edit', label: '修改', run: () => setOpen({ what: { kind: 'form', row }, list }) }]
        : []),
      ...(has(userButtons.grant) ? [on('roles', '分配角色')] : []),
      ...(has(userButtons.update)
        ? [
            {
              key: 'orgs',
              label: '分配企业',
              run: () => openTab({ key: 'belongCompany', params: { q: row.username } }),
            },
          ]
        : []),
      ...(has(authButtons.view)
        ? [{ key: 'grants', label: '用户授权', run: () => openTab({ key: 'Privilege', params: { userId: row.id } }) }]
        : []),
      ...(row.isProgram
        ? [
            {
              key: 'keys',
              label: '接口密钥',
              run: () => setOpen({ what: { kind: 'keys', account: { id: row.id, name: row.realName } }, list }),
            },
          ]
        : []),
      ...(has(userButtons.resetPassword) && !row.isProgram ? [on('reset', '重置密码')] : []),
      ...(has(userButtons.resetPassword)
        ? row.providers.map((provider) => ({
            key: provider,
            label: `解绑${providers[provider]}`,
            run: () => setOpen({ what: { kind: 'unbind', row, provider }, list }),
          }))
        : []),
      ...(has(userButtons.kick) && row.isOnline ? [on('kick', '强制下线', true)] : []),
      ...(has(userButtons.disable) ? [on('enable', row.isActive ? '停用' : '启用', row.isActive)] : []),
    ]
  }
  const toolbar = (list: ListApi<UserRow>) =>
    has(userButtons.add) && (
      <Button size="small" type="primary" onClick={() => setOpen({ what: { kind: 'form', row: undefined }, list })}>
        新增
      </Button>
    )
  return (
    <>
      <ListPage<UserRow>
        name="user"
        title="用户管理"
        nothing="还没有用户"
        list={userRoutes.list}
        totals={userRoutes.totals}
        columns={columns}
        initial={initial}
        rowClass={(row) => (row.isActive ? undefined : 'is-off')}
        rowActions={actions}
        toolbar={toolbar}
      >
        <TextFilter name="q" title="用户" search placeholder="用户名 / 姓名 / 手机" />
        <SelectFilter name="orgId" title="企业" options={byId(orgs)} />
        <SelectFilter name="roleId" title="角色" options={byId(roles)} />
        <SelectFilter {...activeFilter} />
      </ListPage>
      {open && <UserDialogs open={open.what} list={open.list} show={setOpen} />}
    </>
  )
}
