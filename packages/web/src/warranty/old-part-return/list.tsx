import { oldPartReturn } from '@chepu/contract/warranty/old-part-return'
import type { ClaimRow } from '@chepu/contract/warranty/claim-document'
import { DocumentList } from '../../kit/document/document-list'
import { TextFilter } from '../../kit/list/filters'
import { PartnerFilter } from '../../pickers/filters'

/** 旧件返厂单: parcels of old parts, and which of them wait for their manufacturer's answer. */
export default function OldPartReturnList() {
  return (
    <DocumentList<ClaimRow, keyof NonNullable<typeof oldPartReturn.columns> & string>
      document={oldPartReturn}
      columns={[
        'billNo',
        'bizDate',
        'partnerName',
        'tagCount',
        'openCount',
        'refusedCount',
        'carrierName',
        'waybillNo',
        'shippedAt',
        'state',
        'creatorName',
        'createdAt',
        'printCount',
        'remark',
      ]}
    >
      <PartnerFilter name="partnerId" title="厂家" role={['manufacturer', 'supplier']} />
      <TextFilter name="waybillNo" title="运单号" />
    </DocumentList>
  )
}
