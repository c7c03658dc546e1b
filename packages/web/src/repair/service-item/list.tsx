import { serviceItemButtons } from '@chepu/contract/repair/buttons'
import { pricingModes } from '@chepu/contract/kernel/pricing-modes'
import { commissionModes, type ServiceItemRow, serviceItemRoutes } from '@chepu/contract/repair/service-item'
import { trimZeros } from '@chepu/contract/kernel/decimal'
import { Button } from 'antd'
import { percentText, priceText } from '../../kit/base/format'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { MasterPage } from '../../kit/form/master-page'
import { byId } from '../../kit/form/select-options'
import { activeFilter, activeLabels } from '../../kit/list/active-filter'
import type { Column } from '../../kit/list/columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useOptions } from '../../pickers/lists'
import { useWorkerTypes } from '../../pickers/repair-lists'
import { shownColumns } from '../earnings'

/** 提成 as people say it; blank goes by technician and trade. */
function commissionText({ commissionMode, commissionValue }: ServiceItemRow): string {
  if (commissionMode === 'none') return commissionModes.none
  if (commissionValue == null) return ''
  return commissionMode === 'fixed' ? `${priceText(commissionValue)}元` : percentText(commissionValue)
}

const columns: Column<ServiceItemRow>[] = [
  { key: 'code', title: '项目编码', width: 84, isKey: true },
  { key: 'name', title: '项目名称', width: 180, isKey: true },
  { key: 'isActive', title: '状态', labels: activeLabels, width: 56, sort: false, isKey: true },
  { key: 'workerTypeName', title: '工种', width: 60, isKey: true },
  { key: 'businessTypeName', title: '业务类型', width: 80 },
  { key: 'pricingMode', title: '计价方式', labels: pricingModes, width: 72, sort: false },
  { key: 'stdHours', title: '标准工时', width: 76, render: ({ stdHours }) => trimZeros(stdHours), isKey: true },
  { key: 'hourPrice', title: '工时单价', kind: 'price', total: false },
  { key: 'fixedPrice', title: '一口价', kind: 'price', total: false, isKey: true },
  { key: 'commissionValue', title: '提成', width: 72, sort: false, render: commissionText },
  { key: 'taxRateName', title: '税率', width: 56, sort: false },
  { key: 'allowsDiscount', title: '允许打折', kind: 'flag', width: 72, sort: false },
  { key: 'partCount', title: '材料数', kind: 'count', sort: false, total: false },
  { key: 'remark', title: '备注', width: 160, sort: false },
  { key: 'updatedAt', title: '修改时间', kind: 'time', hidden: true },
]

/** 服务项目 (business/repair-masters 1.7). The editor is a page of its own. */
export function ServiceItems() {
  const { has, sees } = useSession()
  const { open } = useTabs()
  const businessTypes = useOptions('businessType')
  const show = (row: ServiceItemRow) =>
    open({ key: 'serviceItems', params: { id: row.id }, title: `服务项目-${row.code}` })
  const importing = has(serviceItemButtons.import) && (
    <Button size="small" onClick={() => open('/importExcel?type=service_item')}>
      导入
    </Button>
  )
  return (
    <MasterPage<ServiceItemRow>
      name="serviceItems"
      title="服务项目"
      routes={serviceItemRoutes}
      buttons={{ ...serviceItemButtons, export: serviceItemButtons.import }}
      columns={shownColumns(columns, sees)}
      fields={[]}
      labelOf={(row) => row.name}
      onOpen={show}
      onNew={() => open({ key: 'serviceItems', params: { new: 1 }, title: '新增服务项目' })}
      toolbar={() => importing}
    >
      <TextFilter name="q" title="项目" search placeholder="编码 / 名称 / 拼音" />
      <SelectFilter name="workerTypeId" title="工种" options={byId(useWorkerTypes())} />
      <SelectFilter name="businessTypeId" title="业务类型" options={businessTypes} />
      <SelectFilter name="pricingMode" title="计价方式" options={pricingModes} />
      <SelectFilter {...activeFilter} />
    </MasterPage>
  )
}
