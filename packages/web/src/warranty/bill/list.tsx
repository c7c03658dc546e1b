import type { RepairRow } from '@chepu/contract/kernel/repair-document'
import { oldPartStandings } from '@chepu/contract/warranty/old-part'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { DocumentList } from '../../kit/document/document-list'
import { repairColumns } from '../../kit/document/repair-columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { Deadline } from './deadline'
import { OrderButton } from './order-button'

const { plate, vin, modelText, contactName, contactMobile } = repairColumns

const reds = { true: '只看红字', false: '不看红字' }

const draws = {
  claimBy: (row: RepairRow & { claimBy?: string | null }) => (
    <Deadline day={row.claimBy} state={row.isRed ? 'reversed' : row.state} />
  ),
}

/** 三包单: what manufacturers are asked to pay, and how far each bill is (business/three-guarantees 3). */
export default function WarrantyBillList() {
  return (
    <DocumentList<RepairRow, keyof NonNullable<typeof warrantyBill.columns> & string>
      document={warrantyBill}
      tools={<OrderButton />}
      draws={draws}
      columns={[
        'billNo',
        'state',
        'claimBy',
        plate,
        'manufacturerName',
        'partnerName',
        'totalAmount',
        'confirmedAmount',
        'oldPartStanding',
        'creatorName',
        'faultName',
        'labourAmount',
        'materialAmount',
        'otherAmount',
        'bizDate',
        'workOrderNo',
        'invoicedOn',
        'mileage',
        'causePartName',
        vin,
        modelText,
        'salespersonName',
        contactName,
        contactMobile,
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <TextFilter name="car" title="车牌/VIN" placeholder="车牌或VIN尾号" />
      <PartnerFilter name="manufacturerId" title="责任厂家" role="manufacturer" />
      <SelectFilter name="oldPartStanding" title="旧件状态" options={oldPartStandings} more />
      <EmployeeFilter name="salespersonId" title="服务顾问" more />
      <SelectFilter name="isRed" title="红字" options={reds} more />
    </DocumentList>
  )
}
