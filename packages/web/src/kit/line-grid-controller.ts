import {
  canEdit,
  editText,
  enterText,
  isNumeric,
  type LineColumn,
  nextValue,
  showCell,
  isLookedUp,
  takesText,
} from './line-grid-columns'
import {
  type Cell,
  type GridCommand,
  gridCommand,
  GridCursor,
  isRange,
  rectangle,
  type Selection,
  single,
  walk,
} from './line-grid-keys'
import { isBlank } from '@chepu/contract/kernel/delimited'
import { type LineSheet, lineSheet, parseTable, tableText } from './line-grid-paste'
import type { GridLine, LineStore, Values } from './line-grid-store'
import { ScanMeter } from './scanner'

/** What the grid leaves to its owner, because it needs the server or a dialog. */
export interface GridOwner {
  /** A code was typed into a column of the line with this key. */
  onCode?: ((key: number, text: string, column: string) => void) | undefined
  /** A code was scanned: it adds a line, the cursor stays. `otherwise` takes it as text where it names no part. */
  onScan?: ((code: string, otherwise?: () => void) => void) | undefined
  /** 编码|数量|单价 rows were pasted into the code column. */
  onPasteLines?: ((sheet: LineSheet) => void) | undefined
  /** Something could not be done; one sentence for the user. */
  onRefuse?: ((message: string) => void) | undefined
}

/**
 * What keys, pastes and the input of a line grid do. One input lies over the active cell all the time, so no key of a
 * scanner or an input method is ever lost between two cells; its text reaches the store when the cell is left.
 */
export class GridController<Line extends GridLine> {
  readonly cursor = new GridCursor()
  columns: readonly LineColumn<Line>[] = []
  owner: GridOwner = {}
  readOnly = false
  input: HTMLInputElement | null = null
  page = 10
  private editing = false
  private shownText = ''
  private shownCell: { key: number; name: string } | undefined
  private readonly meter = new ScanMeter()

  constructor(readonly store: LineStore<Line>) {}

  get active(): { key: number; line: Line; column: LineColumn<Line>; editable: boolean } | undefined {
    const { row, column } = this.cursor.get()
    const line = this.store.lineAt(row)
    const def = this.columns[column]
    if (!line || !def) return undefined
    return { key: line.key, line, column: def, editable: this.editableAt({ row, column }) }
  }

  /** Puts the text of the active cell into the input, all of it selected, so that typing replaces it. */
  show(): void {
    const active = this.active
    if (!this.input || !active) return
    this.shownCell = { key: active.key, name: active.column.name }
    this.shownText = active.editable ? editText(active.column, active.line) : showCell(active.column, active.line)
    this.input.value = this.shownText
    this.input.readOnly = !active.editable
    this.editing = false
    if (document.activeElement === this.input) this.input.select()
  }

  /** Lines came or went: the cursor stays on its line, as on the waiting blank one when a scan adds a line above it. */
  follow(): void {
    const at = this.shownCell ? this.store.indexOf(this.shownCell.key) : -1
    const { row, column } = this.cursor.get()
    if (at >= 0 && at !== row) this.cursor.set(single(at, column))
    else if (at < 0) this.moveTo(single(row, column))
  }

  /** The line under the cursor changed: the input follows unless the user has typed. */
  refresh(): void {
    if (this.input && this.input.value === this.shownText) this.show()
  }

  /** Typed text that has not reached the store yet. */
  get unfinished(): boolean {
    return this.input !== null && this.input.value !== this.shownText
  }

  /** Takes the typed text into the store. Call before anything that reads the lines, such as a save. */
  commit(): void {
    if (!this.unfinished || !this.input || !this.shownCell) return
    const { key, name } = this.shownCell
    const text = this.input.value
    const column = this.columns.find((each) => each.name === name)
    this.shownText = text
    if (column) this.enter(key, column, text)
  }

  moveTo(selection: Selection): void {
    this.commit()
    this.cursor.set(this.inside(selection))
    this.show()
  }

  /** Moves to a field of a line and takes the keyboard. */
  focus(key?: number, name?: string): void {
    const row = key === undefined ? this.store.length - 1 : this.store.indexOf(key)
    const column = this.columns.findIndex((each) => each.name === name)
    const first = this.columns.findIndex((each) => each.kind === 'code')
    this.choose(single(Math.max(0, row), column < 0 ? Math.max(0, first) : column))
  }

  /** Moves and takes the keyboard, all the text selected, so that typing replaces it. */
  choose(selection: Selection): void {
    this.moveTo(selection)
    this.input?.focus({ preventScroll: true })
    this.input?.select()
  }

  /** Handles a key; answers true when the input must not see it. */
  press(event: KeyboardEvent): boolean {
    this.meter.key(event, this.input?.value ?? '')
    if (event.isComposing || event.keyCode === 229) return false
    if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && this.scanned(event)) return true
    const active = this.active
    const command = gridCommand(event, {
      editing: this.editing,
      range: isRange(this.cursor.get()),
      opens: active?.editable === true && this.opens(active.column),
      toggles:
        active?.editable === true &&
        !this.meter.isRunning &&
        (active.column.kind === 'checkbox' || active.column.choices !== undefined),
      page: this.page,
    })
    return command ? this.run(command) : false
  }

  /** Whether the user is inside the text of the active cell: he went into it, or has typed. */
  get inText(): boolean {
    return this.editing || this.unfinished
  }

  /** Lets the caret into the text of the active cell, behind its last character; it stays where it is when it is there. */
  startEditing(): void {
    if (!this.inText) this.input?.setSelectionRange(this.input.value.length, this.input.value.length)
    this.editing = true
  }

  /** Opens the dialog of the active cell with what was typed. */
  async open(): Promise<void> {
    const active = this.active
    if (!active?.editable || !active.column.open) return
    const typed = this.input?.value ?? ''
    if (this.input) this.input.value = this.shownText
    const patch = await active.column.open(active.line, typed === this.shownText ? '' : typed)
    if (patch) this.change(active.key, active.column, patch)
    this.show()
    // Who chose nothing finds what he had typed.
    if (this.input && this.store.line(active.key) === active.line) this.input.value = typed
    this.input?.focus({ preventScroll: true })
  }

  /** Takes a paste of several cells; answers false when the input shall take the text itself. */
  paste(text: string): boolean {
    const sheet = parseTable(text)
    const table = sheet.filter((cells) => !isBlank(cells))
    const [first] = table
    if (!first || this.readOnly || (table.length === 1 && first.length === 1)) return false
    const { row, column } = this.cursor.get()
    if (isLookedUp(this.columns[column])) {
      if (this.input) this.input.value = this.shownText
      this.owner.onPasteLines?.(lineSheet(sheet))
    } else this.fillTable(table, row, column)
    return true
  }

  /** The selected cells as spreadsheet text; nothing when only one cell is selected. */
  copy(): string | undefined {
    if (!isRange(this.cursor.get())) return undefined
    const { top, bottom, left, right } = rectangle(this.cursor.get())
    const columns = this.columns.slice(left, right + 1)
    const lines = this.store.all().slice(top, bottom + 1)
    return tableText(lines.map((line) => columns.map((column) => editText(column, line))))
  }

  /** Inserts a blank line above the active one. */
  insert(): void {
    if (this.readOnly) return
    this.commit()
    const { row } = this.cursor.get()
    const [key] = this.store.insert(row, [{}])
    if (key !== undefined) this.focus(key)
  }

  /** Removes the selected lines. */
  remove(): void {
    if (this.readOnly) return
    const { top, bottom } = rectangle(this.cursor.get())
    this.shownText = this.input?.value ?? ''
    this.store.remove(this.store.order().slice(top, bottom + 1))
    this.moveTo(single(top, this.cursor.get().column))
  }

  private run(command: GridCommand): boolean {
    const at = this.cursor.get()
    switch (command.do) {
      case 'next':
        return this.step(1, command.every)
      case 'previous':
        return this.step(-1, command.every)
      case 'move':
        this.moveBy(command.rows, command.columns, command.extend)
        return true
      case 'edge':
        this.moveTo(
          single(edge(command.row, at.row, this.store.length), edge(command.column, at.column, this.columns.length)),
        )
        return true
      case 'all':
        this.moveTo({ row: this.store.length - 1, column: this.columns.length - 1, anchorRow: 0, anchorColumn: 0 })
        return true
      case 'open':
        void this.open()
        return true
      case 'edit':
        this.startEditing()
        return true
      case 'cancel':
        return this.cancel()
      case 'clear':
        return this.clear()
      case 'fill':
        this.fillDown()
        return true
      case 'insert':
        this.insert()
        return true
      case 'remove':
        this.remove()
        return true
      case 'toggle':
        return this.toggle()
    }
  }

  /** Enter after a scan: the code goes to the owner, the cell is as it was before and ready for the next scan. */
  private scanned(event: KeyboardEvent): boolean {
    const active = this.active
    if (!active || !this.owner.onScan || this.readOnly) return false
    const scan = this.meter.end(event, isNumeric(active.column.kind) ? 'figure' : 'text')
    if (!scan) return false
    if (this.input) this.input.value = scan.before
    if (!this.unfinished) this.input?.select()
    this.owner.onScan(scan.code, active.editable ? this.landing(active, scan.code) : undefined)
    return true
  }

  /** What a scan that names no part does to a cell of text, such as 批次: it is its text, and the cursor goes on. */
  private landing({ key, column }: { key: number; column: LineColumn<Line> }, text: string): (() => void) | undefined {
    if (!takesText(column)) return undefined
    return () => {
      const isThere = !this.unfinished && this.active?.key === key && this.active.column.name === column.name
      this.enter(key, column, text)
      if (isThere) this.step(1, false)
    }
  }

  private step(step: 1 | -1, every: boolean): boolean {
    if (this.refuses()) return true
    this.commit()
    const from = this.cursor.get()
    const waiting = isLookedUp(this.active?.column) && this.store.blankAt(from.row)
    // Past the waiting blank line there is nothing: Tab leaves the grid, Enter stays.
    if (waiting && step === 1) return !every
    const size = { rows: this.store.length, columns: this.columns.length }
    const stops = (cell: Cell) => this.stopsAt(cell, every)
    const to = walk(from, step, size, stops)
    if (!to) return !every
    this.moveTo(single(to.row, to.column))
    return true
  }

  /** Takes a typed figure; one that cannot stand is shown as such and keeps the cursor, until it is left a second time. */
  private refuses(): boolean {
    const active = this.active
    if (!active || !this.unfinished || !isNumeric(active.column.kind)) return false
    this.commit()
    if (!this.store.errorsOf(active.key)[active.column.name]) return false
    this.show()
    return true
  }

  private stopsAt(cell: Cell, every: boolean): boolean {
    const column = this.columns[cell.column]
    if (!column || !this.editableAt(cell)) return false
    return every || column.stop === true || this.store.blankAt(cell.row)
  }

  private moveBy(rows: number, columns: number, extend: boolean): void {
    const { row, column, anchorRow, anchorColumn } = this.cursor.get()
    const to = { row: row + rows, column: column + columns }
    this.moveTo(extend ? { ...to, anchorRow, anchorColumn } : single(to.row, to.column))
  }

  private cancel(): boolean {
    const { row, column } = this.cursor.get()
    if (!this.unfinished && !isRange(this.cursor.get()) && !this.editing) return false
    if (this.input) this.input.value = this.shownText
    this.moveTo(single(row, column))
    return true
  }

  private clear(): boolean {
    const { top, bottom, left, right } = rectangle(this.cursor.get())
    if (!isRange(this.cursor.get())) {
      if (this.input && !this.input.readOnly) this.input.value = ''
      return true
    }
    if (left === 0 && right === this.columns.length - 1) this.remove()
    else this.eachCell(top, bottom, left, right, (key, column) => this.enter(key, column, ''))
    this.show()
    return true
  }

  private fillDown(): void {
    this.commit()
    const { top, bottom, left, right } = rectangle(this.cursor.get())
    const from = this.store.lineAt(top === bottom ? top - 1 : top)
    if (!from) return
    this.eachCell(top, bottom, left, right, (key, column) => {
      const fields = column.fields ?? [column.name]
      this.change(key, column, Object.fromEntries(fields.map((field) => [field, from[field]])) as Values<Line>)
    })
    this.show()
  }

  private toggle(): boolean {
    const active = this.active
    const patch = active && nextValue(active.column, active.line)
    if (active && patch) this.change(active.key, active.column, patch)
    this.show()
    return true
  }

  private fillTable(table: string[][], row: number, column: number): void {
    if (this.input) this.input.value = this.shownText
    const left = table.length - (this.store.length - row)
    table.forEach((cells, i) => {
      const key = this.store.keyAt(row + i)
      if (key === undefined || this.store.blankAt(row + i)) return
      cells.forEach((text, j) => {
        const def = this.columns[column + j]
        if (def && !isLookedUp(def) && canEdit(def, this.store.line(key))) this.enter(key, def, text)
      })
    })
    this.show()
    if (left >= 0) this.owner.onRefuse?.('粘贴的行数多于明细行数，超出部分未粘贴；新增明细请粘贴到配件编码列')
  }

  private eachCell(
    top: number,
    bottom: number,
    left: number,
    right: number,
    visit: (key: number, column: LineColumn<Line>) => void,
  ): void {
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const key = this.store.keyAt(row)
        const def = this.columns[column]
        if (key === undefined || !def || isLookedUp(def) || this.store.blankAt(row)) continue
        if (this.editableAt({ row, column })) visit(key, def)
      }
    }
  }

  /** Takes text for a cell into the store; a code goes to the owner. */
  enter(key: number, column: LineColumn<Line>, text: string): void {
    const line = this.store.line(key)
    if (!line) return
    if (!isLookedUp(column)) this.change(key, column, enterText(column, line, text))
    else if (text.trim() !== '') this.owner.onCode?.(key, text.trim(), column.name)
  }

  /** Changes a line by one of its columns, and says at once what cannot stand. */
  change(key: number, column: LineColumn<Line>, patch: Values<Line>): void {
    this.store.update(key, patch)
    const line = this.store.line(key)
    if (line) this.store.setError(key, column.name, column.check?.(line) ?? '')
  }

  private opens(column: LineColumn<Line>): boolean {
    return column.open !== undefined
  }

  private editableAt(cell: Cell): boolean {
    const column = this.columns[cell.column]
    if (this.readOnly || (this.store.blankAt(cell.row) && !isLookedUp(column))) return false
    return canEdit(column, this.store.lineAt(cell.row))
  }

  private inside(selection: Selection): Selection {
    const row = (value: number) => Math.max(0, Math.min(value, this.store.length - 1))
    const column = (value: number) => Math.max(0, Math.min(value, this.columns.length - 1))
    return {
      row: row(selection.row),
      column: column(selection.column),
      anchorRow: row(selection.anchorRow),
      anchorColumn: column(selection.anchorColumn),
    }
  }
}

function edge(which: 'first' | 'last' | 'same', now: number, length: number): number {
  if (which === 'same') return now
  return which === 'first' ? 0 : length - 1
}
