import { roleButtons, roleReaches, type RoleRow, roleRoutes } from '@chepu/contract/access/role'
import { Button } from 'antd'
import { useState } from 'react'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import '../access.css'
import { type OpenRole, RoleDialogs } from './role-dialogs'

const columns: Column<RoleRow>[] = [
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'code', title: '编码', width: 160 },
  { key: 'reach', title: '范围', width: 170, sort: false },
  { key: 'userCount', title: '用户数', kind: 'count', sort: false, isKey: true },
  { key: 'isSeed', title: '预置', kind: 'flag', sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, isKey: true },
  { key: 'remark', title: '备注', width: 220, sort: false },
]

/** 角色管理 (business/access 3.6). */
export default function Roles() {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const [open, setOpen] = useState<{ what: OpenRole; list: ListApi<RoleRow> }>()
  const actions = (row: RoleRow, list: ListApi<RoleRow>): RowAction[] => {
    const on = (what: OpenRole) => () => setOpen({ what, list })
    return [
      {
        key: 'rights',
        label: '权限',
        run: () => openTab({ key: 'rolePermissions', params: { roleId: row.id } }),
      },
      { key: 'members', label: '成员', run: on({ kind: 'members', row }) },
      ...(has(roleButtons.update) && row.isOwn ? [{ key: 'edit', label: '修改', run: on({ kind: 'form', row }) }] : []),
      ...(has(roleButtons.add) ? [{ key: 'copy', label: '复制', run: on({ kind: 'copy', row }) }] : []),
      ...(has(roleButtons.update) && row.isOwn
        ? [
            {
              key: 'enable',
              label: row.isActive ? '停用' : '启用',
              danger: row.isActive,
              run: on({ kind: 'enable', row }),
            },
          ]
        : []),
      ...(has(roleButtons.remove) && row.isOwn && !row.isSeed
        ? [{ key: 'remove', label: '删除', danger: true, run: on({ kind: 'remove', row }) }]
        : []),
    ]
  }
  const toolbar = (list: ListApi<RoleRow>) =>
    has(roleButtons.add) && (
      <Button size="small" type="primary" onClick={() => setOpen({ what: { kind: 'form', row: undefined }, list })}>
        新增
      </Button>
    )
  return (
    <>
      <ListPage<RoleRow>
        name="roleManagement"
        title="角色管理"
        nothing="还没有角色"
        list={roleRoutes.list}
        totals={roleRoutes.totals}
        columns={columns}
        rowClass={(row) => (row.isActive ? undefined : 'is-off')}
        rowActions={actions}
        onOpen={(row) => openTab({ key: 'rolePermissions', params: { roleId: row.id } })}
        toolbar={toolbar}
      >
        <TextFilter name="q" title="角色" search placeholder="名称 / 编码" />
        <SelectFilter name="reach" title="范围" options={roleReaches} />
        <SelectFilter {...activeFilter} />
      </ListPage>
      {open && <RoleDialogs open={open.what} list={open.list} close={() => setOpen(undefined)} />}
    </>
  )
}
