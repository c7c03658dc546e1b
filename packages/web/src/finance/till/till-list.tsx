import { reopenTill, tillButtons, tillDay, tillDays, type TillRow, tillStates } from '@chepu/contract/finance/till'
import { isZero } from '@chepu/contract/kernel/decimal'
import { useState } from 'react'
import { useSession } from '../../kit/base/session'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'
import { listOf } from '../../kit/list/columns'
import { DateRangeFilter, FlagFilter, OrgsFilter, SelectFilter } from '../../kit/list/filters'
import { ListPage } from '../../kit/list/list-page'
import { PageModal } from '../../kit/ui/page-modal'
import type { RowAction } from '../../kit/ui/row-actions'
import { TillPaper } from './paper'

const list = listOf(tillDays)

/** 交款记录: who has handed over which day, and with which difference (business/finance 4.1). */
export function TillList(props: { onClose: () => void }) {
  const { has } = useSession()
  const [open, setOpen] = useState<{ kind: 'paper' | 'reopen'; row: TillRow }>()
  const rowActions = (row: TillRow): RowAction[] => [
    { key: 'paper', label: '交款单', run: () => setOpen({ kind: 'paper', row }) },
    ...(row.state === 'sealed' && has(tillButtons.reopen)
      ? [{ key: 'reopen', label: '撤销交款', run: () => setOpen({ kind: 'reopen', row }) }]
      : []),
  ]
  return (
    <PageModal open title="交款记录" width="min(1180px, 97vw)" footer={null} onCancel={props.onClose}>
      <ListPage<TillRow>
        {...list}
        name="tillDays"
        rowClass={(row) => (row.state === 'reopened' ? 'is-void' : isZero(row.difference) ? undefined : 'is-red')}
        onOpen={(row) => setOpen({ kind: 'paper', row })}
        rowActions={rowActions}
      >
        <OrgsFilter area="finance" />
        <DateRangeFilter />
        <SelectFilter name="state" title="状态" options={tillStates} />
        <FlagFilter name="different" title="有差异" />
      </ListPage>
      {open?.kind === 'paper' && <TillPaper id={open.row.id} onClose={() => setOpen(undefined)} />}
      {open?.kind === 'reopen' && <ReopenDialog row={open.row} onClose={() => setOpen(undefined)} />}
    </PageModal>
  )
}

const reopenSchema = reopenTill.body.omit({ version: true })

function ReopenDialog({ row, onClose }: { row: TillRow; onClose: () => void }) {
  const refresh = useRefreshCalls()
  return (
    <FormDialog
      title={`撤销交款：${row.billNo}`}
      schema={reopenSchema}
      fields={[
        {
          name: 'reason',
          title: '原因',
          kind: 'area',
          required: true,
          help: '长短款同时冲回，收款人可以重新清点这一天',
        },
      ]}
      onSave={({ reason }: { reason: string }) => ({
        route: reopenTill,
        params: { id: row.id },
        body: { version: row.version, reason },
      })}
      onSaved={() => {
        toast.success('已撤销交款')
        refresh(tillDays.list, tillDays.totals, tillDay)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
