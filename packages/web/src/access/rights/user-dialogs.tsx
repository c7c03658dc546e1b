import { userRoutes, type UserRow } from '@chepu/contract/access/user'
import { type Provider, providers } from '@chepu/contract/kernel/providers'
import type { Dispatch, SetStateAction } from 'react'
import { call } from '../../kit/base/call'
import { toast } from '../../kit/base/toast'
import type { ListApi } from '../../kit/list/list-page'
import { Confirm } from '../../kit/ui/confirm'
import { SecretDialog } from '../secret-dialog'
import { KeysDialog } from './keys-dialog'
import { RolesDialog } from './roles-dialog'
import { UserForm } from './user-form'

type Open =
  | { kind: 'form'; row: UserRow | undefined }
  | { kind: 'roles' | 'enable' | 'reset' | 'kick'; row: UserRow }
  | { kind: 'keys'; account: { id: number; name: string } }
  | { kind: 'unbind'; row: UserRow; provider: Provider }
  | { kind: 'secret'; username: string; password: string }

/** What is open over the list of users. */
export interface OpenUser {
  what: Open
  list: ListApi<UserRow>
}

/** The form, the questions and the secrets of 用户管理; one may be followed by another. */
export function UserDialogs({
  open,
  list,
  show,
}: {
  open: Open
  list: ListApi<UserRow>
  show: Dispatch<SetStateAction<OpenUser | undefined>>
}) {
  const close = () => show(undefined)
  const done = () => {
    list.refresh()
    close()
  }
  return (
    <>
      {open.kind === 'form' && (
        <UserForm
          row={open.row}
          onSaved={(made) => {
            list.refresh()
            if (!made) return close()
            const { id, username, password } = made
            if (password !== null) show({ what: { kind: 'secret', username, password }, list })
            else show({ what: { kind: 'keys', account: { id, name: username } }, list })
          }}
          onClose={close}
        />
      )}
      {open.kind === 'roles' && (
        <RolesDialog userId={open.row.id} name={open.row.realName} onSaved={done} onClose={close} />
      )}
      {open.kind === 'reset' && (
        <Confirm
          title="重置密码"
          okText="重置"
          run={async () => {
            const { oneTimePassword, username } = await call(userRoutes.resetPassword, { params: { id: open.row.id } })
            show({ what: { kind: 'secret', username, password: oneTimePassword }, list })
          }}
          // By then the password may stand in this place.
          onClose={() => show((now) => (now?.what.kind === 'reset' ? undefined : now))}
        >
          “{open.row.realName}”的密码将换成一次性密码，已登录的设备立即退出。
        </Confirm>
      )}
      {open.kind === 'kick' && (
        <Confirm
          title="强制下线"
          okText="强制下线"
          danger
          run={async () => {
            await call(userRoutes.kick, { params: { id: open.row.id } })
            toast.success('已强制下线')
            list.refresh()
          }}
          onClose={close}
        >
          “{open.row.realName}”在所有设备上立即退出，未保存的内容可能丢失。
        </Confirm>
      )}
      {open.kind === 'unbind' && (
        <Confirm
          title={`解绑${providers[open.provider]}`}
          okText="解绑"
          danger
          run={async () => {
            await call(userRoutes.unbind, { params: { id: open.row.id }, body: { provider: open.provider } })
            toast.success(`已解绑${providers[open.provider]}`)
            list.refresh()
          }}
          onClose={close}
        >
          “{open.row.realName}”不能再用原来的{providers[open.provider]}登录，其他登录方式和已登录的设备不受影响。
        </Confirm>
      )}
      {open.kind === 'enable' && (
        <Confirm
          title={open.row.isActive ? '停用用户' : '启用用户'}
          okText={open.row.isActive ? '停用' : '启用'}
          danger={open.row.isActive}
          run={async () => {
            const body = { isActive: !open.row.isActive, version: open.row.version }
            await call(userRoutes.enable, { params: { id: open.row.id }, body })
            list.refresh()
          }}
          onClose={close}
        >
          {switchNote(open.row)}
        </Confirm>
      )}
      {open.kind === 'keys' && <KeysDialog account={open.account} onClose={close} />}
      {open.kind === 'secret' && (
        <SecretDialog
          title="一次性密码"
          owner={`用户名：${open.username}`}
          secret={open.password}
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
