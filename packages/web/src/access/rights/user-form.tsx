import { accountKinds, userRoutes, userButtons, type UserRow } from '@chepu/contract/access/user'
import { Select } from 'antd'
import { useState } from 'react'
import { type FieldControl, MasterDrawer, type MasterField } from '../../kit/form/master-form'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { EmployeeSelect, RolesSelect } from './employee-select'
import { useReach } from './reach'
import { byId } from '../../kit/form/select-options'

/** An account that was just made: a person with a password to hand over, or a program that still needs a key. */
interface MadeAccount {
  id: number
  username: string
  /** Null: a program. */
  password: string | null
}

/** 新增 and 修改 of an account, which is a person or a program. */
export function UserForm(props: {
  row: UserRow | undefined
  onSaved: (made: MadeAccount | undefined) => void
  onClose: () => void
}) {
  const { row } = props
  const [isProgram, setProgram] = useState(row?.isProgram ?? false)
  const { orgs } = useReach()
  const { orgId, has } = useSession()
  const kindField: MasterField = {
    name: 'isProgram',
    title: '类型',
    wide: true,
    initial: false,
    help: isProgram ? '供其他系统调用接口，没有密码，不能登录页面；保存后为它新建密钥' : '登录页面使用系统的同事',
    render: (control) => (
      <Select
        id={control.id}
        value={`${control.value === true}` as const}
        showSearch={{ optionFilterProp: 'label' }}
        options={Object.entries(accountKinds).map(([value, label]) => ({ value, label }))}
        onChange={(value: string) => {
          control.onChange(value === 'true')
          setProgram(value === 'true')
        }}
      />
    ),
  }
  const nameFields: MasterField[] = [
    {
      name: 'username',
      title: '用户名',
      required: true,
      fixed: true,
      help: '6-20位字母、数字或下划线，建好后不能修改',
    },
    { name: 'realName', title: isProgram ? '名称' : '姓名', required: true },
    ...(isProgram ? [] : [{ name: 'mobile', title: '手机' }]),
  ]
  const placeFields: MasterField[] = [
    {
      name: 'orgId',
      title: '所属企业',
      section: '在企业中',
      kind: 'select',
      numeric: true,
      required: true,
      initial: orgId,
      options: byId(orgs),
    },
    ...(isProgram
      ? []
      : [
          {
            name: 'employeeId',
            title: '员工',
            section: ' ',
            initial: null,
            render: (control: FieldControl) => (
              <EmployeeSelect control={control} orgId={(control.values['orgId'] as number) ?? orgId} />
            ),
          },
        ]),
    ...(has(userButtons.grant)
      ? [
          {
            name: 'roleIds',
            title: '角色',
            wide: true,
            initial: [],
            render: (control: FieldControl) => <RolesSelect control={control} />,
          },
        ]
      : []),
  ]
  // What was typed for a person before 接口账号 was chosen.
  const ofProgram = isProgram ? { mobile: '', employeeId: null } : {}
  return (
    <MasterDrawer
      title={row ? `修改用户：${row.realName}` : '新增用户'}
      fields={row ? nameFields : [kindField, ...nameFields, ...placeFields]}
      schema={userRoutes.save.body}
      row={row}
      onSave={(body) => ({ route: userRoutes.save, body: { ...(body as object), ...ofProgram } as never })}
      onSaved={({ id, username, oneTimePassword }) => {
        toast.success('已保存')
        props.onSaved(row ? undefined : { id, username, password: oneTimePassword })
      }}
      onClose={props.onClose}
    />
  )
}
