import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { writeOff, writeOffPurposes } from '@chepu/contract/finance/write-off'
import type { MoneyRow } from '@chepu/contract/kernel/money-document'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter } from '../../kit/list/filters'
import { type MoneyColumn, moneyColumns } from '../../kit/document/money-columns'
import { PartnerFilter } from '../../pickers/filters'

const own: MoneyColumn[] = [
  { ...moneyColumns.purpose, labels: writeOffPurposes },
  moneyColumns.total,
  { ...moneyColumns.payerName, title: '转入单位' },
]

/** 往来核销 (business/finance 7.4). */
export default function WriteOffList() {
  return (
    <DocumentList<MoneyRow>
      document={writeOff}
      columns={[
        'billNo',
        'state',
        'bizDate',
        'partnerName',
        ...own,
        'sourceNo',
        'handlerName',
        'creatorName',
        'approverName',
        'approvedAt',
        'remark',
      ]}
      titles={{ sourceNo: '订单' }}
    >
      <PartnerFilter name="partnerId" role={everyRole} />
      <SelectFilter name="purpose" title="核销类型" options={writeOffPurposes} multiple />
    </DocumentList>
  )
}
