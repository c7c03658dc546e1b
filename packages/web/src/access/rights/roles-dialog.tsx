import { userRoleRoutes } from '@chepu/contract/access/user'
import { Alert } from 'antd'
import { useState } from 'react'
import { call } from '../../kit/base/call'
import { PageModal } from '../../kit/ui/page-modal'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import '../access.css'
import { useRolesIn } from './reach'
import { RoleSelect } from './role-select'
import { useSave } from '../use-save'

/** 分配角色: the roles of one user in each organisation that the caller administers. */
export function RolesDialog(props: { userId: number; name: string; onSaved: () => void; onClose: () => void }) {
  const read = useCall(userRoleRoutes.read, { query: { userId: props.userId } })
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
          <RolesThere
            key={orgId}
            org={{ id: orgId, name: orgName }}
            value={changed[orgId] ?? roleIds}
            onChange={(ids) => setChanged({ ...changed, [orgId]: ids })}
          />
        ))}
      </div>
    </PageModal>
  )
}

/** The roles of the user in one organisation: what may be handed out differs from one to the next. */
function RolesThere(props: { org: { id: number; name: string }; value: number[]; onChange: (ids: number[]) => void }) {
  const { org } = props
  const id = `roles-${org.id}`
  return (
    <div className="mf-wide">
      <label htmlFor={id}>{org.name}</label>
      <RoleSelect id={id} roles={useRolesIn(org.id)} value={props.value} onChange={props.onChange} />
    </div>
  )
}
