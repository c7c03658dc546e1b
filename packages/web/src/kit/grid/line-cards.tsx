import { Button } from 'antd'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type LineCardPlan, lineCardOf, lineFacts, marksOf } from './line-card-plan'
import './line-cards.css'
import { useLine } from './use-line'
import { type GridHandle, type LineGridProps } from './line-grid'
import { canEdit, editText, isLookedUp, isNumeric, type LineColumn, showCell, takesText } from './line-grid-columns'
import { GridController } from './line-grid-controller'
import type { GridLine, LineStore, Values } from './line-grid-store'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { PageDrawer } from '../ui/page-drawer'
import { Stepper } from '../ui/stepper'
import { ScanMeter } from '../base/scanner'

type Grid = GridController<GridLine>

/** A line that was taken out, and where it stood. */
interface Removed<Line extends GridLine> {
  at: number
  values: Values<Line>
}

/**
 * The lines of a document on a phone: one card a line with a stepper for the quantity; a tap opens all cells of the line in a
 * sheet. What is typed passes the same controller, columns and store as in the grid.
 */
export function LineCards<Line extends GridLine>(props: LineGridProps<Line>) {
  const { store, columns, readOnly = false } = props
  const [grid] = useState(() => new GridController(store))
  const root = useRef<HTMLDivElement>(null)
  const [shownKey, setShownKey] = useState<number>()
  const [removed, setRemoved] = useState<Removed<Line>>()
  const order = useSyncExternalStore(store.subscribeOrder, store.order)
  const plan = useMemo(() => lineCardOf(columns), [columns])

  useLayoutEffect(() => {
    grid.cells.columns = columns
    grid.cells.readOnly = readOnly
    grid.cells.owner = { onCode: props.onCode, onScan: props.onScan }
  })
  useEffect(() => {
    window.addEventListener('beforeunload', commitTyped)
    return () => window.removeEventListener('beforeunload', commitTyped)
  }, [])

  const code = columns.find((column) => isLookedUp(column) && column.open)
  // A blank line of a table that is typed straight away waits behind the button, where there is one.
  const last = order.at(-1)
  const hidden =
    !code && props.addTitle && !readOnly && last !== shownKey && store.isBlankAt(order.length - 1) ? last : undefined
  /** Fills the waiting blank line from the picker. */
  const choose = () => {
    const waiting = store.lineAt(store.length - 1)
    setRemoved(undefined)
    if (!waiting || readOnly) return
    if (code) void code.open?.(waiting, '')
    else setShownKey(waiting.key)
  }
  const remove = (key: number) => {
    const { key: _, ...values } = store.line(key) as Line
    setShownKey(undefined)
    setRemoved({ at: store.indexOf(key), values: values as unknown as Values<Line> })
    store.remove([key])
  }
  const restore = () => {
    if (removed) store.insert(removed.at, [removed.values])
    setRemoved(undefined)
  }
  useImperativeHandle(props.ref, (): GridHandle => ({
    focus: (key) => {
      const card = key === undefined ? undefined : cardOf(root.current, key)
      card?.scrollIntoView({ block: 'center' })
      card?.querySelector('button')?.focus({ preventScroll: true })
    },
    commit: commitTyped,
    unfinished: () => document.activeElement?.matches('[data-typed]') ?? false,
    carry: (from, to) => {
      commitTyped()
      if (shownKey === from) setShownKey(to)
    },
    insert: choose,
    remove: () => shownKey !== undefined && remove(shownKey),
    open: choose,
    activeKey: () => shownKey,
    flash: (key) => cardOf(root.current, key)?.animate([{ background: '#ffe58f' }, {}], { duration: 900 }),
    alarm: () => root.current?.animate([{ boxShadow: '0 0 0 4px #cf1322' }, {}], { duration: 900 }),
  }))

  return (
    <div className="line-cards" ref={root} role="group" aria-label={props.label}>
      {order.map(
        (key, index) =>
          key !== hidden && (
            <LineCard
              key={key}
              grid={grid as unknown as Grid}
              plan={plan as unknown as LineCardPlan<GridLine>}
              columns={columns as unknown as readonly LineColumn[]}
              lineKey={key}
              index={index}
              readOnly={readOnly}
              isStruck={props.isStruck as CardProps['isStruck']}
              onOpen={setShownKey}
            />
          ),
      )}
      {removed && (
        <div className="line-cards-undo" role="status">
          已删除第{removed.at + 1}行<Button onClick={restore}>撤销</Button>
        </div>
      )}
      {(code || props.addTitle) && !readOnly && (
        <Button block type="dashed" className="line-cards-add" onClick={choose}>
          {props.addTitle ?? '添加配件'}
        </Button>
      )}
      {shownKey !== undefined && (
        <LineSheet
          grid={grid as unknown as Grid}
          columns={columns as unknown as readonly LineColumn[]}
          lineKey={shownKey}
          index={store.indexOf(shownKey)}
          title={plan.title as unknown as LineColumn | undefined}
          readOnly={readOnly}
          onRemove={() => remove(shownKey)}
          onClose={() => setShownKey(undefined)}
        />
      )}
    </div>
  )
}

const cardOf = (root: HTMLElement | null, key: number) => root?.querySelector<HTMLElement>(`[data-line="${key}"]`)

/** A figure reaches the store when its box is left. */
function commitTyped(): void {
  const typing = document.activeElement
  if (typing instanceof HTMLElement && typing.matches('[data-typed]')) typing.blur()
}

interface CardProps {
  grid: Grid
  plan: LineCardPlan<GridLine>
  columns: readonly LineColumn[]
  lineKey: number
  index: number
  readOnly: boolean
  isStruck: ((line: GridLine) => boolean) | undefined
  onOpen: (key: number) => void
}

const LineCard = memo(function LineCard(props: CardProps) {
  const { grid, plan, columns, lineKey, index, readOnly, isStruck, onOpen } = props
  const snapshot = useLine(grid.store as LineStore, lineKey)
  if (!snapshot || grid.store.awaitsCode(snapshot.line)) return null
  const { line, errors } = snapshot
  const { title, amount, price, qty, code } = plan
  const faults = [...new Set(Object.values(errors))]
  const doubtful = columns.find((column) => column.warn?.(line))
  const name = (title && showCell(title, line)) || (code && showCell(code, line)) || '未填写'
  return (
    <article
      className={`lp-card line-card ${faults.length > 0 ? 'error' : ''} ${isStruck?.(line) ? 'struck' : ''}`}
      data-line={lineKey}
      aria-label={`第${index + 1}行`}
    >
      <div className="lp-card-head">
        <button type="button" className="lp-card-open" onClick={() => onOpen(lineKey)}>
          {name}
        </button>
        {amount && <b className="lp-card-amount">{showCell(amount, line)}</b>}
      </div>
      <div className="lp-card-body">
        <div className="lp-card-small">
          <span>{index + 1}</span>
          {marksOf(plan, line).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
        <dl>
          {lineFacts(plan, line).map(({ column, text }) => (
            <div key={column.name}>
              <dt>{column.title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {doubtful && <Doubt column={doubtful} line={line} readOnly={readOnly} />}
        {faults.map((fault) => (
          <p key={fault} className="line-card-fault">
            {fault}
          </p>
        ))}
      </div>
      {qty && (
        <div className="line-card-figures">
          {price && (
            <span className={errors[price.name] ? 'fault' : undefined}>{showCell(price, line) || '无价'} ×</span>
          )}
          {!readOnly && canEdit(qty, line) ? (
            <QtyStepper grid={grid} column={qty} line={line} label={`第${index + 1}行 ${qty.title}`} />
          ) : (
            <b>{showCell(qty, line)}</b>
          )}
        </div>
      )}
    </article>
  )
})

/** What deserves a second look, and what can be done about it. */
function Doubt({ column, line, readOnly }: { column: LineColumn; line: GridLine; readOnly: boolean }) {
  const { remedy } = column
  return (
    <div className="line-card-doubt">
      <p className="line-card-warn">{column.warn?.(line)}</p>
      {remedy && !readOnly && <Button onClick={() => remedy.run(line)}>{remedy.title}</Button>}
    </div>
  )
}

/** The quantity with − and + beside it. */
function QtyStepper(props: { grid: Grid; column: LineColumn; line: GridLine; label: string }) {
  const { grid, column, line } = props
  const text = editText(column, line)
  const qty = isDecimal(text) ? text : '0'
  return (
    <Stepper label={props.label} value={qty} least="1" onStep={(value) => grid.cells.enter(line.key, column, value)}>
      <CellInput {...props} />
    </Stepper>
  )
}

/** The text of one cell; it reaches the line when the box is left, as in the grid. */
function CellInput(props: { grid: Grid; column: LineColumn; line: GridLine; label: string; isInvalid?: boolean }) {
  const { grid, column, line } = props
  const [typed, setTyped] = useState<string>()
  const finish = () => {
    if (typed !== undefined) grid.cells.enter(line.key, column, typed)
    setTyped(undefined)
  }
  // A phone that is turned gets the grid: what goes while it has the keyboard is not left by a blur.
  const leave = useRef(finish)
  useLayoutEffect(() => {
    leave.current = finish
  })
  useLayoutEffect(() => () => leave.current(), [])
  const [meter] = useState(() => new ScanMeter())
  /** A scan goes to the lines, as in the grid; the box is as it was before. */
  const scanned = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const scan = grid.cells.owner.onScan && meter.end(event.nativeEvent, isNumeric(column.kind) ? 'figure' : 'text')
    if (!scan) return false
    const box = event.currentTarget
    event.preventDefault()
    setTyped(scan.before === editText(column, line) ? undefined : scan.before)
    requestAnimationFrame(() => box.select())
    grid.cells.owner.onScan?.(
      scan.code,
      takesText(column) ? () => grid.cells.enter(line.key, column, scan.code) : undefined,
    )
    return true
  }
  return (
    <input
      aria-label={props.label}
      aria-invalid={props.isInvalid ? true : undefined}
      autoComplete="off"
      inputMode={isNumeric(column.kind) ? 'decimal' : 'text'}
      enterKeyHint="done"
      value={typed ?? editText(column, line)}
      {...(typed === undefined ? {} : { 'data-typed': '' })}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={finish}
      onKeyDown={(event) => {
        meter.key(event.nativeEvent, event.currentTarget.value)
        if (event.key !== 'Enter' && event.key !== 'Tab') return
        if (!scanned(event) && event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

interface SheetProps {
  grid: Grid
  columns: readonly LineColumn[]
  lineKey: number
  index: number
  title: LineColumn | undefined
  readOnly: boolean
  onRemove: () => void
  onClose: () => void
}

/** All cells of a line, one below the other. */
function LineSheet({ grid, columns, lineKey, index, title, readOnly, onRemove, onClose }: SheetProps) {
  const snapshot = useLine(grid.store as LineStore, lineKey)
  if (!snapshot) return null
  const { line, errors } = snapshot
  const shown = new Set(columns.map(({ name }) => name))
  const others = Object.keys(errors).filter((field) => !shown.has(field))
  return (
    <PageDrawer
      title={`第${index + 1}行 ${title ? showCell(title, line) : ''}`}
      onClose={onClose}
      footer={
        <div className="page-drawer-foot">
          {!readOnly && (
            <Button danger onClick={onRemove}>
              删除
            </Button>
          )}
          <Button type="primary" onClick={onClose}>
            {readOnly ? '关闭' : '完成'}
          </Button>
        </div>
      }
    >
      <div className="line-sheet" {...(grid.cells.owner.onScan && { 'data-scans': '' })}>
        {others.map((field) => (
          <p key={field} className="line-card-fault" role="alert">
            {errors[field]}
          </p>
        ))}
        {columns.map((column) => (
          <SheetCell
            key={column.name}
            {...{ grid, column, line }}
            editable={!readOnly && canEdit(column, line)}
            fault={errors[column.name]}
          />
        ))}
      </div>
    </PageDrawer>
  )
}

function SheetCell(props: {
  grid: Grid
  column: LineColumn
  line: GridLine
  editable: boolean
  fault: string | undefined
}) {
  const { grid, column, line, editable, fault } = props
  const text = showCell(column, line)
  if (!editable && text === '') return null
  const choose = async () => {
    const patch = await column.open?.(line, '')
    if (patch) grid.cells.change(line.key, column, patch)
  }
  const warning = fault === undefined ? column.warn?.(line) : undefined
  return (
    <div className="line-sheet-cell">
      <span className={column.required && editable ? 'line-grid-required' : undefined}>{column.title}</span>
      <div>
        {editable && !isLookedUp(column) ? <CellControl {...{ grid, column, line, fault }} /> : <output>{text}</output>}
        {editable && column.open && column.kind !== 'name' && (
          <Button aria-label={`选择${column.title}`} onClick={() => void choose()}>
            选择
          </Button>
        )}
      </div>
      {fault && <p className="line-card-fault">{fault}</p>}
      {warning && <p className="line-card-warn">{warning}</p>}
    </div>
  )
}

/** What a cell of a sheet is entered with. */
function CellControl(props: { grid: Grid; column: LineColumn; line: GridLine; fault: string | undefined }): ReactNode {
  const { grid, column, line, fault } = props
  const set = (value: unknown) => grid.cells.change(line.key, column, { [column.name]: value })
  if (column.kind === 'checkbox')
    return (
      <input
        type="checkbox"
        aria-label={column.title}
        checked={line[column.name] === true}
        onChange={(event) => set(event.target.checked)}
      />
    )
  if (!column.choices) return <CellInput {...props} label={column.title} isInvalid={fault !== undefined} />
  const at = column.choices.findIndex(({ value }) => value === line[column.name])
  return (
    <select
      aria-label={column.title}
      value={at}
      onChange={(event) => set(column.choices?.[event.target.selectedIndex - (at < 0 ? 1 : 0)]?.value)}
    >
      {at < 0 && <option value={-1}>请选择</option>}
      {column.choices.map(({ label }, i) => (
        <option key={label} value={i}>
          {label}
        </option>
      ))}
    </select>
  )
}
