import { orgButtons, shopRoutes } from '@chepu/contract/access/org'
import { activeFilter } from '../../kit/list/active-filter'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useOptions } from '../../pickers/lists'
import { OrgList } from './org-list'

/** 门店管理 (business/access 3.5): the shops of the group. */
export default function StoreManagement() {
  const [types, storeTypes] = [useOptions('orgType'), useOptions('storeType')]
  return (
    <OrgList
      name="storeManagement"
      title="门店"
      list={shopRoutes.list}
      totals={shopRoutes.totals}
      addButton={orgButtons.add}
    >
      <TextFilter name="q" title="门店" search placeholder="编码 / 名称 / 简称" />
      <SelectFilter name="orgType" title="类型" options={types} />
      <SelectFilter name="storeTypeId" title="门店类型" options={storeTypes} />
      <SelectFilter {...activeFilter} />
    </OrgList>
  )
}
