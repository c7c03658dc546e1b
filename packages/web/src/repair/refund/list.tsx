import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { repairRefund } from '@chepu/contract/repair/refund'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { TextFilter } from '../../kit/list/filters'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'

const { plate, modelText, businessTypeName, otherAmount } = repairColumns

/** 维修退单: refunds of settled orders (business/repair-settlement 11). */
export default function RefundList() {
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof repairRefund.columns> & string>
      document={repairRefund}
      columns={[
        'billNo',
        'state',
        'workOrderNo',
        plate,
        'partnerName',
        'totalAmount',
        'creatorName',
        'reason',
        'labourAmount',
        'materialAmount',
        'refundWay',
        'outputAmount',
        'openAmount',
        'bizDate',
        'settlementNo',
        otherAmount,
        businessTypeName,
        'salespersonName',
        modelText,
        'approverName',
        'approvedAt',
        'printCount',
        'remark',
      ]}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <TextFilter name="reason" title="退单原因" more />
      <EmployeeFilter name="salespersonId" title="服务顾问" more />
    </DocumentList>
  )
}
