import { roleButtons, type RoleRow, roleRoutes } from '@chepu/contract/access/role'
import { userRoleRoutes, userRoutes } from '@chepu/contract/access/user'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { PageModal } from '../../kit/ui/page-modal'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import '../access.css'
import { useReach, useRolesIn } from './reach'

/** 成员 of a role: who has it in which organisation; adding and taking away needs 授权. */
export function MembersDialog(props: { role: RoleRow; onClose: () => void; onChanged: () => void }) {
  const { role } = props
  const { has, orgId: here } = useSession()
  const { options } = useReach()
  const members = useCall(roleRoutes.members, { query: { roleId: role.id } })
  const refresh = useRefreshCalls()
  const [orgId, setOrgId] = useState(role.orgId ?? here)
  const [userId, setUserId] = useState<number>()
  const [busy, setBusy] = useState(false)
  const users = useCall(userRoutes.list, { query: { orgId, rows: 1000, active: 'true' } })
  const rows = members.data?.rows ?? []
  const inside = new Set(rows.filter((row) => row.orgId === orgId).map((row) => row.userId))
  const mayGive = has(roleButtons.grant)
  const barrier = useRolesIn(orgId).find((each) => each.id === role.id)?.barrier

  /** Reads the user's roles there and puts the role in or out. */
  const change = async (target: { userId: number; orgId: number }, isMember: boolean) => {
    setBusy(true)
    try {
      const { orgs, version } = await call(userRoleRoutes.read, { query: { userId: target.userId } })
      const held = orgs.find((org) => org.orgId === target.orgId)?.roleIds ?? []
      const roleIds = isMember ? [...held, role.id] : held.filter((id) => id !== role.id)
      await call(userRoleRoutes.save, { body: { ...target, roleIds, version } })
      toast.success(isMember ? '已加入' : '已移出')
      setUserId(undefined)
      refresh(roleRoutes.members)
      props.onChanged()
    } catch {
      // The call has already told the user why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageModal open width={560} title={`成员：${role.name}`} footer={null} onCancel={props.onClose}>
      {mayGive && role.isActive && (
        <div className="lp-bar ac-members-bar">
          <Select
            aria-label="企业"
            value={orgId}
            options={role.orgId === null ? options : options.filter((each) => each.value === role.orgId)}
            onChange={(id: number) => setOrgId(id)}
          />
          <Select
            aria-label="用户"
            placeholder="选择用户"
            showSearch={{ optionFilterProp: 'label' }}
            value={userId ?? null}
            options={(users.data?.rows ?? [])
              .filter((user) => !inside.has(user.id) && !user.isProtected)
              .map((user) => ({ value: user.id, label: `${user.realName} ${user.username}` }))}
            onChange={(id: number | null) => setUserId(id ?? undefined)}
          />
          <Button
            type="primary"
            loading={busy}
            disabled={userId === undefined || barrier !== ''}
            onClick={() => userId !== undefined && void change({ userId, orgId }, true)}
          >
            添加
          </Button>
        </div>
      )}
      {mayGive && barrier && <p className="ac-barrier">{barrier}</p>}
      <div className="ac-effective ac-members">
        {members.isSuccess && rows.length === 0 && <p className="dt-placeholder">还没有成员</p>}
        {rows.length > 0 && (
          <table>
            <thead>
              <tr>
                <th>姓名</th>
                <th>用户名</th>
                <th>企业</th>
                <th>状态</th>
                {mayGive && <th>操作</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.userId}/${row.orgId}`}>
                  <th scope="row">{row.realName}</th>
                  <td>{row.username}</td>
                  <td>{row.orgName}</td>
                  <td>{row.isActive ? '启用' : '停用'}</td>
                  {mayGive && (
                    <td>
                      <button
                        type="button"
                        className="kit-link"
                        disabled={busy}
                        onClick={() => void change(row, false)}
                      >
                        移出
                      </button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </PageModal>
  )
}
