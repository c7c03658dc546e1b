import type { ClaimRow } from '@chepu/contract/warranty/claim-document'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { DocumentList } from '../../kit/document/document-list'
import { TextFilter } from '../../kit/list/filters'
import { PartnerFilter } from '../../pickers/filters'

/** 索赔申报: what was claimed of manufacturers, batch by batch, and how far it is answered (business/three-guarantees 4). */
export default function WarrantyClaimList() {
  return (
    <DocumentList<ClaimRow, keyof NonNullable<typeof warrantyClaim.columns> & string>
      document={warrantyClaim}
      columns={[
        'billNo',
        'partnerName',
        'period',
        'billCount',
        'claimedAmount',
        'confirmedAmount',
        'rejectedAmount',
        'state',
        'creatorName',
        'bizDate',
        'manufacturerNo',
        'sentOn',
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <PartnerFilter name="partnerId" title="厂家" role={['manufacturer', 'supplier']} />
      <TextFilter name="manufacturerNo" title="厂家受理号" more />
    </DocumentList>
  )
}
