import { trimZeros } from '@chepu/contract/kernel/decimal'
import { limitsText } from '@chepu/contract/warranty/term'
import { policyButtons, type PolicyRow, policyRoutes, policyScopes } from '@chepu/contract/warranty/policy'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { MasterPage } from '../../kit/form/master-page'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { PartnerFilter } from '../../pickers/filters'

const columns: Column<PolicyRow>[] = [
  { key: 'code', title: '编码', width: 72, isKey: true },
  { key: 'name', title: '名称', width: 140, isKey: true },
  { key: 'manufacturerName', title: '厂家', width: 148, isKey: true },
  { key: 'scope', title: '范围', labels: policyScopes, width: 72, sort: false, isKey: true },
  { key: 'objectName', title: '对象', width: 140, sort: false, isKey: true },
  {
    key: 'months',
    title: '现行：月/公里',
    width: 146,
    sort: false,
    isKey: true,
    render: ({ months, km }) => (months === null && km === null ? '未生效' : limitsText({ months, km })),
  },
  {
    key: 'labourRate',
    title: '工时单价',
    width: 72,
    isKey: true,
    render: ({ labourRate }) => labourRate && trimZeros(labourRate),
  },
  {
    key: 'claimDays',
    title: '申报期限',
    width: 72,
    sort: false,
    isKey: true,
    render: ({ claimDays, labourRate }) => (claimDays === null ? labourRate && '不限' : `${claimDays}天`),
  },
  { key: 'returnsOldParts', title: '旧件返厂', kind: 'flag', width: 72, sort: false, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'remark', title: '备注', width: 160, sort: false },
]

/** 厂家三包政策 with the terms of today (business/three-guarantees 1). The editor is a page of its own. */
export default function PolicyListPage() {
  const { has } = useSession()
  const { open } = useTabs()
  const show = (row: PolicyRow) =>
    open({ key: 'manufacturerPolicy', params: { id: row.id }, title: `三包政策-${row.code}` })
  const copy = (row: PolicyRow) =>
    open({ key: 'manufacturerPolicy', params: { new: 1, copy: row.id }, title: '新增三包政策' })
  return (
    <MasterPage<PolicyRow>
      name="manufacturerPolicy"
      title="厂家三包政策"
      routes={policyRoutes}
      buttons={{ add: policyButtons.add, update: policyButtons.update, remove: policyButtons.remove }}
      columns={columns}
      fields={[]}
      labelOf={(row) => row.name}
      onOpen={show}
      onNew={() => open({ key: 'manufacturerPolicy', params: { new: 1 }, title: '新增三包政策' })}
      rowActions={(row) => (has(policyButtons.add) ? [{ key: 'copy', label: '复制', run: () => copy(row) }] : [])}
    >
      <TextFilter name="q" title="政策" search placeholder="编码 / 名称 / 厂家" />
      <PartnerFilter name="manufacturerId" title="厂家" role="manufacturer" />
      <SelectFilter name="scope" title="范围" options={policyScopes} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
