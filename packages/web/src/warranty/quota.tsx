import { searchServiceItems } from '@chepu/contract/repair/lookups'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { type QuotaRow, quotaRoutes } from '@chepu/contract/warranty/labour-quota'
import { policyButtons } from '@chepu/contract/warranty/policy'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../kit/base/call'
import { useSession } from '../kit/base/session'
import { useTabs } from '../kit/base/tabs'
import type { FieldControl } from '../kit/form/master-form'
import { MasterPage } from '../kit/form/master-page'
import { activeFilter, activeLabels } from '../kit/list/active-filter'
import type { Column } from '../kit/list/columns'
import { SelectFilter, TextFilter } from '../kit/list/filters'
import { Autocomplete } from '../kit/ui/autocomplete'
import { PartnerFilter } from '../pickers/filters'
import { ManufacturerLink } from '../pickers/manufacturer-link'

const columns: Column<QuotaRow>[] = [
  { key: 'manufacturerName', title: '厂家', width: 160, isKey: true },
  { key: 'itemCode', title: '项目编码', width: 90, isKey: true },
  { key: 'itemName', title: '项目名称', width: 200, isKey: true },
  { key: 'labourCode', title: '厂家工时代码', width: 120, sort: false, isKey: true },
  {
    key: 'hours',
    title: '工时',
    kind: 'qty',
    total: false,
    width: 70,
    isKey: true,
    render: ({ hours }) => trimZeros(hours),
  },
  { key: 'validFrom', title: '生效日期', kind: 'date', isKey: true },
  { key: 'isCurrent', title: '现行', kind: 'flag', width: 56, sort: false, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 160, sort: false },
]

/** 厂家工时定额 (business/three-guarantees 1.3): hours that manufacturers pay for items, from a day on. */
export default function QuotaPage() {
  const { has } = useSession()
  const { open } = useTabs()
  const importing = has(policyButtons.update) && (
    <Button size="small" onClick={() => open('/importExcel?type=labour_quota')}>
      导入
    </Button>
  )
  return (
    <MasterPage<QuotaRow>
      name="labourQuota"
      title="厂家工时定额"
      routes={quotaRoutes}
      buttons={{ ...policyButtons }}
      columns={columns}
      labelOf={({ manufacturerName, itemName, validFrom }) => `${manufacturerName} ${itemName} ${validFrom}`}
      toolbar={() => importing}
      fields={[
        {
          name: 'manufacturerId',
          title: '厂家',
          required: true,
          initial: null,
          render: (control) => <ManufacturerLink {...control} />,
        },
        {
          name: 'serviceItemId',
          title: '服务项目',
          required: true,
          initial: null,
          render: (control) => <ItemLink {...control} />,
        },
        { name: 'labourCode', title: '厂家工时代码', help: '厂家自己的作业代码' },
        { name: 'hours', title: '工时', kind: 'decimal', required: true, help: '厂家认可的工时，最多6位小数' },
        {
          name: 'validFrom',
          title: '生效日期',
          kind: 'date',
          required: true,
          initial: shanghaiDay(),
          help: '修理日期在此日及以后的三包单用此定额，直到更晚的一条生效',
        },
        { name: 'remark', title: '备注', kind: 'area' },
        // Shown by its name where the row is changed.
        { name: 'itemName', title: '', render: () => null },
      ]}
    >
      <TextFilter name="q" title="定额" search placeholder="项目 / 厂家工时代码 / 厂家" />
      <PartnerFilter name="manufacturerId" title="厂家" role="manufacturer" />
      <SelectFilter name="current" title="现行" options={{ true: '是', false: '否' }} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}

/** Items in use that the text names. */
async function findItems(text: string) {
  const { rows } = await call(searchServiceItems, { query: { q: text, rows: 20 }, quiet: true })
  return rows.map((item) => ({ id: item.id, label: `${item.code} ${item.name}`, value: item }))
}

/** A service item in a form, found by typing; sends its id. */
function ItemLink({ id, values, value, onChange }: FieldControl) {
  const [text, setText] = useState(String(values['itemName'] ?? ''))
  return (
    <Autocomplete
      id={id}
      label="服务项目"
      text={value == null ? '' : text}
      placeholder="编码 / 名称 / 拼音"
      find={findItems}
      onChange={(option) => {
        setText(option?.label ?? '')
        onChange(option?.value.id ?? null)
      }}
    />
  )
}
