import {
  bankAccounts,
  bankButtons,
  bankEntries,
  bankLines,
  entryStates,
  lineStates,
} from '@chepu/contract/finance/bank'
import { Button, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, SelectFilter, TextFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { useSession } from '../../kit/base/session'
import { useScreenParams, useTabs } from '../../kit/base/tabs'
import { useCall } from '../../kit/base/use-call'
import '../slip/slip.css'
import './bank.css'
import { ImportDialog } from './import-dialog'
import { MatchDesk } from './match-desk'
import { ProposalsDialog } from './proposals-dialog'
import { StatementPanel } from './statement'

const lines = listOf(bankLines)
const entries = listOf(bankEntries, {
  billNo: { href: ({ docKind, docId, billNo }) => (billNo === null ? undefined : documentPath(docKind, docId)) },
})
const views = { match: '勾对', lines: '银行流水', entries: '账面流水', statement: '余额调节表' } as const
type View = keyof typeof views

/** 银行对账: statements of the accounts outside against the books (business/finance 7.6). */
export default function BankReconcile() {
  const { has } = useSession()
  const { accountId: asked } = useScreenParams<{ accountId: string }>()
  const [chosen, setChosen] = useState<number>()
  const [view, setView] = useState<View>('match')
  const [dialog, setDialog] = useState<'import' | 'proposals'>()
  const { data: accounts = [], error } = useCall(bankAccounts)
  const account =
    accounts.find((each) => each.accountId === chosen) ??
    accounts.find((each) => String(each.accountId) === asked) ??
    accounts.find((each) => each.openLines > 0) ??
    accounts[0]
  if (!account)
    return (
      <div className="lp">
        <p className="slip-empty" role={error ? 'alert' : undefined}>
          {error?.message ?? '还没有银行、微信、支付宝或刷卡账户，请先在“门店账户”中新增'}
        </p>
      </div>
    )
  const { accountId, name } = account
  const head = (
    <div className="bank-head">
      <Select
        aria-label="账户"
        className="bank-account"
        value={accountId}
        options={accounts.map((each) => ({
          value: each.accountId,
          label:
            each.openLines + each.openEntries > 0
              ? `${each.name}（未勾对 ${each.openLines} / ${each.openEntries}）`
              : each.name,
        }))}
        onChange={setChosen}
      />
      <Segmented
        className="lp-tabs"
        value={view}
        options={Object.entries(views).map(([value, label]) => ({ value: value as View, label }))}
        onChange={setView}
      />
      {has(bankButtons.import) && (
        <Button type="primary" onClick={() => setDialog('import')}>
          导入流水
        </Button>
      )}
      {has(bankButtons.match) && <Button onClick={() => setDialog('proposals')}>自动勾对</Button>}
      <span className="bank-note">
        {account.startOn ? `自 ${account.startOn} 起对账，流水到 ${account.lastDay ?? '—'}` : '还没有导入流水'}
      </span>
    </div>
  )
  return (
    <div className="bank-page">
      {head}
      <Shown key={`${view}/${accountId}`} view={view} accountId={accountId} />
      {dialog === 'import' && <ImportDialog account={account} onClose={() => setDialog(undefined)} />}
      {dialog === 'proposals' && (
        <ProposalsDialog accountId={accountId} name={name} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

function Shown({ view, accountId }: { view: View; accountId: number }): ReactNode {
  const { open } = useTabs()
  const { has } = useSession()
  if (view === 'match') return <MatchDesk accountId={accountId} />
  if (view === 'statement') return <StatementPanel accountId={accountId} />
  const defaults = { accountId: String(accountId) }
  const mayExport = has(bankButtons.export)
  if (view === 'lines')
    return (
      <ListPage {...lines} export={mayExport ? lines.export : undefined} name="bankLines" defaults={defaults}>
        <DateRangeFilter />
        <SelectFilter name="state" title="状态" options={lineStates} />
        <TextFilter name="amount" title="金额" placeholder="支出填负数" />
        <TextFilter name="q" title="查找" search placeholder="对方 / 摘要 / 流水号" />
      </ListPage>
    )
  return (
    <ListPage
      {...entries}
      export={mayExport ? entries.export : undefined}
      name="bankEntries"
      defaults={defaults}
      onOpen={({ docKind, docId, billNo }) => {
        const path = billNo === null ? undefined : documentPath(docKind, docId)
        if (path) open(path)
      }}
    >
      <DateRangeFilter />
      <SelectFilter name="state" title="状态" options={entryStates} />
      <TextFilter name="amount" title="金额" placeholder="支出填负数" />
      <TextFilter name="q" title="查找" search placeholder="单号 / 单位 / 摘要 / 流水号" />
    </ListPage>
  )
}
