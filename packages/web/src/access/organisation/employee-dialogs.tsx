import { employeeRoutes, type EmployeeRow } from '@chepu/contract/access/staff'
import dayjs from '../../kit/base/dayjs'
import { FormDialog } from '../../kit/form/form-dialog'
import type { MasterField } from '../../kit/form/master-form'
import { toast } from '../../kit/base/toast'
import { useCall } from '../../kit/base/use-call'
import { RoleSelect } from '../rights/role-select'

interface DialogProps {
  row: EmployeeRow
  onSaved: () => void
  onClose: () => void
}

/** 调岗: another department, position and team. */
export function TransferDialog(props: DialogProps & { posts: readonly MasterField[] }) {
  const { row } = props
  return (
    <FormDialog
      title={`调岗：${row.name}`}
      okText="调岗"
      schema={employeeRoutes.transfer.body}
      fields={[...props.posts, { name: 'reason', title: '调岗说明', kind: 'area' }]}
      preset={{ version: row.version, departmentId: row.departmentId, positionId: row.positionId, teamId: row.teamId }}
      onSave={(body) => ({ route: employeeRoutes.transfer, params: { id: row.id }, body })}
      onSaved={saved(props, '已调岗')}
      onClose={props.onClose}
    />
  )
}

/** 离职, with or without his login; or 复职. */
export function LeaveDialog(props: DialogProps) {
  const { row } = props
  const leaves = row.leftOn === null
  const reason: MasterField = {
    name: 'reason',
    title: leaves ? '离职原因' : '复职说明',
    kind: 'area',
    help: leaves ? '' : '复职后恢复为在职，原有账号会重新启用',
  }
  const leaving: MasterField[] = [
    { name: 'leftOn', title: '离职日期', kind: 'date', required: true },
    ...(row.username === null
      ? []
      : [
          {
            name: 'disableAccount',
            title: '停用账号',
            kind: 'switch' as const,
            help: `账号 ${row.username} 立即退出，不能再登录`,
          },
        ]),
  ]
  return (
    <FormDialog
      title={`${leaves ? '离职' : '复职'}：${row.name}`}
      okText={leaves ? '确认离职' : '确认复职'}
      schema={employeeRoutes.leave.body}
      fields={leaves ? [...leaving, reason] : [reason]}
      preset={{ version: row.version, leftOn: leaves ? dayjs().format('YYYY-MM-DD') : null, disableAccount: true }}
      onSave={(body) => ({ route: employeeRoutes.leave, params: { id: row.id }, body })}
      onSaved={saved(props, leaves ? '已离职' : '已复职')}
      onClose={props.onClose}
    />
  )
}

const saved = (props: DialogProps, text: string) => () => {
  toast.success(text)
  props.onSaved()
  props.onClose()
}

/** 生成账号: a login with roles in this organisation. */
export function AccountDialog(
  props: DialogProps & { onOpened: (account: { username: string; password: string }) => void },
) {
  const { row } = props
  const roles = useCall(employeeRoutes.roles)
  return (
    <FormDialog
      title={`生成账号：${row.name}`}
      okText="生成"
      schema={employeeRoutes.account.body}
      fields={[
        { name: 'username', title: '用户名', required: true, help: '6-20位字母、数字或下划线', wide: true },
        {
          name: 'roleIds',
          title: '角色',
          required: true,
          wide: true,
          initial: [],
          render: ({ id, value, onChange }) => (
            <RoleSelect id={id} roles={roles.data?.rows ?? []} value={value as number[]} onChange={onChange} />
          ),
        },
      ]}
      onSave={(body) => ({ route: employeeRoutes.account, params: { id: row.id }, body })}
      onSaved={(account) => {
        props.onSaved()
        props.onClose()
        props.onOpened(account)
      }}
      onClose={props.onClose}
    />
  )
}
