import { insuranceCase } from '@chepu/contract/repair/insurance-case'
import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { TextFilter } from '../../kit/list/filters'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'

const { plate, modelText, vin, contactName, contactMobile } = repairColumns

/** 保险案件: every case with what it waits for (business/repair-insurance 2). */
export default function InsuranceCaseList() {
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof insuranceCase.columns> & string>
      document={insuranceCase}
      columns={[
        'billNo',
        'state',
        plate,
        'insurerName',
        'caseNo',
        'awaits',
        'assessedTotal',
        'creatorName',
        'insurerDue',
        'agreedAmount',
        'insurerOpen',
        'workOrderNo',
        'policyKind',
        'partnerName',
        'salespersonName',
        'surveyor',
        'bizDate',
        modelText,
        vin,
        contactName,
        contactMobile,
        'policyNo',
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <TextFilter name="caseNo" title="报案号" placeholder="报案号" />
      <PartnerFilter name="insurerId" title="保险公司" role="insurer" />
      <EmployeeFilter name="salespersonId" title="服务顾问" more />
    </DocumentList>
  )
}
