import { everyRole } from '@chepu/contract/kernel/partner-roles'
import { type ReceiptRow, receiptKinds, receiptRoutes } from '@chepu/contract/finance/receipts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { listOf } from '../../kit/list/columns'
import { thisMonth } from '../../kit/base/date-ranges'
import { documentPath } from '../../kit/document/document-screens'
import { DateRangeFilter, OrgsFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useFilterState } from '../../kit/list/use-filters'
import { PartnerFilter } from '../../pickers/filters'
import { useAccounts } from '../../pickers/accounts'
import { DailySheet } from './daily'

const pathOf = (row: ReceiptRow) => documentPath(row.kind, row.docId)

const movements = listOf(receiptRoutes, { billNo: { href: pathOf } })

/** 收付单据查询: every movement of money, and the hand-over sheet of a day (business/finance 7.2). */
export default function Receipts() {
  const { open } = useTabs()
  const accounts = useAccounts({ all: true })
  const [month] = useState(() => ({ ...thisMonth() }))
  const filters = useFilterState(month, useScreenParams())
  // Rows of several accounts have no running balance in common.
  const hasOneAccount = Boolean(filters.applied['accountId'])
  const columns = useMemo(
    () => (hasOneAccount ? movements.columns : movements.columns.filter(({ key }) => key !== 'balance')),
    [hasOneAccount],
  )
  const [isDaily, setIsDaily] = useState(false)
  const openDocument = (row: ReceiptRow) => {
    const path = pathOf(row)
    if (path) open(path)
  }
  return (
    <>
      <ListPage<ReceiptRow>
        {...movements}
        name="receipts"
        columns={columns}
        defaults={month}
        filterState={filters}
        onOpen={openDocument}
        rowClass={(row) => (row.isRed ? 'is-red' : undefined)}
        rowActions={(row) => [{ key: 'open', label: '打开原单', run: () => openDocument(row) }]}
        toolbar={
          <>
            <Button size="small" type="primary" onClick={() => open({ key: 'till' })}>
              日结交款
            </Button>
            <Button size="small" onClick={() => setIsDaily(true)}>
              日结交款表
            </Button>
          </>
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
      {isDaily && <DailySheet onClose={() => setIsDaily(false)} />}
    </>
  )
}
