import { allOrgs } from '@chepu/contract/shell/lookups'
import { Select } from 'antd'
import { useCall } from '../../kit/base/use-call'
import type { FieldControl } from '../../kit/form/master-form'

/** Shops of the group that sell a package; none is all. */
export function ShopsField({ id, value, onChange, disabled }: FieldControl) {
  const orgs = useCall(allOrgs, {}, { stale: 5 * 60_000 }).data ?? []
  return (
    <Select
      id={id}
      mode="multiple"
      disabled={disabled}
      placeholder="全部门店"
      value={(value as number[] | null) ?? []}
      options={orgs.map((org) => ({ value: org.orgid, label: org.short_name || org.orgname }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  )
}
