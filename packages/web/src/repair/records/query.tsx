import { button } from '@chepu/contract/access/catalogue'
import { type RepairRecord, repairRecords } from '@chepu/contract/repair/records'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { PartnerFilter } from '../../pickers/filters'

const list = listOf(repairRecords, {})

/** 维修记录: what was done to cars, and may be done again (business/repair 7). */
export default function RepairRecords() {
  const { has, orgId } = useSession()
  const { open } = useTabs()
  const begin = (params: Record<string, string | number>) =>
    open({ key: 'repairBilling', params: { new: 1, ...params } })
  const rowActions = ({ id, orderId, section, orgId: owner }: RepairRecord) => {
    if (owner !== orgId) return []
    const look = { key: 'open', label: '查看工单', run: () => open(`/repairBilling?id=${orderId}`) }
    if (!has(button('work_order', 'add'))) return [look]
    return [
      look,
      { key: 'copy', label: '引用开单', run: () => begin({ source: 'work_order', sourceId: orderId }) },
      ...(section === 'labour'
        ? [{ key: 'rework', label: '返工开单', run: () => begin({ source: 'rework', sourceId: orderId, lines: id }) }]
        : []),
    ]
  }
  return (
    <ListPage {...list} name="recordsRepair" keyOf={(row) => row.id} rowActions={rowActions}>
      <DateRangeFilter title="日期" />
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" search />
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <TextFilter name="item" title="项目/配件" placeholder="名称或配件编码" />
      <FlagFilter name="guaranteed" title="质保内" />
    </ListPage>
  )
}
