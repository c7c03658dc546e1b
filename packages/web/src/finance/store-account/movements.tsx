import { type AccountMovement, accountMovements, type StoreAccount } from '@chepu/contract/finance/store-account'
import type { Column } from '../../kit/list/columns'
import { documentPath, documentScreen } from '../../kit/document/document-screens'
import { DateRangeFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { PageModal } from '../../kit/ui/page-modal'
import { useTabs } from '../../kit/base/tabs'

const columns: Column<AccountMovement>[] = [
  { key: 'bizDate', title: '业务日期', kind: 'date', sort: false },
  {
    key: 'docKind',
    title: '单据类型',
    width: 96,
    sort: false,
    render: (row) => documentScreen(row.docKind)?.title ?? '期初调整',
  },
  {
    key: 'billNo',
    title: '单号',
    width: 144,
    sort: false,
    href: (row) => (row.billNo === null ? undefined : documentPath(row.docKind, row.docId)),
  },
  { key: 'partnerName', title: '往来单位', width: 170, sort: false },
  { key: 'income', title: '收入', kind: 'money', sort: false },
  { key: 'expense', title: '支出', kind: 'money', sort: false },
  { key: 'balance', title: '结存', kind: 'money', sort: false, total: false },
  { key: 'remark', title: '摘要', width: 200, sort: false },
  { key: 'postedAt', title: '过账时间', kind: 'time', sort: false },
]

/** 流水 of one account with the balance after each movement. */
export function Movements({ account, onClose }: { account: StoreAccount; onClose: () => void }) {
  const { open } = useTabs()
  return (
    <PageModal open title={`账户流水：${account.name}`} width="min(1180px, 97vw)" footer={null} onCancel={onClose}>
      <ListPage<AccountMovement>
        name="accountMovements"
        title="账户流水"
        list={accountMovements.list}
        totals={accountMovements.totals}
        columns={columns}
        defaults={{ accountId: String(account.id) }}
        onOpen={(row) => {
          const path = row.billNo === null ? undefined : documentPath(row.docKind, row.docId)
          if (!path) return
          onClose()
          open(path)
        }}
      >
        <DateRangeFilter />
      </ListPage>
    </PageModal>
  )
}
