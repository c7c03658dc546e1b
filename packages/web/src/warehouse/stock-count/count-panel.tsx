import { firstState } from '@chepu/contract/kernel/states'
import { type CountLine, stockCount } from '@chepu/contract/warehouse/stock-count'
import { Button, Input, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { toast } from '../../kit/base/toast'
import { useNarrow } from '../../kit/base/use-narrow'
import { useDocumentMeta, useEditor } from '../../kit/document/document-context'
import { CountCards, CountTable, type RowsProps } from './count-rows'
import { ImportCounts } from './import-counts'
import { ScanBar } from './scan-bar'
import { isCounted, type LineView, lineViews, shownLines } from './shown-lines'
import { useCounting } from './use-counting'

/** The places of a count and what is entered at them; nothing of a count that has not been saved yet. */
export function CountPanel() {
  const { id } = useDocumentMeta()
  return id === undefined ? (
    <p className="picker-hint">保存后列出范围内的库存位置，即可打印盘点表或录入实盘数</p>
  ) : (
    <Panel key={id} id={id} />
  )
}

const pageSize = 100

function Panel({ id }: { id: number }) {
  const { version, state } = useDocumentMeta()
  const { readOnly } = useEditor()
  const counting = useCounting(id, version)
  const { lines } = counting
  const narrow = useNarrow()
  const [asked, setAsked] = useState<LineView>()
  const [location, setLocation] = useState('')
  const [part, setPart] = useState('')
  const [page, setPage] = useState(1)
  const [last, setLast] = useState<number>()
  const [importing, setImporting] = useState(false)
  const view = asked ?? (state === 'recount' ? 'recount' : 'all')
  const shown = shownLines(lines, { view, location, part })
  const at = Math.min(page, Math.max(1, Math.ceil(shown.length / pageSize)))
  const rows: RowsProps = {
    lines: shown.slice((at - 1) * pageSize, at * pageSize),
    last,
    readOnly,
    isRecounting: state === 'recount',
    onEnter: counting.enterAt,
  }
  const narrowTo = (change: () => void) => {
    change()
    setPage(1)
  }
  return (
    <section className="count-panel" aria-label="盘点明细">
      {!readOnly && (
        <ScanBar
          lines={lines}
          location={location}
          onLocation={(code) => narrowTo(() => setLocation(code))}
          onCounted={(line) => {
            setLast(line.id)
            if (line.isFound && line.version === 1) toast.warning(`${line.partCode} 不在快照中，已新增一行`)
          }}
          write={counting.write}
        >
          <Button size="small" onClick={() => setImporting(true)}>
            导入实盘
          </Button>
        </ScanBar>
      )}
      <div className="count-bar">
        <Segmented<LineView>
          size="small"
          value={view}
          options={viewsOf(state, lines)}
          onChange={(next) => narrowTo(() => setAsked(next))}
        />
        <Input
          className="count-filter"
          size="small"
          allowClear
          aria-label="货位筛选"
          placeholder="货位"
          value={location}
          onChange={(event) => narrowTo(() => setLocation(event.target.value))}
        />
        <Input
          className="count-filter"
          size="small"
          allowClear
          aria-label="配件筛选"
          placeholder="编码/名称/OE号"
          value={part}
          onChange={(event) => narrowTo(() => setPart(event.target.value))}
        />
        <span className="count-progress" role="status">
          已盘 <b>{lines.filter(isCounted).length}</b> / {lines.length}
        </span>
        <Button size="small" onClick={() => void counting.refetch()}>
          刷新
        </Button>
      </div>
      {narrow ? <CountCards {...rows} /> : <CountTable {...rows} />}
      {shown.length > pageSize && (
        <Pagination
          size="small"
          current={at}
          pageSize={pageSize}
          total={shown.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      {importing && <ImportCounts lines={lines} write={counting.write} onClose={() => setImporting(false)} />}
    </section>
  )
}

/** Views that say something: what is to be counted again once there is any, what differs to who is shown it. */
function viewsOf(state: string, lines: readonly CountLine[]) {
  const names = Object.entries(lineViews) as [LineView, string][]
  const isSaid = (view: LineView) =>
    view === 'recount'
      ? state !== firstState(stockCount) && lines.some(({ isRecount, firstQty }) => isRecount && firstQty !== null)
      : view !== 'differing' || lines.some(({ diffQty }) => diffQty !== undefined)
  return names.filter(([view]) => isSaid(view)).map(([value, label]) => ({ value, label }))
}
