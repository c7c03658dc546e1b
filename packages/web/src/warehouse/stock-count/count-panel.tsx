import { firstState } from '@chepu/contract/kernel/states'
import { type CountLine, stockCount } from '@chepu/contract/warehouse/stock-count'
import { Button, Checkbox, Input, type InputRef, Pagination, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { toast } from '../../kit/base/toast'
import { useNarrow } from '../../kit/base/use-narrow'
import { useScans } from '../../kit/base/use-scans'
import { useDocumentMeta, useEditor, useHeader } from '../../kit/document/document-context'
import { useLocations } from '../../pickers/lists'
import { CountCards, CountTable, type RowsProps } from './count-rows'
import { ImportCounts } from './import-counts'
import { isCounted, type LineView, lineViews, shownLines } from './shown-lines'
import { type Counting, useCounting, useCountScans } from './use-counting'
import { useScanCounts } from './use-scan-counts'

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

interface ScanBarProps {
  lines: readonly CountLine[]
  location: string
  onLocation: (code: string) => void
  onCounted: (line: CountLine) => void
  write: Counting['write']
  children: React.ReactNode
}

/** The scanner's field: a bin's code goes there, a part's code counts one more there, or waits for its quantity. */
function ScanBar({ lines, location, onLocation, onCounted, write, children }: ScanBarProps) {
  const warehouseId = useHeader()['warehouseId'] as number
  const locations = useLocations(warehouseId)
  const bar = useRef<HTMLDivElement>(null)
  const scanner = useRef<InputRef>(null)
  const [isEach, setEach] = useState(true)
  const [waiting, setWaiting] = useState<number>()
  const bin = locations.find(({ code }) => code.toLowerCase() === location.trim().toLowerCase())
  const place = (partId: number) => ({ partId, locationId: bin?.id ?? null })
  const save = useScanCounts(write, onCounted)
  const count = (partId: number, code: string, qty: string, add: boolean) =>
    save({ entry: { ...place(partId), countedQty: qty, add }, code })
  const scan = useCountScans({
    lines,
    warehouseId,
    locations,
    onLocation,
    onPart: async (partId, code) => {
      if (isEach) await count(partId, code, '1', true)
      else setWaiting(partId)
    },
  })
  useScans({ root: () => bar.current?.closest('.count-panel'), leaves: 'input', take: scan })
  const waitingFor = lines.find(({ partId }) => partId === waiting)
  return (
    <div className="desk-bar" data-scans ref={bar}>
      <Input
        ref={scanner}
        className="desk-scan"
        aria-label="扫码"
        placeholder="扫货位码选货位，扫配件码点数"
        maxLength={60}
        onPressEnter={(event) => {
          const typed = event.currentTarget.value.trim()
          scanner.current?.input?.select()
          if (typed !== '') scan(typed)
        }}
      />
      <Checkbox checked={isEach} onChange={(event) => setEach(event.target.checked)}>
        扫一次加1
      </Checkbox>
      {waiting !== undefined && (
        <Input
          autoFocus
          className="count-qty"
          inputMode="decimal"
          aria-label="扫描配件的实盘数"
          addonBefore={waitingFor?.partCode ?? '实盘数'}
          onPressEnter={(event) => {
            const typed = event.currentTarget.value.trim()
            if (typed === '') return
            void count(waiting, waitingFor?.partCode ?? '', typed, false).then((line) => {
              if (line) setWaiting(undefined)
              scanner.current?.focus()
            })
          }}
        />
      )}
      {children}
    </div>
  )
}
