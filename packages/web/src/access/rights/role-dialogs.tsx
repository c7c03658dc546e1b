import { roleCopy, roleForm, type RoleRow, roleRoutes } from '@chepu/contract/access/role'
import { Select } from 'antd'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import { FormDialog } from '../../kit/form/form-dialog'
import { MasterDrawer, type MasterField } from '../../kit/form/master-form'
import type { ListApi } from '../../kit/list/list-page'
import { Confirm } from '../../kit/ui/confirm'
import { MembersDialog } from './members-dialog'
import { useReach } from './reach'

/** What is open over the list of roles. */
export type OpenRole =
  | { kind: 'form'; row: RoleRow | undefined }
  | { kind: 'copy' | 'members' | 'enable' | 'remove'; row: RoleRow }

/** The form and the questions of 角色管理. */
export function RoleDialogs({ open, list, close }: { open: OpenRole; list: ListApi<RoleRow>; close: () => void }) {
  const fields = useRoleFields()
  const change = async (body: object, done: string) => {
    await call(roleRoutes.save, { body: body as never })
    toast.success(done)
    list.refresh()
  }
  return (
    <>
      {open.kind === 'form' && (
        <MasterDrawer
          key={open.row?.id ?? 'new'}
          title={open.row ? `修改角色：${open.row.name}` : '新增角色'}
          fields={fields}
          schema={roleForm}
          row={open.row}
          onSave={(body) => ({ route: roleRoutes.save, body: body as never })}
          onSaved={(_, another) => {
            toast.success('已保存')
            list.refresh()
            if (!another) close()
          }}
          onClose={close}
        />
      )}
      {open.kind === 'copy' && (
        <FormDialog
          title={`复制角色：${open.row.name}`}
          fields={fields}
          schema={roleCopy.omit({ from: true })}
          preset={{ name: `${open.row.name}-副本`, orgId: open.row.orgId }}
          onSave={(body: object) => ({
            route: roleRoutes.save,
            body: { ...body, action: 'copy', from: open.row.id } as never,
          })}
          onSaved={() => {
            toast.success('已复制')
            list.refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {open.kind === 'members' && <MembersDialog role={open.row} onClose={close} onChanged={() => list.refresh()} />}
      {open.kind === 'enable' && (
        <Confirm
          title={open.row.isActive ? '停用角色' : '启用角色'}
          okText={open.row.isActive ? '停用' : '启用'}
          danger={open.row.isActive}
          run={() =>
            change(
              { action: 'enable', id: open.row.id, isActive: !open.row.isActive, version: open.row.version },
              open.row.isActive ? '已停用' : '已启用',
            )
          }
          onClose={close}
        >
          {open.row.isActive
            ? `停用后${open.row.userCount}名用户立即失去“${open.row.name}”的权限。`
            : `启用后${open.row.userCount}名用户立即得到“${open.row.name}”的权限。`}
        </Confirm>
      )}
      {open.kind === 'remove' && (
        <Confirm
          title="删除角色"
          okText="删除"
          danger
          run={() =>
            change({ action: 'delete', id: open.row.id, version: open.row.version }, `已删除角色“${open.row.name}”`)
          }
          onClose={close}
        >
          确定删除“{open.row.name}”？正在使用的角色不能删除。
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
