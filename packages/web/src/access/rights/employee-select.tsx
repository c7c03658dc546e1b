import { freeEmployees } from '@chepu/contract/access/user'
import { Select } from 'antd'
import type { FieldControl } from '../../kit/form/master-form'
import { useSession } from '../../kit/base/session'
import { useCall } from '../../kit/base/use-call'
import { RoleSelect } from './role-select'
import { useRolesIn } from './reach'

/** Employees of the organisation who have no account, and the one already joined. */
export function EmployeeSelect(props: {
  control: FieldControl
  orgId: number
  own?: { id: number; name: string } | undefined
}) {
  const free = useCall(freeEmployees, { query: { orgId: props.orgId } })
  const options = (free.data?.rows ?? []).map(({ id, empNo, name }) => ({ value: id, label: `${empNo} ${name}` }))
  return (
    <Select
      id={props.control.id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="不关联"
      value={props.control.value as number | null}
      options={props.own ? [{ value: props.own.id, label: props.own.name }, ...options] : options}
      onChange={(id: number | undefined) => props.control.onChange(id ?? null)}
    />
  )
}

/** Roles that may be given in the organisation of the form's field `orgId`: the group's and its own. */
export function RolesSelect(props: { control: FieldControl; disabled?: boolean }) {
  const { id, value, values, onChange } = props.control
  const { orgId: here } = useSession()
  return (
    <RoleSelect
      id={id}
      roles={useRolesIn((values['orgId'] as number | undefined) ?? here)}
      disabled={props.disabled ?? false}
      value={value as number[]}
      onChange={onChange}
    />
  )
}
