import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { PageModal } from '../../kit/ui/page-modal'
import '../../kit/ui/small-table.css'
import { useTicks } from '../../kit/ui/use-ticks'
import '../claim/claim.css'

interface Bill {
  billId: number
  billNo: string
}

interface TickBillsProps<Row extends Bill> {
  /** What was found, and how far the search is. */
  found: { data: { rows: readonly Row[]; more: boolean } | undefined; isFetching: boolean; error: Error | null }
  /** Bills that the document has already. */
  taken: ReadonlySet<number>
  label: string
  columns: readonly { title: string; isAmount?: boolean; show: (row: Row) => ReactNode }[]
  /** What is said where more was found than is listed, and where nothing was. */
  moreText: string
  nothing: string
  /** What narrows the search. */
  filters?: ReactNode
  onDone: (chosen?: readonly Row[]) => void
}

const allTicked = () => true

/** 选三包单: bills of a manufacturer, all of them ticked. */
export function TickBills<Row extends Bill>(props: TickBillsProps<Row>) {
  const { found, columns, onDone } = props
  const rows = (found.data?.rows ?? []).filter(({ billId }) => !props.taken.has(billId))
  const ticks = useTicks(allTicked)
  const chosen = rows.filter(({ billId }) => ticks.has(billId))
  const classOf = (isAmount?: boolean) => (isAmount ? 'right' : undefined)
  return (
    <PageModal
      open
      width="min(900px, 96vw)"
      title="选三包单"
      okText={`加入 ${chosen.length} 张`}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onDone(chosen)}
      onCancel={() => onDone()}
    >
      <div className="wc-days">
        {props.filters}
        {rows.length > 0 && (
          <Checkbox
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onChange={({ target }) =>
              ticks.set(
                rows.map(({ billId }) => billId),
                target.checked,
              )
            }
          >
            全选
          </Checkbox>
        )}
      </div>
      {found.error && <p role="alert">{found.error.message}</p>}
      {found.data?.more && <p className="kit-note">{props.moreText}</p>}
      {rows.length === 0 ? (
        <p>{found.isFetching ? '正在查找…' : props.nothing}</p>
      ) : (
        <div className="small-table">
          <table aria-label={props.label}>
            <thead>
              <tr>
                <th>三包单</th>
                {columns.map(({ title, isAmount }) => (
                  <th key={title} className={classOf(isAmount)}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.billId}>
                  <td>
                    <Checkbox
                      checked={ticks.has(row.billId)}
                      onChange={({ target }) => ticks.set([row.billId], target.checked)}
                    >
                      {row.billNo}
                    </Checkbox>
                  </td>
                  {columns.map(({ title, isAmount, show }) => (
                    <td key={title} className={classOf(isAmount)}>
                      {show(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PageModal>
  )
}
