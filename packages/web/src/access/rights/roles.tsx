import { roleButtons, roleCopy, roleForm, roleReaches, type RoleRow, roleRoutes } from '@chepu/contract/access/role'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { call } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { Confirm } from '../../kit/ui/confirm'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { FormDialog } from '../../kit/form/form-dialog'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import { MasterDrawer, type MasterField } from '../../kit/form/master-form'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import '../access.css'
import { MembersDialog } from './members-dialog'
import { useReach } from './reach'

const columns: Column<RoleRow>[] = [
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'code', title: '编码', width: 160 },
  { key: 'reach', title: '范围', width: 170, sort: false },
  { key: 'userCount', title: '用户数', kind: 'count', sort: false, isKey: true },
  { key: 'isSeed', title: '预置', kind: 'flag', sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, isKey: true },
  { key: 'remark', title: '备注', width: 220, sort: false },
]

type Open =
  | { kind: 'form'; row: RoleRow | undefined }
  | { kind: 'copy' | 'members' | 'enable' | 'remove'; row: RoleRow }

/** 角色管理 (business/access 3.6). */
export default function Roles() {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const [open, setOpen] = useState<{ what: Open; list: ListApi<RoleRow> }>()
  const fields = useRoleFields()
  const close = () => setOpen(undefined)
  const change = async (body: object, done: string) => {
    await call(roleRoutes.save, { body: body as never })
    toast.success(done)
    open?.list.refresh()
  }
  const actions = (row: RoleRow, list: ListApi<RoleRow>): RowAction[] => {
    const on = (what: Open) => () => setOpen({ what, list })
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
  const what = open?.what
  return (
    <>
      <ListPage<RoleRow>
        name="roleManagement"
        title="角色管理"
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
      {what?.kind === 'form' && (
        <MasterDrawer
          key={what.row?.id ?? 'new'}
          title={what.row ? `修改角色：${what.row.name}` : '新增角色'}
          fields={fields}
          schema={roleForm}
          row={what.row}
          onSave={(body) => ({ route: roleRoutes.save, body: body as never })}
          onSaved={(_, another) => {
            toast.success('已保存')
            open?.list.refresh()
            if (!another) close()
          }}
          onClose={close}
        />
      )}
      {what?.kind === 'copy' && (
        <FormDialog
          title={`复制角色：${what.row.name}`}
          fields={fields}
          schema={roleCopy.omit({ from: true })}
          preset={{ name: `${what.row.name}-副本`, orgId: what.row.orgId }}
          onSave={(body: object) => ({
            route: roleRoutes.save,
            body: { ...body, action: 'copy', from: what.row.id } as never,
          })}
          onSaved={() => {
            toast.success('已复制')
            open?.list.refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {what?.kind === 'members' && (
        <MembersDialog role={what.row} onClose={close} onChanged={() => open?.list.refresh()} />
      )}
      {what?.kind === 'enable' && (
        <Confirm
          title={what.row.isActive ? '停用角色' : '启用角色'}
          okText={what.row.isActive ? '停用' : '启用'}
          danger={what.row.isActive}
          run={() =>
            change(
              { action: 'enable', id: what.row.id, isActive: !what.row.isActive, version: what.row.version },
              what.row.isActive ? '已停用' : '已启用',
            )
          }
          onClose={close}
        >
          {what.row.isActive
            ? `停用后${what.row.userCount}名用户立即失去“${what.row.name}”的权限。`
            : `启用后${what.row.userCount}名用户立即得到“${what.row.name}”的权限。`}
        </Confirm>
      )}
      {what?.kind === 'remove' && (
        <Confirm
          title="删除角色"
          okText="删除"
          danger
          run={() =>
            change({ action: 'delete', id: what.row.id, version: what.row.version }, `已删除角色“${what.row.name}”`)
          }
          onClose={close}
        >
          确定删除“{what.row.name}”？正在使用的角色不能删除。
        </Confirm>
      )}
    </>
  )
}

function useRoleFields(): MasterField[] {
  const { options, isGroupWide } = useReach()
  const places = [...(isGroupWide ? [{ value: 0, label: '集团' }] : []), ...options]
  return [
    { name: 'name', title: '名称', required: true },
    { name: 'code', title: '编码', required: true, fixed: true, help: '2-30位字母、数字或下划线，建好后不能修改' },
    {
      name: 'orgId',
      title: '范围',
      required: true,
      initial: isGroupWide ? null : (options[0]?.value ?? null),
      render: ({ id, value, onChange }) => (
        <Select
          id={id}
          value={(value as number | null) ?? 0}
          options={places}
          onChange={(next: number) => onChange(next === 0 ? null : next)}
        />
      ),
    },
    { name: 'remark', title: '备注', kind: 'area' },
  ]
}
