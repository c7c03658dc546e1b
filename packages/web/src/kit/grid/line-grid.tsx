import {
  type CSSProperties,
  memo,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { inRoom, isRight, type LineColumn, showCell } from './line-grid-columns'
import type { GridOwner } from './line-grid-cells'
import { GridController } from './line-grid-controller'
import { isRange, rectangle, single } from './line-grid-keys'
import type { GridLine, LineErrors, LineSnapshot, LineStore } from './line-grid-store'
import { cellAt, inSlots, numberWidth, type Places, placesOf, useRowHeight, useWindow } from './line-grid-window'
import './line-grid.css'
import { useLine } from './use-line'
import { useInnerWidth } from '../base/use-inner-width'

const headHeight = 31

/** What a page may ask of a grid on screen. */
export interface GridHandle {
  /** Takes the keyboard: a field of a line, or the code cell of the waiting blank line. */
  focus: (key?: number, field?: string) => void
  /** Takes typed text into the store; call before reading the lines. */
  commit: () => void
  /** True while typed text has not reached the store. */
  unfinished: () => boolean
  /** The cursor goes from one line to the same field of another, and what is being typed there with it. */
  carry: (from: number, to: number) => void
  /** Shows for a moment which line a scan touched. */
  flash: (key: number) => void
  /** Shows for a moment, around all lines, that a scan was refused. */
  alarm: () => void
  insert: () => void
  remove: () => void
  open: () => void
  activeKey: () => number | undefined
}

export interface LineGridProps<Line extends GridLine> extends GridOwner {
  store: LineStore<Line>
  columns: readonly LineColumn<Line>[]
  label: string
  readOnly?: boolean
  height?: CSSProperties['height']
  /** What the button under the cards of a phone is called; 添加配件 otherwise. */
  addTitle?: string
  /** Lines that count for nothing any more: they are struck through. */
  isStruck?: (line: Line) => boolean
  ref?: Ref<GridHandle>
}

/**
 * A grid for entering lines: keyboard as in a spreadsheet, scanner and input method safe, paste and copy as
 * spreadsheet text, thousands of lines. Figures stay text; money is counted by whoever watches the store.
 */
export function LineGrid<Line extends GridLine>(props: LineGridProps<Line>) {
  const { store, readOnly = false } = props
  const [grid] = useState(() => new GridController(store))
  const scroller = useRef<HTMLDivElement>(null)
  const inside = useInnerWidth(scroller)
  const columns = useMemo(
    () => (inside === undefined ? props.columns : inRoom(props.columns, inside - numberWidth)),
    [props.columns, inside],
  )
  const rowHeight = useRowHeight()
  const places = useMemo(() => placesOf(columns), [columns])
  const order = useSyncExternalStore(store.subscribeOrder, store.order)
  const [first, last, pool] = useWindow(scroller, rowHeight, order.length, grid)

  useLayoutEffect(() => {
    grid.cells.columns = columns
    grid.cells.readOnly = readOnly
    grid.cells.owner = {
      onCode: props.onCode,
      onScan: props.onScan,
      onPasteLines: props.onPasteLines,
      onRefuse: props.onRefuse,
    }
    grid.refresh()
  })
  useLayoutEffect(() => grid.store.subscribeOrder(() => grid.follow()), [grid])
  useImperativeHandle(props.ref, () => handleOf(grid, scroller), [grid])
  useEffect(() => {
    // A reload or a closed window must find what stands half-typed in the active cell in the store.
    const commit = () => grid.commit()
    window.addEventListener('beforeunload', commit)
    return () => window.removeEventListener('beforeunload', commit)
  }, [grid])
  // So must the cards that a phone shows when it is turned back.
  useLayoutEffect(() => () => grid.commit(), [grid])

  const onPointerDown = useCallback(
    (event: PointerEvent<HTMLDivElement>) => {
      const cell = cellAt(event, scroller.current, places, rowHeight)
      if (!cell || event.button !== 0) return
      event.preventDefault()
      const { anchorRow, anchorColumn } = grid.cursor.get()
      if (cell.column < 0)
        grid.choose({ row: cell.row, column: places.lefts.length - 1, anchorRow: cell.row, anchorColumn: 0 })
      else grid.choose(event.shiftKey ? { ...cell, anchorRow, anchorColumn } : single(cell.row, cell.column))
    },
    [grid, places, rowHeight],
  )

  const slots = inSlots(first, last, pool)
  const style = { height: props.height, '--line-grid-row': `${rowHeight}px` } as CSSProperties
  return (
    <div className="line-grid" style={style} ref={scroller} role="group" aria-label={props.label}>
      <Head columns={columns} width={places.width} readOnly={readOnly} />
      <div
        className="line-grid-body"
        style={{ height: order.length * rowHeight, width: places.width }}
        onPointerDown={onPointerDown}
        onDoubleClick={() => grid.startEditing()}
      >
        <div className="line-grid-numbers">
          {slots.map(([slot, index]) => (
            <LineNumber
              key={slot}
              store={store as unknown as LineStore}
              lineKey={order[index] as number}
              index={index}
              top={index * rowHeight}
              height={rowHeight}
            />
          ))}
        </div>
        {slots.map(([slot, index]) => (
          <Row
            key={slot}
            store={store as unknown as LineStore}
            lineKey={order[index] as number}
            index={index}
            columns={columns as unknown as readonly LineColumn[]}
            isStruck={props.isStruck as RowProps['isStruck']}
            top={index * rowHeight}
            height={rowHeight}
            width={places.width - numberWidth}
          />
        ))}
        <ActiveCell grid={grid as unknown as GridController<GridLine>} {...{ scroller, places, rowHeight }} />
      </div>
    </div>
  )
}

function handleOf<Line extends GridLine>(
  grid: GridController<Line>,
  scroller: { current: HTMLDivElement | null },
): GridHandle {
  return {
    focus: (key, field) => grid.focus(key, field),
    commit: () => grid.commit(),
    unfinished: () => grid.unfinished,
    carry: (from, to) => grid.carry(from, to),
    insert: () => grid.insert(),
    remove: () => grid.remove(),
    open: () => void grid.open(),
    activeKey: () => grid.active?.key,
    flash: (key) =>
      scroller.current
        ?.querySelector(`[data-line="${key}"]`)
        ?.animate([{ background: '#ffe58f' }, { background: '#fff' }], { duration: 900 }),
    alarm: () =>
      scroller.current?.animate([{ boxShadow: '0 0 0 4px #cf1322' }, { boxShadow: '0 0 0 4px #fff0' }], {
        duration: 900,
      }),
  }
}

const Head = memo(function Head({
  columns,
  width,
  readOnly,
}: {
  columns: readonly { name: string; title: string }[]
  width: number
  readOnly: boolean
}) {
  return (
    <div className="line-grid-head" style={{ width }}>
      <div className="line-grid-number">行</div>
      {(columns as readonly LineColumn[]).map((column) => (
        <div
          key={column.name}
          className={`line-grid-cell ${alignOf(column)}`}
          style={{ width: column.width }}
          title={column.title}
        >
          <span className={column.required && !readOnly ? 'line-grid-required' : undefined}>{column.title}</span>
        </div>
      ))}
    </div>
  )
})

const alignOf = (column: LineColumn): string => (column.kind === 'checkbox' ? 'center' : isRight(column) ? 'right' : '')

interface PlacedLine {
  store: LineStore
  lineKey: number
  index: number
  top: number
  height: number
}

/** Line numbers stand in one column that stays at the left: as many sticky cells would each be a layer to paint. */
const LineNumber = memo(function LineNumber({ store, lineKey, index, top, height }: PlacedLine) {
  const message = Object.values(useLine(store, lineKey)?.errors ?? {})[0]
  return (
    <div className={`line-grid-number ${message ? 'error' : ''}`} style={{ top, height }} title={message}>
      {index + 1}
    </div>
  )
})

interface RowProps extends PlacedLine {
  columns: readonly LineColumn[]
  isStruck: ((line: GridLine) => boolean) | undefined
  width: number
}

const Row = memo(function Row({ store, lineKey, index, columns, isStruck, top, height, width }: RowProps) {
  const snapshot = useLine(store, lineKey)
  if (!snapshot) return null
  const blank = store.awaitsCode(snapshot.line)
  return (
    <div
      className={`line-grid-row ${index % 2 === 0 ? '' : 'shaded'} ${isStruck?.(snapshot.line) ? 'struck' : ''}`}
      data-line={lineKey}
      style={{ top, height, width }}
    >
      {columns.map((column) => (
        <div
          key={column.name}
          className={cellClass(column, snapshot)}
          style={{ width: column.width }}
          title={snapshot.errors[column.name] ?? column.warn?.(snapshot.line)}
        >
          {blank ? '' : showCell(column, snapshot.line)}
        </div>
      ))}
    </div>
  )
})

function cellClass(column: LineColumn, { line, errors }: LineSnapshot<GridLine>): string {
  const fixed = column.kind === 'readonly' || column.kind === 'computed' ? 'fixed' : ''
  const pending = line.pending && line.pendingIn === column.name ? 'pending' : ''
  const mark = errors[column.name] ? 'error' : column.warn?.(line) ? 'warn' : ''
  return `line-grid-cell ${alignOf(column)} ${fixed} ${pending} ${mark}`
}

/** The error of a cell; the code cell also says those of the line and of columns that are not shown. */
function errorAt(column: LineColumn, errors: LineErrors, shown: readonly LineColumn[]): string | undefined {
  if (errors[column.name] || column.kind !== 'code') return errors[column.name]
  return Object.entries(errors).find(([field]) => !shown.some(({ name }) => name === field))?.[1]
}

interface ActiveCellProps {
  grid: GridController<GridLine>
  scroller: { current: HTMLDivElement | null }
  places: Places
  rowHeight: number
}

const inputModes: Partial<Record<string, 'decimal'>> = {
  qty: 'decimal',
  price: 'decimal',
  money: 'decimal',
  rate: 'decimal',
  discount: 'decimal',
}

/** The one input, over the active cell. Moving it redraws nothing else. */
function ActiveCell({ grid, scroller, places, rowHeight }: ActiveCellProps) {
  const selection = useSyncExternalStore(grid.cursor.subscribe, grid.cursor.get)
  const key = grid.store.keyAt(selection.row) ?? 0
  const subscribe = useCallback((listener: () => void) => grid.store.subscribeLine(key, listener), [grid, key])
  const snapshot = useSyncExternalStore(subscribe, () => grid.store.snapshot(key))
  const active = grid.active
  const column = grid.cells.columns[selection.column]

  useEffect(() => grid.refresh(), [grid, snapshot])
  useLayoutEffect(() => {
    reveal(scroller.current, selection.row * rowHeight, rowHeight, places, selection.column)
  }, [scroller, selection, rowHeight, places])

  const takeInput = useCallback(
    (input: HTMLInputElement | null) => {
      grid.input = input
      grid.show()
    },
    [grid],
  )
  const top = selection.row * rowHeight
  const error = column && snapshot && errorAt(column, snapshot.errors, grid.cells.columns)
  const left = places.lefts[selection.column] ?? numberWidth
  const width = places.widths[selection.column] ?? 0
  const look = `${column && isRight(column) ? 'right' : ''} ${active?.editable ? '' : 'fixed'} ${error ? 'error' : ''}`
  return (
    <>
      <div className="line-grid-current" style={{ top, height: rowHeight, width: places.width }} />
      {isRange(selection) && <div className="line-grid-range" style={rangeStyle(selection, places, rowHeight)} />}
      <div className={`line-grid-active ${look}`} style={{ left, top, width, height: rowHeight }}>
        <input
          ref={takeInput}
          aria-label={`第${selection.row + 1}行 ${column?.title ?? ''}`}
          aria-invalid={error ? true : undefined}
          autoComplete="off"
          spellCheck={false}
          inputMode={inputModes[column?.kind ?? ''] ?? 'text'}
          onKeyDown={(event) => {
            if (grid.press(event.nativeEvent)) event.preventDefault()
          }}
          onMouseDown={(event) => {
            // A click chooses the cell, so that typing replaces its text; into text being edited it puts the caret.
            if (event.button !== 0) return undefined
            if (grid.inText) return grid.startEditing()
            event.preventDefault()
            grid.choose(single(selection.row, selection.column))
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => grid.commit()}
          onPaste={(event) => {
            if (grid.paste(event.clipboardData.getData('text/plain'))) event.preventDefault()
          }}
          onCopy={(event) => {
            const text = grid.copy()
            if (text === undefined) return
            event.clipboardData.setData('text/plain', text)
            event.preventDefault()
          }}
        />
        {active?.editable && active.column.open && (
          <button
            type="button"
            className="line-grid-open"
            tabIndex={-1}
            aria-label={`选择${active.column.title}`}
            onClick={() => void grid.open()}
          >
            …
          </button>
        )}
        {error && !grid.store.told.has(error) && (
          <div className="line-grid-message" role="alert">
            {error}
          </div>
        )}
      </div>
    </>
  )
}

function rangeStyle(selection: Parameters<typeof rectangle>[0], places: Places, rowHeight: number): CSSProperties {
  const { top, bottom, left, right } = rectangle(selection)
  const start = places.lefts[left] ?? 0
  return {
    top: top * rowHeight,
    height: (bottom - top + 1) * rowHeight,
    left: start,
    width: (places.lefts[right] ?? 0) + (places.widths[right] ?? 0) - start,
  }
}

/** Scrolls as little as needed so that the active cell is wholly on screen, beside the fixed line number. */
function reveal(element: HTMLElement | null, top: number, rowHeight: number, places: Places, column: number): void {
  if (!element) return
  const viewHeight = element.clientHeight - headHeight
  if (top < element.scrollTop) element.scrollTop = top
  else if (top + rowHeight > element.scrollTop + viewHeight) element.scrollTop = top + rowHeight - viewHeight
  const left = (places.lefts[column] ?? 0) - numberWidth
  const right = (places.lefts[column] ?? 0) + (places.widths[column] ?? 0)
  if (left < element.scrollLeft) element.scrollLeft = left
  else if (right > element.scrollLeft + element.clientWidth) element.scrollLeft = right - element.clientWidth
}
