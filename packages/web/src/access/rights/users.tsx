import { accountKinds, userButtons, userRoutes, type UserRow } from '@chepu/contract/access/user'
import { authButtons } from '@chepu/contract/access/user-rights'
import { type Provider, providers } from '@chepu/contract/kernel/providers'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import { call } from '../../kit/base/call'
import type { Column } from '../../kit/list/columns'
import { Confirm } from '../../kit/ui/confirm'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import '../access.css'
import { KeysDialog } from './keys-dialog'
import { useReach, useRoles } from './reach'
import { byId } from '../../kit/form/select-options'
import { RolesDialog } from './roles-dialog'
import { SecretDialog } from '../secret-dialog'
import { UserForm } from './user-form'

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

type Open =
  | { kind: 'form'; row: UserRow | undefined }
  | { kind: 'roles' | 'enable' | 'reset' | 'kick'; row: UserRow }
  | { kind: 'keys'; account: { id: number; name: string } }
  | { kind: 'unbind'; row: UserRow; provider: Provider }
  | { kind: 'secret'; username: string; password: string }

/** 用户管理 (business/access 3.1). */
export default function Users() {
  const { has } = useSession()
  const { open: openTab } = useTabs()
  const initial = useScreenParams()
  const [open, setOpen] = useState<{ what: Open; list: ListApi<UserRow> }>()
  const { orgs } = useReach()
  const roles = useRoles()
  const close = () => setOpen(undefined)
  const done = () => {
    open?.list.refresh()
    close()
  }

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
  const what = open?.what
  return (
    <>
      <ListPage<UserRow>
        name="user"
        title="用户管理"
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
      {what?.kind === 'form' && (
        <UserForm
          row={what.row}
          onSaved={(made) => {
            open?.list.refresh()
            if (!open || !made) return close()
            const { id, username, password } = made
            if (password !== null) setOpen({ what: { kind: 'secret', username, password }, list: open.list })
            else setOpen({ what: { kind: 'keys', account: { id, name: username } }, list: open.list })
          }}
          onClose={close}
        />
      )}
      {what?.kind === 'roles' && (
        <RolesDialog userId={what.row.id} name={what.row.realName} onSaved={done} onClose={close} />
      )}
      {what?.kind === 'reset' && (
        <Confirm
          title="重置密码"
          okText="重置"
          run={async () => {
            const { oneTimePassword, username } = await call(userRoutes.resetPassword, { params: { id: what.row.id } })
            if (open) setOpen({ what: { kind: 'secret', username, password: oneTimePassword }, list: open.list })
          }}
          // By then the password may stand in this place.
          onClose={() => setOpen((now) => (now?.what.kind === 'reset' ? undefined : now))}
        >
          “{what.row.realName}”的密码将换成一次性密码，已登录的设备立即退出。
        </Confirm>
      )}
      {what?.kind === 'kick' && (
        <Confirm
          title="强制下线"
          okText="强制下线"
          danger
          run={async () => {
            await call(userRoutes.kick, { params: { id: what.row.id } })
            toast.success('已强制下线')
            open?.list.refresh()
          }}
          onClose={close}
        >
          “{what.row.realName}”在所有设备上立即退出，未保存的内容可能丢失。
        </Confirm>
      )}
      {what?.kind === 'unbind' && (
        <Confirm
          title={`解绑${providers[what.provider]}`}
          okText="解绑"
          danger
          run={async () => {
            await call(userRoutes.unbind, { params: { id: what.row.id }, body: { provider: what.provider } })
            toast.success(`已解绑${providers[what.provider]}`)
            open?.list.refresh()
          }}
          onClose={close}
        >
          “{what.row.realName}”不能再用原来的{providers[what.provider]}登录，其他登录方式和已登录的设备不受影响。
        </Confirm>
      )}
      {what?.kind === 'enable' && (
        <Confirm
          title={what.row.isActive ? '停用用户' : '启用用户'}
          okText={what.row.isActive ? '停用' : '启用'}
          danger={what.row.isActive}
          run={async () => {
            const body = { isActive: !what.row.isActive, version: what.row.version }
            await call(userRoutes.enable, { params: { id: what.row.id }, body })
            open?.list.refresh()
          }}
          onClose={close}
        >
          {switchNote(what.row)}
        </Confirm>
      )}
      {what?.kind === 'keys' && <KeysDialog account={what.account} onClose={close} />}
      {what?.kind === 'secret' && (
        <SecretDialog
          title="一次性密码"
          owner={`用户名：${what.username}`}
          secret={what.password}
          note="首次登录后必须修改密码。"
          onClose={close}
        />
      )}
    </>
  )
}

/** What 停用 or 启用 brings about. */
function switchNote({ realName, isActive, isProgram }: UserRow): string {
  if (isProgram) return isActive ? `停用后“${realName}”的密钥立即失效。` : `启用后“${realName}”未到期的密钥恢复有效。`
  return isActive ? `停用后“${realName}”立即退出，不能再登录。` : `启用后“${realName}”可以用原来的密码登录。`
}
