import { orderKinds } from '@chepu/contract/kernel/order-kinds'
import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { workOrder } from '@chepu/contract/repair/work-order'
import { Button } from 'antd'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { FlagFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { useBusinessTypes } from '../../pickers/repair-lists'
import { useAfterSettled } from './again'

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

/** 维修工单 (business/repair 4). */
export default function WorkOrderList() {
  const { orgId } = useSession()
  const { open } = useTabs()
  const types = useBusinessTypes()
  const after = useAfterSettled()
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof workOrder.columns> & string>
      document={workOrder}
      screen="repairBilling"
      name="repair"
      columns={[
        'billNo',
        'state',
        'orderKind',
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
      rowActions={(row) => (row.orgId === orgId ? after(row) : [])}
      tools={<Button onClick={() => open({ key: 'insuranceCase' })}>保险案件</Button>}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <FlagFilter name="inShop" title="在厂" />
      <FlagFilter name="arrivedToday" title="今日进厂" />
      <SelectFilter name="orderKind" title="类型" options={orderKinds} />
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
