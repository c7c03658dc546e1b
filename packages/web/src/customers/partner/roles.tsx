import { roleLabels } from '@chepu/contract/customers/partner'
import { Checkbox } from 'antd'
import type { FieldControl } from '../../kit/master-form'

const roles = Object.entries(roleLabels).map(([bit, label]) => ({ value: Number.parseInt(bit, 10), label }))

/** 客户、供应商: names of the role bits. */
export const roleNames = (cusFlag: number): string =>
  roles.flatMap(({ value, label }) => ((cusFlag & value) === 0 ? [] : [label])).join('、')

/** Ticks of roles, kept as one number of bits. */
export function RolesControl({ value, onChange, disabled }: FieldControl) {
  const bits = value as number
  return (
    <Checkbox.Group
      disabled={disabled}
      options={roles}
      value={roles.map((role) => role.value).filter((bit) => (bits & bit) !== 0)}
      onChange={(chosen) => onChange(chosen.reduce((sum, bit) => sum | bit, 0))}
    />
  )
}
