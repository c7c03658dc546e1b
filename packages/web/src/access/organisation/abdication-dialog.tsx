import { type OrgRow, orgRoutes } from '@chepu/contract/access/org'
import { FormDialog } from '../../kit/form/form-dialog'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'

/** 管理员移交: the present administrator names another member of the organisation. */
export function AbdicationDialog(props: { org: OrgRow; onSaved: () => void; onClose: () => void }) {
  const { org } = props
  const { data } = useCall(orgRoutes.members, { params: { id: org.id } })
  const heirs = (data?.rows ?? []).filter((member) => !member.isAdmin)
  const options = Object.fromEntries(
    heirs.map(({ userId, realName, username }) => [String(userId), `${realName}（${username}）`]),
  )
  const help = `当前管理员：${org.adminName ?? '无'}。新的管理员会得到该企业的“老板”和“系统管理员”角色，双方都会收到通知。`
  return (
    <FormDialog
      title={`管理员移交：${org.name}`}
      okText="移交"
      schema={orgRoutes.abdicate.body}
      fields={[
        {
          name: 'userid',
          title: '新的管理员',
          kind: 'select',
          numeric: true,
          options,
          required: true,
          wide: true,
          help,
        },
      ]}
      onSave={(body: never) => ({ route: orgRoutes.abdicate, body })}
      preset={{ orgid: org.id }}
      onSaved={() => {
        toast.success('已移交')
        props.onSaved()
        props.onClose()
      }}
      onClose={props.onClose}
    />
  )
}
