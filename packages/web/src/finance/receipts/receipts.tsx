import { type PartnerRole, partnerRoles } from '@chepu/contract/basics/lookups'
import { button } from '@chepu/contract/access/catalogue'
import { type ReceiptRow, receiptKinds, receiptRoutes } from '@chepu/contract/finance/receipts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { type Column, orgColumn } from '../../kit/columns'
import { thisMonth } from '../../kit/date-ranges'
import { documentPath } from '../../kit/document-screens'
import { DateRangeFilter, OrgsFilter, SelectFilter, TextFilter } from '../../kit/filters'
import { ListPage } from '../../kit/list-page'
import { useSession } from '../../kit/session'
import { useScreenParams, useTabs } from '../../kit/tabs'
import { useFilterState } from '../../kit/use-filters'
import { PartnerFilter } from '../../pickers/filters'
import { useAccounts } from '../slip/accounts'
import { DailySheet } from './daily'

const everyRole = Object.keys(partnerRoles) as PartnerRole[]
const pathOf = (row: ReceiptRow) => documentPath(row.kind, row.docId)

const allColumns: Column<ReceiptRow>[] = [
  { key: 'purpose', title: '类型', width: 76, sort: false },
  { key: 'billNo', title: '单号', width: 122, href: pathOf, isName: true, isKey: true },
  orgColumn,
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'partnerName', title: '单位', width: 144 },
  { key: 'accountName', title: '账户', width: 92, sort: false },
  { key: 'income', title: '收入', kind: 'money', isKey: true },
  { key: 'expense', title: '支出', kind: 'money', isKey: true },
  { key: 'balance', title: '余额', kind: 'money', field: 'account_balance', total: false, sort: false, isKey: true },
  { key: 'summary', title: '摘要', width: 140, sort: false },
  { key: 'handlerName', title: '经手', width: 60, sort: false },
  { key: 'posterName', title: '审核', width: 60, sort: false },
]

/** 收付单据查询: every movement of money, and the hand-over sheet of a day (DOMAIN 2.10 receipts). */
export default function Receipts() {
  const { has } = useSession()
  const { open } = useTabs()
  const accounts = useAccounts({ all: true })
  const [month] = useState(() => ({ ...thisMonth() }))
  const filters = useFilterState(month, useScreenParams())
  // Rows of several accounts have no running balance in common.
  const hasOneAccount = Boolean(filters.applied['accountId'])
  const columns = useMemo(
    () => (hasOneAccount ? allColumns : allColumns.filter(({ key }) => key !== 'balance')),
    [hasOneAccount],
  )
  const [daily, setDaily] = useState(false)
  const openDocument = (row: ReceiptRow) => {
    const path = pathOf(row)
    if (path) open(path)
  }
  return (
    <>
      <ListPage<ReceiptRow>
        name="receipts"
        title="收付单据"
        list={receiptRoutes.list}
        totals={receiptRoutes.totals}
        export={has([button('collection', 'export'), button('payment', 'export')]) ? receiptRoutes.export : undefined}
        columns={columns}
        defaults={month}
        filterState={filters}
        onOpen={openDocument}
        rowClass={(row) => (row.isRed ? 'is-red' : undefined)}
        rowActions={(row) => [{ key: 'open', label: '打开原单', run: () => openDocument(row) }]}
        toolbar={
          <Button size="small" onClick={() => setDaily(true)}>
            日结交款表
          </Button>
        }
      >
        <OrgsFilter area="finance" />
        <DateRangeFilter />
        <TextFilter name="billNo" title="单号" search />
        <SelectFilter
          name="accountId"
          title="账户"
          options={Object.fromEntries(accounts.map((account) => [String(account.id), account.name]))}
        />
        <SelectFilter name="kind" title="类型" options={receiptKinds} />
        <PartnerFilter name="partnerId" role={everyRole} />
        <TextFilter name="remark" title="摘要" more />
      </ListPage>
      {daily && <DailySheet onClose={() => setDaily(false)} />}
    </>
  )
}
