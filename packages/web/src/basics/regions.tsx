import { areaButtons, areaRoutes, type AreaRow, maxAreaLevel } from '@chepu/contract/basics/large-area'
import { maxRegionLevel, regionRoutes, type RegionRow } from '@chepu/contract/basics/region'
import { Button, Select, Tabs } from 'antd'
import type { FieldControl } from '../kit/form/master-form'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import { TreeMasterPage } from '../kit/form/tree-master-page'
import { useRegionOptions } from '../pickers/region-cascader'

/** 地区管理 (business/basics 8, 9): provinces, cities and districts, and the group's sales areas above the provinces. */
export default function Regions() {
  const { isPlatform } = useSession()
  const { open } = useTabs()
  const importing = (
    <Button size="small" onClick={() => open('/importExcel/index?type=region')}>
      导入地区
    </Button>
  )
  return (
    <Tabs
      size="small"
      className="kit-tabs"
      tabBarExtraContent={isPlatform && importing}
      items={[
        { key: 'regions', label: '地区', children: <RegionTree /> },
        { key: 'areas', label: '大区', children: <Areas /> },
      ]}
    />
  )
}

/** One list for all groups: only the platform's keeper changes it. */
function RegionTree() {
  const { isPlatform } = useSession()
  return (
    <TreeMasterPage<RegionRow>
      title="地区"
      routes={regionRoutes}
      buttons={{ add: isPlatform, update: isPlatform, enable: isPlatform, remove: isPlatform }}
      labelOf={(row) => row.name}
      noteOf={(row) => row.id}
      maxDepth={maxRegionLevel}
      fields={[
        {
          name: 'code',
          title: '代码',
          required: true,
          fixed: true,
          kind: 'integer',
          help: 'GB/T 2260 的6位数字代码，保存后不能修改',
        },
        { name: 'name', title: '名称', required: true },
      ]}
    />
  )
}

function Provinces({ id, value, onChange }: FieldControl) {
  const provinces = useRegionOptions(1)
  return (
    <Select
      id={id}
      mode="multiple"
      value={(value as string[]) ?? []}
      options={provinces.map((province) => ({ value: String(province.value), label: province.label }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: string[]) => onChange(next)}
    />
  )
}

function Areas() {
  return (
    <TreeMasterPage<AreaRow>
      title="大区"
      routes={areaRoutes}
      buttons={areaButtons}
      labelOf={(row) => row.name}
      noteOf={(row) => row.regionNames.join('、')}
      maxDepth={maxAreaLevel}
      fields={[
        { name: 'name', title: '名称', required: true },
        { name: 'sort', title: '排序', kind: 'integer', initial: 0 },
        {
          name: 'regionCodes',
          title: '省份',
          wide: true,
          initial: [],
          render: (control) => <Provinces {...control} />,
          help: '一个省份只能属于一个大区',
        },
      ]}
    />
  )
}
