import { userRoleRoutes } from '@chepu/contract/access/user'
import { Alert } from 'antd'
import { useState } from 'react'
import { call } from '../kit/call'
import { PageModal } from '../kit/page-modal'
import { toast } from '../kit/toast'
import { useCall } from '../kit/use-call'
import './access.css'
import { useRoles } from './reach'
import { RoleSelect } from './role-select'
import { useSave } from './use-save'

/** 分配角色: the roles of one user in each organisation that the caller administers. */
export function RolesDialog(props: { userId: number; name: string; onSaved: () => void; onClose: () => void }) {
  const read = useCall(userRoleRoutes.read, { query: { userId: props.userId } })
  const roles = useRoles()
  const [changed, setChanged] = useState<Readonly<Record<number, number[]>>>({})
  const saving = useSave(async () => {
    let version = read.data?.version ?? 0
    for (const [orgId, roleIds] of Object.entries(changed)) {
      const body = { userId: props.userId, orgId: Number.parseInt(orgId, 10), roleIds, version }
      version = (await call(userRoleRoutes.save, { body, quiet: true })).version
    }
    toast.success('已保存，对方的菜单和按钮随即更新')
    props.onSaved()
  })
  return (
    <PageModal
      open
      width={480}
      title={`分配角色：${props.name}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={saving.busy}
      okButtonProps={{ disabled: Object.keys(changed).length === 0 }}
      onOk={() => void saving.save()}
      onCancel={props.onClose}
    >
      {(saving.failure || read.error) && <Alert type="error" title={saving.failure || read.error?.message} />}
      <div className="mf">
        {read.data?.orgs.map(({ orgId, orgName, roleIds }) => (
          <div key={orgId} className="mf-wide">
            <label htmlFor={`roles-${orgId}`}>{orgName}</label>
            <RoleSelect
              id={`roles-${orgId}`}
              roles={roles.filter((role) => role.orgId === null || role.orgId === orgId)}
              value={changed[orgId] ?? roleIds}
              onChange={(ids) => setChanged({ ...changed, [orgId]: ids })}
            />
          </div>
        ))}
      </div>
    </PageModal>
  )
}
