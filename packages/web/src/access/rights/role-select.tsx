import { Select } from 'antd'
import '../access.css'

/** A role as choices show it; `barrier` says why the user may not hand it out. */
interface RoleChoice {
  id: number
  name: string
  barrier: string
}

const withReason = (role: { label: string; barrier: string }) => (
  <>
    {role.label}
    {role.barrier !== '' && <small className="ac-barrier">{role.barrier}</small>}
  </>
)

/** Chooses roles. One that the user may not hand out is shown with the reason; who has it already may lose it. */
export function RoleSelect(props: {
  id: string
  roles: readonly RoleChoice[]
  value: number[]
  disabled?: boolean
  onChange: (ids: number[]) => void
}) {
  return (
    <Select
      id={props.id}
      mode="multiple"
      placeholder="没有角色"
      disabled={props.disabled ?? false}
      showSearch={{ optionFilterProp: 'label' }}
      value={props.value}
      options={props.roles.map(({ id, name, barrier }) => ({
        value: id,
        label: name,
        barrier,
        disabled: barrier !== '' && !props.value.includes(id),
      }))}
      optionRender={({ data }) => withReason(data)}
      onChange={(ids: number[]) => props.onChange(ids)}
    />
  )
}
