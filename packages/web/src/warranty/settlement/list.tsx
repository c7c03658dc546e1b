import type { ClaimRow } from '@chepu/contract/warranty/claim-document'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { DocumentList } from '../../kit/document/document-list'
import { PartnerFilter } from '../../pickers/filters'

/** 三包结算单: what manufacturers were settled with; 索赔款管理 shows what of it they have paid. */
export default function WarrantySettlementList() {
  return (
    <DocumentList<ClaimRow, keyof NonNullable<typeof warrantySettlement.columns> & string>
      document={warrantySettlement}
      columns={[
        'billNo',
        'bizDate',
        'partnerName',
        'billCount',
        'confirmedAmount',
        'deductedAmount',
        'netAmount',
        'state',
        'dueOn',
        'creatorName',
        'approverName',
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <PartnerFilter name="partnerId" title="厂家" role={['manufacturer', 'supplier']} />
    </DocumentList>
  )
}
