import { button } from '@chepu/contract/access/catalogue'
import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { repairRefund } from '@chepu/contract/repair/refund'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { useBusinessTypes } from '../../pickers/repair-lists'

const {
  plate,
  modelText,
  vin,
  contactName,
  contactMobile,
  businessTypeName,
  salespersonName,
  labourAmount,
  materialAmount,
  otherAmount,
  totalAmount,
} = repairColumns
const again = ['settled', 'delivered']

/** 维修工单 (business/repair 4). */
export default function WorkOrderList() {
  const { has, orgId } = useSession()
  const { open } = useTabs()
  const types = useBusinessTypes()
  const refund = (row: RepairRow) =>
    again.includes(row.state) && row.orgId === orgId && has(repairRefund.buttons.add)
      ? [
          {
            key: 'refund',
            label: '退单',
            run: () => open({ key: 'refundOrder', params: { new: 1, source: workOrder.kind, sourceId: row.id } }),
          },
        ]
      : []
  const rework = (row: RepairRow) =>
    again.includes(row.state) && row.orgId === orgId && has(button('work_order', 'add'))
      ? [
          {
            key: 'rework',
            label: '返工开单',
            run: () => open({ key: 'repairBilling', params: { new: 1, source: 'rework', sourceId: row.id } }),
          },
        ]
      : []
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof workOrder.columns> & string>
      document={workOrder}
      screen="repairBilling"
      name="repair"
      columns={[
        'billNo',
        'state',
        plate,
        'partnerName',
        businessTypeName,
        salespersonName,
        'creatorName',
        totalAmount,
        'settlement',
        'promisedAt',
        modelText,
        'arrivedAt',
        labourAmount,
        materialAmount,
        otherAmount,
        'grossProfit',
        'stayHours',
        'bizDate',
        'mileage',
        vin,
        contactName,
        contactMobile,
        'createdAt',
        'printCount',
        'remark',
      ]}
      rowActions={(row) => [...rework(row), ...refund(row)]}
      tools={<Button onClick={() => open({ key: 'insuranceCase' })}>保险案件</Button>}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <FlagFilter name="inShop" title="在厂" />
      <FlagFilter name="arrivedToday" title="今日进厂" />
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <SelectFilter
        name="businessTypeId"
        title="业务类型"
        options={Object.fromEntries(types.map(({ id, name }) => [String(id), name]))}
        more
      />
      <EmployeeFilter name="salespersonId" title="服务顾问" more />
      <EmployeeFilter name="technicianId" title="技师" more />
    </DocumentList>
  )
}
