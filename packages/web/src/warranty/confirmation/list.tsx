import type { ClaimRow } from '@chepu/contract/warranty/claim-document'
import { claimConfirmation } from '@chepu/contract/warranty/claim-confirmation'
import { DocumentList } from '../../kit/document/document-list'
import { TextFilter } from '../../kit/list/filters'
import { PartnerFilter } from '../../pickers/filters'

/** 厂家确认单: answers of manufacturers as documents; 厂家确认 shows them line by line. */
export default function ClaimConfirmationList() {
  return (
    <DocumentList<ClaimRow, keyof NonNullable<typeof claimConfirmation.columns> & string>
      document={claimConfirmation}
      columns={[
        'billNo',
        'bizDate',
        'partnerName',
        'claimNo',
        'billCount',
        'claimedAmount',
        'confirmedAmount',
        'state',
        'manufacturerNo',
        'creatorName',
        'approverName',
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <PartnerFilter name="partnerId" title="厂家" role={['manufacturer', 'supplier']} />
      <TextFilter name="manufacturerNo" title="厂家单号" more />
    </DocumentList>
  )
}
