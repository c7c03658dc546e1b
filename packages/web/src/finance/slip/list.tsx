import { everyRole } from '@chepu/contract/kernel/partner-roles'
import type { MoneyRow } from '@chepu/contract/kernel/money-document'
import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { DocumentList } from '../../kit/document/document-list'
import { SelectFilter } from '../../kit/list/filters'
import { type MoneyColumn, moneyColumns } from '../../kit/document/money-columns'
import { EmployeeFilter, PartnerFilter } from '../../pickers/filters'
import { useAccounts } from '../../pickers/accounts'

interface SlipListProps {
  document: AnyDocument
  purposes: Readonly<Record<string, string>>
  /** Titles of the kind: {total: '收款额', advance: '预收额'}. */
  titles: { total: string; advance: string; payer: string }
}

/** The list of 收款单 or 付款单 (business/finance 7.1). */
export function SlipList(props: SlipListProps) {
  const { purposes, titles } = props
  const accounts = useAccounts({ all: true })
  const money: MoneyColumn[] = [
    { ...moneyColumns.purpose, labels: purposes },
    moneyColumns.accountNames,
    { ...moneyColumns.total, title: titles.total },
    moneyColumns.discount,
    moneyColumns.writtenOff,
    { ...moneyColumns.advance, title: titles.advance, isKey: true },
    moneyColumns.fee,
  ]
  return (
    <DocumentList<MoneyRow>
      document={props.document}
      columns={[
        'billNo',
        'state',
        'bizDate',
        'partnerName',
        ...money,
        'creatorName',
        'sourceNo',
        { ...moneyColumns.payerName, title: titles.payer },
        'handlerName',
        'salespersonName',
        'approverName',
        'approvedAt',
        'printCount',
        'remark',
      ]}
      titles={{ sourceNo: '订单' }}
    >
      <PartnerFilter name="partnerId" role={everyRole} />
      <SelectFilter
        name="accountId"
        title="账户"
        options={Object.fromEntries(accounts.map((account) => [String(account.id), account.name]))}
      />
      <SelectFilter name="purpose" title="类型" options={purposes} multiple more />
      <EmployeeFilter name="salespersonId" title="业务员" more />
    </DocumentList>
  )
}
