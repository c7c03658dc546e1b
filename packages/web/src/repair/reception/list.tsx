import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { reception } from '@chepu/contract/repair/reception'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { TextFilter } from '../../kit/list/filters'
import { EmployeeFilter } from '../../pickers/filters'

const { plate, modelText, vin, contactName, contactMobile, businessTypeName, salespersonName } = repairColumns

/** 接车登记 (business/arrivals 2). */
export default function ReceptionList() {
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof reception.columns> & string>
      document={reception}
      columns={[
        'billNo',
        'arrivedAt',
        plate,
        modelText,
        'partnerName',
        salespersonName,
        'creatorName',
        businessTypeName,
        'state',
        'mileage',
        'promisedAt',
        'complaint',
        vin,
        contactName,
        contactMobile,
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <EmployeeFilter name="salespersonId" title="服务顾问" />
    </DocumentList>
  )
}
