import { cardVoucher, voucherPurposes } from '@chepu/contract/cards/card-voucher'
import type { MoneyRow } from '@chepu/contract/kernel/money-document'
import { DocumentList } from '../../kit/document/document-list'
import { moneyColumns } from '../../kit/document/money-columns'
import { SelectFilter, TextFilter } from '../../kit/list/filters'
import { useAccounts } from '../../pickers/accounts'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'

/** The list of 办卡单 (business/cards 4). */
export function VoucherList() {
  const accounts = useAccounts({ all: true })
  return (
    <DocumentList<MoneyRow, keyof NonNullable<typeof cardVoucher.columns> & string>
      document={cardVoucher}
      name="makeCardVoucher"
      columns={[
        'billNo',
        'state',
        'bizDate',
        { ...moneyColumns.purpose, title: '类型', labels: voucherPurposes, isKey: true },
        'cardNo',
        'partnerName',
        'amountDue',
        { ...moneyColumns.total, title: '实收' },
        'principalChange',
        'giftChange',
        'salespersonName',
        'creatorName',
        { ...moneyColumns.accountNames, title: '收付账户' },
        'packageChange',
        'pointsChange',
        { ...moneyColumns.fee },
        'approverName',
        'approvedAt',
        'printCount',
        'remark',
      ]}
      titles={{ salespersonName: '销售人' }}
    >
      <PartnerFilter name="partnerId" title="客户" role="customer" />
      <SelectFilter name="purpose" title="类型" options={voucherPurposes} multiple />
      <TextFilter name="cardNo" title="卡号" />
      <SelectFilter
        name="accountId"
        title="账户"
        options={Object.fromEntries(accounts.map((account) => [String(account.id), account.name]))}
        more
      />
      <EmployeeFilter name="salespersonId" title="销售人" more />
    </DocumentList>
  )
}
