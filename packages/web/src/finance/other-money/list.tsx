import { type MoneyDirection, otherMoneyOf, otherMoneyPurposes } from '@chepu/contract/finance/other-money'
import { everyRole } from '@chepu/contract/kernel/partner-roles'
import type { MoneyRow } from '@chepu/contract/kernel/money-document'
import type { ReactNode } from 'react'
import { DocumentList } from '../../kit/document/document-list'
import { moneyColumns } from '../../kit/document/money-columns'
import { SelectFilter } from '../../kit/list/filters'
import { useAccounts } from '../../pickers/accounts'
import { PartnerFilter } from '../../pickers/filters'
import { useDepartments } from '../../pickers/lists'
import { useCategories } from './categories'

const named = (rows: readonly { id: number; name: string }[]) =>
  Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))

/** 其他收入 or 其他支出 by category, account and department (business/money-slips 1). */
export function OtherMoneyList({ direction, head }: { direction: MoneyDirection; head: ReactNode }) {
  const accounts = useAccounts({ all: true })
  const categories = useCategories(direction, true)
  const departments = useDepartments()
  return (
    <div className="kit-stack">
      {head}
      <DocumentList<MoneyRow, 'categoryName' | 'departmentName' | 'dueOn'>
        document={otherMoneyOf[direction]}
        columns={[
          'billNo',
          'state',
          'bizDate',
          'categoryName',
          { key: 'remark', title: '摘要', width: 160, sort: false, isKey: true },
          moneyColumns.accountNames,
          'partnerName',
          moneyColumns.total,
          'creatorName',
          moneyColumns.fee,
          { ...moneyColumns.purpose, title: '结算', labels: otherMoneyPurposes },
          'departmentName',
          'dueOn',
          'handlerName',
          'approverName',
          'approvedAt',
        ]}
      >
        <SelectFilter
          name="categoryId"
          title="类别"
          options={Object.fromEntries(categories.map(({ id, label }) => [String(id), label]))}
        />
        <SelectFilter name="accountId" title="账户" options={named(accounts)} />
        <SelectFilter name="departmentId" title="部门" options={named(departments)} more />
        <SelectFilter name="purpose" title="结算" options={otherMoneyPurposes} more />
        <PartnerFilter name="partnerId" role={everyRole} more />
      </DocumentList>
    </div>
  )
}
