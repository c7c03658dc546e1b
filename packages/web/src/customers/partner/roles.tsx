import { roleLabels, sisterRole } from '@chepu/contract/customers/partner'
import { Checkbox } from 'antd'
import type { FieldControl } from '../../kit/form/master-form'

const bitsOf = (labels: object) =>
  Object.entries(labels).map(([bit, label]) => ({ value: Number.parseInt(bit, 10), label: String(label) }))
const roles = bitsOf(roleLabels)

/** 客户、供应商: names of the role bits. */
export const roleNames = (cusFlag: number): string =>
  [...roles, ...bitsOf(sisterRole)].flatMap(({ value, label }) => ((cusFlag & value) === 0 ? [] : [label])).join('、')

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
