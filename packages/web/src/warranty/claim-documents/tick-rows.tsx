import { Checkbox } from 'antd'
import type { KeyboardEvent, ReactNode } from 'react'
import { PageModal } from '../../kit/ui/page-modal'
import '../../kit/ui/small-table.css'
import { useTicks } from '../../kit/ui/use-ticks'
import '../claim/claim.css'

interface TickRowsProps<Row> {
  title: string
  /** What a row is counted by, and what stands above the names. */
  unit: string
  head: string
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  /** Rows that come ticked; all of them where nothing is said. */
  isTicked?: (row: Row) => boolean
  /** What was found, and how far the search is. */
  found: { data: { rows: readonly Row[]; more: boolean } | undefined; isFetching: boolean; error: Error | null }
  /** Those that the document has already. */
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

/** 选: rows that were found for a document, to be ticked; Enter takes those that are. */
export function TickRows<Row>(props: TickRowsProps<Row>) {
  const { found, columns, idOf, nameOf, isTicked, onDone } = props
  const rows = (found.data?.rows ?? []).filter((row) => !props.taken.has(idOf(row)))
  const unticked = new Set(isTicked ? rows.filter((row) => !isTicked(row)).map(idOf) : [])
  const ticks = useTicks((id) => !unticked.has(id))
  const chosen = rows.filter((row) => ticks.has(idOf(row)))
  const takeOnEnter = ({ key, repeat, target }: KeyboardEvent) => {
    const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox'
    // An Enter that is still held down is the one that opened the dialog.
    if (key === 'Enter' && !repeat && !isTyping && chosen.length > 0) onDone(chosen)
  }
  const classOf = (isAmount?: boolean) => (isAmount ? 'right' : undefined)
  return (
    <PageModal
      open
      width="min(900px, 96vw)"
      title={props.title}
      okText={`加入 ${chosen.length} ${props.unit}`}
      cancelText="取消"
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => onDone(chosen)}
      onCancel={() => onDone()}
    >
      <div className="wc-ticks" tabIndex={-1} ref={begin} onKeyDown={takeOnEnter}>
        <div className="wc-days">
          {props.filters}
          {rows.length > 0 && (
            <Checkbox
              checked={chosen.length === rows.length}
              indeterminate={chosen.length > 0 && chosen.length < rows.length}
              onChange={({ target }) => ticks.set(rows.map(idOf), target.checked)}
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
                  <th>{props.head}</th>
                  {columns.map(({ title, isAmount }) => (
                    <th key={title} className={classOf(isAmount)}>
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={idOf(row)}>
                    <td>
                      <Checkbox
                        checked={ticks.has(idOf(row))}
                        onChange={({ target }) => ticks.set([idOf(row)], target.checked)}
                      >
                        {nameOf(row)}
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
      </div>
    </PageModal>
  )
}

/** The keyboard begins above the rows, which may still be on their way, not in what narrows the search. */
const begin = (place: HTMLElement | null): void => place?.focus()

interface Bill {
  billId: number
  billNo: string
}

/** 选三包单: bills of a manufacturer, all of them ticked. */
export const TickBills = <Row extends Bill>(
  props: Omit<TickRowsProps<Row>, 'title' | 'unit' | 'head' | 'idOf' | 'nameOf'>,
) => (
  <TickRows<Row>
    {...props}
    title="选三包单"
    unit="张"
    head="三包单"
    idOf={({ billId }) => billId}
    nameOf={({ billNo }) => billNo}
  />
)
