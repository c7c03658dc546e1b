import { openTills, reopenTill, tillDay, tillDays, type TillRow } from '@chepu/contract/finance/till'
import { toast } from '../../kit/base/toast'
import { useRefreshCalls } from '../../kit/base/use-call'
import { FormDialog } from '../../kit/form/form-dialog'

const schema = reopenTill.body.omit({ version: true })

/** 撤销交款 of one hand-over, with its reason. */
export function ReopenDialog({ row, onClose }: { row: TillRow; onClose: () => void }) {
  const refresh = useRefreshCalls()
  return (
    <FormDialog
      title={`撤销交款：${row.billNo}`}
      schema={schema}
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
        refresh(tillDays.list, tillDays.totals, openTills.list, openTills.totals, tillDay)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
