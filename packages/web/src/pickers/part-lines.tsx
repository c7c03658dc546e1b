import { Button } from 'antd'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useNarrow } from '../kit/base/use-narrow'
import { toast } from '../kit/base/toast'
import { useScans } from '../kit/base/use-scans'
import { useEditor, useHeader } from '../kit/document/document-context'
import { ImportDialog } from '../kit/document/document-dialogs'
import { useGoods } from '../kit/goods-editor/goods-context'
import { LineEntry } from '../kit/grid/line-entry'
import type { LineSheet } from '../kit/grid/line-grid-paste'
import { useArrangedColumns } from '../kit/grid/use-arranged-columns'
import { useLineHints } from './line-hints'
import type { Rejected } from './part-entry'
import { useShortage } from './use-shortage'
import {
  contextOf,
  type LinesProps,
  useBinScans,
  useLinesGrid,
  usePartColumns,
  usePartEntry,
  useSheetPaste,
} from './use-part-lines'

/** The lines of the open goods document: entry grid, its buttons, column settings, import. */
export function Lines(props: LinesProps) {
  const { store, grids, readOnly } = useEditor()
  const goods = useGoods()
  const { entry, choose, partDialog } = usePartEntry(props.mode, props.begins)
  const { all, findLocation, locationDialog } = usePartColumns(props, { entry, choose })
  useBinScans(entry, findLocation)
  const { paste, rejected, forgetRejected, headingsDialog } = useSheetPaste(entry, findLocation)
  const header = useHeader()
  const narrow = useNarrow()
  const [importing, setImporting] = useState(false)
  const place = useRef<HTMLElement>(null)
  useScans(
    { root: () => place.current?.closest('.de'), leaves: '.line-grid *, .line-cards input', take: entry.scan },
    !readOnly,
  )
  const { shortageDialog, withRemedy, atCursor } = useShortage(entry, props.mode)
  useLineHints(goods, contextOf(header, props.mode), !readOnly)
  const remedied = useMemo(() => all.map(withRemedy), [all, withRemedy])
  const { columns, settingsButton } = useArrangedColumns(`${store.def.kind}_lines`, remedied)
  const takeSheet = (sheet?: LineSheet) => {
    setImporting(false)
    if (sheet) void paste(sheet)
  }
  return (
    <section className="de-lines" ref={place}>
      {!readOnly && (
        <div className="de-lines-bar">
          {!narrow && <GridButtons onShortage={atCursor} />}
          {props.tools}
          <Button size="small" onClick={() => setImporting(true)}>
            导入明细
          </Button>
          <LineCount />
          {settingsButton}
        </div>
      )}
      {rejected && <RejectedLines rejected={rejected} onClose={forgetRejected} />}
      <div className="de-grid">
        <LineEntry
          ref={grids.ref('lines')}
          store={goods.lines}
          columns={columns}
          label={`${store.def.title}明细`}
          readOnly={readOnly}
          height="100%"
          onCode={entry.typed}
          onScan={entry.scan}
          onPasteLines={takeSheet}
          onRefuse={toast.warning}
        />
      </div>
      {locationDialog}
      {partDialog}
      {shortageDialog}
      {importing && <ImportDialog onDone={takeSheet} />}
      {headingsDialog}
    </section>
  )
}

/** What is done at the cursor of the grid; cards have their own buttons. */
function GridButtons({ onShortage }: { onShortage: (() => void) | undefined }) {
  const grid = useLinesGrid()
  return (
    <>
      <Button size="small" onClick={() => grid()?.open()} title="F2">
        选择配件
      </Button>
      <Button size="small" onClick={() => grid()?.insert()} title="Insert">
        插入行
      </Button>
      <Button size="small" onClick={() => grid()?.remove()} title="Ctrl+Delete">
        删除行
      </Button>
      {onShortage && (
        <Button size="small" onClick={onShortage} title="F4">
          缺货处理
        </Button>
      )}
    </>
  )
}

function LineCount() {
  const { lines } = useGoods()
  const count = useSyncExternalStore(lines.subscribeOrder, () => lines.length)
  return <span className="de-count">共 {Math.max(0, count - 1)} 行</span>
}

/** Codes that became no line, each with its line in the pasted text and why. */
export function RejectedLines(props: { rejected: readonly Rejected[]; onClose: () => void }) {
  const text = props.rejected.map((line) => `第${line.at}行\t${line.code}\t${line.reason}`).join('\n')
  return (
    <div className="de-notice de-notice-error" role="alert">
      <div>
        <b>{props.rejected.length} 行未导入</b>
        <ul className="de-rejected">
          {props.rejected.map((line) => (
            <li key={line.at}>
              第{line.at}行 {line.code}：{line.reason}
            </li>
          ))}
        </ul>
      </div>
      <span className="de-end">
        <Button size="small" onClick={() => void navigator.clipboard?.writeText(text)}>
          复制
        </Button>
        <Button size="small" onClick={props.onClose}>
          关闭
        </Button>
      </span>
    </div>
  )
}
