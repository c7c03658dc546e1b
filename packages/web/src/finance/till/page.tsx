import {
  type OpenTill,
  openTills,
  openTillStates,
  tillButtons,
  tillDays,
  tillOffice,
  type TillRow,
  tillStates,
} from '@chepu/contract/finance/till'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, OrgsFilter, SelectFilter } from '../../kit/list/filters'
import { QueryPage, queryTab } from '../../kit/list/query-page'
import type { RowAction } from '../../kit/ui/row-actions'
import { TillPaper } from './paper'
import { ReopenDialog } from './reopen-dialog'
import { TillDialog } from './till-dialog'

const tag = (tone: string, label: string) => <span className={`kit-tag kit-tag-${tone}`}>{label}</span>

/** How a hand-over stands: taken back, with a difference, or as the books say. */
function doneTag({ state, isDifferent }: TillRow) {
  if (state === 'reopened') return tag('grey', tillStates.reopened)
  return isDifferent ? tag('red', '有差异') : tag('green', tillStates.sealed)
}

const open = listOf(openTills, {
  state: { render: ({ state }) => tag(state === 'open' ? 'amber' : 'violet', openTillStates[state]) },
})
const done = listOf(tillDays, { state: { render: doneTag } })

type Dialog = { kind: 'count'; day?: string } | { kind: 'paper' | 'reopen'; row: TillRow }

/** 日结交款: days that wait to be handed over, and what was handed over by whom with which difference (business/finance 4.1). */
export default function TillPage() {
  const { has } = useSession()
  const [dialog, setDialog] = useState<Dialog>()
  const count = (day?: string) => setDialog({ kind: 'count', ...(day !== undefined && { day }) })
  const toolbar = () => (
    <Button size="small" type="primary" onClick={() => count()}>
      日结交款
    </Button>
  )
  const counting = ({ isOwn, bizDate }: OpenTill): RowAction[] =>
    isOwn ? [{ key: 'count', label: '交款', run: () => count(bizDate) }] : []
  const tabs = [
    queryTab<OpenTill>({
      ...open,
      key: 'open',
      title: '未交款',
      nothing: '没有未交款的日结',
      keyOf: (row) => `${row.bizDate}/${row.userId}`,
      counted: {},
      onOpen: (row) => row.isOwn && count(row.bizDate),
      rowActions: counting,
      toolbar,
      filters: (
        <>
          <DateRangeFilter />
          {has(tillOffice) && <FlagFilter name="own" title="只看本人" />}
        </>
      ),
    }),
    queryTab<TillRow>({
      ...done,
      key: 'done',
      title: '交款记录',
      nothing: '还没有交款记录',
      rowClass: (row) => (row.state === 'reopened' ? 'is-void' : row.isDifferent ? 'is-red' : undefined),
      onOpen: (row) => setDialog({ kind: 'paper', row }),
      rowActions: (row) => [
        { key: 'paper', label: '交款单', run: () => setDialog({ kind: 'paper', row }) },
        ...(row.state === 'sealed' && has(tillButtons.reopen)
          ? [{ key: 'reopen', label: '撤销交款', run: () => setDialog({ kind: 'reopen', row }) }]
          : []),
      ],
      toolbar,
      filters: (
        <>
          {has(tillOffice) && <OrgsFilter area="finance" />}
          <DateRangeFilter />
          <SelectFilter name="state" title="状态" options={tillStates} />
          <FlagFilter name="different" title="有差异" />
        </>
      ),
    }),
  ]
  const close = () => setDialog(undefined)
  return (
    <>
      <QueryPage name="till" tabs={tabs} />
      {dialog?.kind === 'count' && <TillDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'paper' && <TillPaper id={dialog.row.id} onClose={close} />}
      {dialog?.kind === 'reopen' && <ReopenDialog row={dialog.row} onClose={close} />}
    </>
  )
}
