import { moneyDirections } from '@chepu/contract/basics/words'
import {
  mostRecurring,
  recurringButton,
  recurringMoney,
  recurringRoutes,
  recurringStates,
  type RecurringRow,
} from '@chepu/contract/finance/recurring-money'
import { monthAfter, monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { call, newIdempotencyKey } from '../../kit/base/call'
import { useSession } from '../../kit/base/session'
import { useTabs } from '../../kit/base/tabs'
import { toast } from '../../kit/base/toast'
import { useCall, useRefreshCalls } from '../../kit/base/use-call'
import { documentPath } from '../../kit/document/document-screens'
import { listOf } from '../../kit/list/columns'
import { SelectFilter } from '../../kit/list/filters'
import { type ListApi, ListPage } from '../../kit/list/list-page'
import type { FilterValues } from '../../kit/list/use-filters'
import type { RowAction } from '../../kit/ui/row-actions'
import { RecurringDialog } from './recurring-dialog'

const pathOf = ({ slipKind, slipId }: RecurringRow) =>
  slipKind === null || slipId === null ? undefined : documentPath(slipKind, slipId)
const list = listOf(recurringMoney, { billNo: { href: pathOf } })

const thisMonth = () => Number.parseInt(shanghaiDay().slice(0, 7).replace('-', ''), 10)

/** The next month, this one and the eleven before it. */
function monthOptions(): Readonly<Record<string, string>> {
  const months = [monthAfter(thisMonth())]
  for (let i = 0; i < 12; i++) months.push(monthBefore(months[i] as number))
  return Object.fromEntries(months.map((month) => [String(month), monthText(month)]))
}

/** 固定收支: what comes every month, and what of it is made (business/money-slips 2). */
export function RecurringList({ head, status }: { head: ReactNode; status: string | undefined }) {
  const { has } = useSession()
  const { open } = useTabs()
  const [edited, setEdited] = useState<{ row?: RecurringRow }>()
  const readAgain = useRefreshCalls()
  const refresh = () => readAgain(recurringMoney.list, recurringMoney.totals)
  const mayEnter = has(recurringButton)
  const rowActions = (row: RecurringRow): RowAction[] => {
    if (!mayEnter) return []
    const action = (key: string, label: string, step: () => Promise<unknown>): RowAction => ({
      key,
      label,
      run: () =>
        void step().then(
          () => {
            toast.success(`“${row.summary}” ${label}成功`)
            refresh()
          },
          () => undefined,
        ),
    })
    const { id, month, version, isActive } = row
    const isOpen = row.status === 'due' || (row.status === 'coming' && month <= thisMonth())
    const make = () => send(recurringRoutes.make, { body: { months: [{ id, month }] } })
    const skip = (isSkipped: boolean) => send(recurringRoutes.skip, { params: { id }, body: { month, isSkipped } })
    const enable = () => send(recurringRoutes.enable, { params: { id }, body: { isActive: !isActive, version } })
    return [
      ...(isOpen ? [action('make', '生成', make)] : []),
      ...(isOpen || row.status === 'coming' ? [action('skip', '跳过', () => skip(true))] : []),
      ...(row.status === 'skipped' ? [action('unskip', '撤销跳过', () => skip(false))] : []),
      { key: 'edit', label: '修改', run: () => setEdited({ row }) },
      action('enable', isActive ? '停用' : '启用', enable),
    ]
  }
  const toolbar = (api: ListApi<RecurringRow>) =>
    mayEnter && (
      <>
        <Button size="small" type="primary" onClick={() => setEdited({})}>
          新增
        </Button>
        <MakeButton list={api} refresh={refresh} />
      </>
    )
  return (
    <div className="kit-stack">
      {head}
      <ListPage<RecurringRow>
        {...list}
        name="recurringMoney"
        keyOf={(row) => row.key}
        nothing="还没有固定收支。房租、工资等每月都有的收支，新增一次，到日子提醒生成单据"
        {...(status === undefined ? { defaults: { month: String(thisMonth()) } } : { initial: { status } })}
        selectable={mayEnter}
        rowClass={({ status: state }) => (state === 'off' || state === 'outside' ? 'is-void' : undefined)}
        onOpen={(row) => {
          const path = pathOf(row)
          if (path) open(path)
          else if (mayEnter) setEdited({ row })
        }}
        rowActions={rowActions}
        toolbar={toolbar}
      >
        <SelectFilter name="month" title="月份" options={monthOptions()} />
        <SelectFilter name="status" title="状态" options={recurringStates} />
        <SelectFilter name="direction" title="收支" options={moneyDirections} />
      </ListPage>
      {edited && <RecurringDialog row={edited.row} onSaved={refresh} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

const send: typeof call = (route, input) => call(route, { ...input, idempotencyKey: newIdempotencyKey() })

/** What is made is of the month, and of the side, that the list is filtered by; without either it is all that is still to be made. */
function useDue({ month, direction }: FilterValues) {
  const narrowed = {
    ...(month && { month: Number.parseInt(month, 10) }),
    ...(direction && { direction: direction as RecurringRow['direction'] }),
  }
  const { data } = useCall(recurringMoney.list, { query: { ...narrowed, status: 'due', rows: mostRecurring } })
  const due = data?.rows.map((row) => ({ id: row.id, month: row.month })) ?? []
  const of = [narrowed.month && monthText(narrowed.month), narrowed.direction && moneyDirections[narrowed.direction]]
  return {
    count: due.length,
    title: ['一键生成', ...of.filter(Boolean)].join(' '),
    body: month || direction ? { months: due } : {},
  }
}

/** 生成 of the ticked months, and 一键生成 of what is still to be made. */
function MakeButton({
  list: { selected, filters, clearSelection },
  refresh,
}: {
  list: ListApi<RecurringRow>
  refresh: () => void
}) {
  const months = selected.filter((row) => row.status === 'due').map(({ id, month }) => ({ id, month }))
  const due = useDue(filters)
  const [busy, setBusy] = useState(false)
  const { count, title, body } = months.length > 0 ? { count: months.length, title: '生成', body: { months } } : due
  const make = async () => {
    setBusy(true)
    try {
      const { made } = await send(recurringRoutes.make, { body })
      if (made.length === 0) toast.info('没有待生成的固定收支')
      else toast.success(`已生成${made.length}张草稿，请核对后审核`)
      clearSelection()
    } catch {
      // The call has told it.
    } finally {
      setBusy(false)
      refresh()
    }
  }
  return (
    <Button
      size="small"
      loading={busy}
      disabled={count === 0}
      title={count === 0 ? '没有待生成的固定收支' : '到日子的各生成一张草稿'}
      onClick={() => void make()}
    >
      {count > 0 ? `${title}（${count}）` : title}
    </Button>
  )
}
