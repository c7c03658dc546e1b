import { brandButtons, brandKinds, type BrandRow, brandRoutes } from '@chepu/contract/basics/brand'
import { SelectFilter, TextFilter } from '../kit/list/filters'
import { MasterPage } from '../kit/form/master-page'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'

const columns: Column<BrandRow>[] = [
  { key: 'name', title: '名称', width: 160, isKey: true },
  { key: 'initial', title: '首字母', width: 70 },
  { key: 'kind', title: '类型', labels: brandKinds, width: 80 },
  { key: 'country', title: '国别' },
  { key: 'partCount', title: '配件数', kind: 'count', sort: false },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 240, sort: false },
]

/** 品牌管理 (business/basics 5). */
export default function Brands() {
  return (
    <MasterPage<BrandRow>
      name="brands"
      title="品牌"
      routes={brandRoutes}
      buttons={brandButtons}
      columns={columns}
      labelOf={(row) => row.name}
      fields={[
        { name: 'name', title: '名称', required: true },
        { name: 'kind', title: '类型', kind: 'select', options: brandKinds, required: true, initial: 'part' },
        { name: 'country', title: '国别' },
        { name: 'remark', title: '备注', kind: 'area' },
      ]}
    >
      <TextFilter name="q" title="名称" search placeholder="名称 / 拼音" />
      <SelectFilter name="kind" title="类型" options={brandKinds} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
