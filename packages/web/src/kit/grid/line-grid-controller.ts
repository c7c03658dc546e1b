import { isBlank } from '@chepu/contract/kernel/delimited'
import { ScanMeter } from '../base/scanner'
import { GridCells } from './line-grid-cells'
import { editText, isLookedUp, isNumeric, type LineColumn, nextValue, showCell, takesText } from './line-grid-columns'
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
import { lineSheet, parseTable } from './line-grid-paste'
import type { GridLine, LineStore } from './line-grid-store'

interface ActiveCell<Line extends GridLine> {
  key: number
  line: Line
  column: LineColumn<Line>
  editable: boolean
}

/**
 * What keys, pastes and the input of a line grid do. One input lies over the active cell all the time, so no key of a
 * scanner or an input method is ever lost between two cells; its text reaches the store when the cell is left.
 */
export class GridController<Line extends GridLine> {
  readonly cursor = new GridCursor()
  readonly cells: GridCells<Line>
  input: HTMLInputElement | null = null
  page = 10
  private editing = false
  private shownText = ''
  private shownCell: { key: number; name: string } | undefined
  private readonly meter = new ScanMeter()

  constructor(readonly store: LineStore<Line>) {
    this.cells = new GridCells(store)
  }

  get active(): ActiveCell<Line> | undefined {
    const { row, column } = this.cursor.get()
    const line = this.store.lineAt(row)
    const def = this.cells.columns[column]
    if (!line || !def) return undefined
    return { key: line.key, line, column: def, editable: this.cells.editableAt({ row, column }) }
  }

  /** Puts the text of the active cell into the input, all of it selected, so that typing replaces it. */
  show(): void {
    const active = this.active
    if (!this.input || !active) return
    this.shownCell = { key: active.key, name: active.column.name }
    this.shownText = inputText(active.column, active.line, active.editable)
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

  /** The line under the cursor changed: the input follows unless the user has typed, or it shows that already. */
  refresh(): void {
    const { active } = this
    if (!this.input || !active || this.unfinished || this.shows(active)) return
    this.show()
  }

  private shows({ key, column, line, editable }: ActiveCell<Line>): boolean {
    const isHere = this.shownCell?.key === key && this.shownCell.name === column.name
    return isHere && this.input?.readOnly === !editable && this.shownText === inputText(column, line, editable)
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
    const column = this.cells.columns.find((each) => each.name === name)
    this.shownText = text
    if (column) this.cells.enter(key, column, text)
  }

  moveTo(selection: Selection): void {
    this.commit()
    this.cursor.set(this.cells.inside(selection))
    this.show()
  }

  /** Moves to a field of a line and takes the keyboard. */
  focus(key?: number, name?: string): void {
    const row = key === undefined ? this.store.length - 1 : this.store.indexOf(key)
    const column = this.cells.columns.findIndex((each) => each.name === name)
    const first = this.cells.columns.findIndex((each) => each.kind === 'code')
    this.choose(single(Math.max(0, row), column < 0 ? Math.max(0, first) : column))
  }

  /** Moves and takes the keyboard, all the text selected, so that typing replaces it. */
  choose(selection: Selection): void {
    this.moveTo(selection)
    this.input?.focus({ preventScroll: true })
    this.input?.select()
  }

  /** Moves from one line to the same cell of another, and what is being typed with it: text, caret and all. */
  carry(from: number, to: number): void {
    const { input } = this
    if (!input || this.shownCell?.key !== from) return
    const { value, selectionStart, selectionEnd } = input
    const { unfinished, inText } = this
    this.cursor.set(single(this.store.indexOf(to), this.cursor.get().column))
    this.show()
    if (unfinished && !input.readOnly) input.value = value
    if (inText) input.setSelectionRange(selectionStart, selectionEnd)
    this.editing = inText
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
      opens: active?.editable === true && active.column.open !== undefined,
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
    if (patch) this.cells.change(active.key, active.column, patch)
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
    if (!first || this.cells.readOnly || (table.length === 1 && first.length === 1)) return false
    const at = this.cursor.get()
    if (this.input) this.input.value = this.shownText
    if (isLookedUp(this.cells.columns[at.column])) {
      this.cells.owner.onPasteLines?.(lineSheet(sheet))
    } else {
      this.cells.fillTable(table, at)
      this.show()
    }
    return true
  }

  /** The selected cells as spreadsheet text; nothing when only one cell is selected. */
  copy(): string | undefined {
    if (!isRange(this.cursor.get())) return undefined
    return this.cells.text(this.cursor.get())
  }

  /** Inserts a blank line above the active one. */
  insert(): void {
    if (this.cells.readOnly) return
    this.commit()
    const { row } = this.cursor.get()
    const [key] = this.store.insert(row, [{}])
    if (key !== undefined) this.focus(key)
  }

  /** Removes the selected lines. */
  remove(): void {
    if (this.cells.readOnly) return
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
          single(
            edge(command.row, at.row, this.store.length),
            edge(command.column, at.column, this.cells.columns.length),
          ),
        )
        return true
      case 'all':
        this.moveTo({
          row: this.store.length - 1,
          column: this.cells.columns.length - 1,
          anchorRow: 0,
          anchorColumn: 0,
        })
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
    if (!active || !this.cells.owner.onScan || this.cells.readOnly) return false
    const scan = this.meter.end(event, isNumeric(active.column.kind) ? 'figure' : 'text')
    if (!scan) return false
    if (this.input) this.input.value = scan.before
    if (!this.unfinished) this.input?.select()
    this.cells.owner.onScan(scan.code, active.editable ? this.landing(active, scan.code) : undefined)
    return true
  }

  /** What a scan that names no part does to a cell of text, such as 批次: it is its text, and the cursor goes on. */
  private landing({ key, column }: { key: number; column: LineColumn<Line> }, text: string): (() => void) | undefined {
    if (!takesText(column)) return undefined
    return () => {
      const isThere = !this.unfinished && this.active?.key === key && this.active.column.name === column.name
      this.cells.enter(key, column, text)
      if (isThere) this.step(1, false)
    }
  }

  private step(step: 1 | -1, every: boolean): boolean {
    if (this.refuses()) return true
    this.commit()
    const from = this.cursor.get()
    const waiting = isLookedUp(this.active?.column) && this.store.awaitsCodeAt(from.row)
    // Past the waiting blank line there is nothing: Tab leaves the grid, Enter stays.
    if (waiting && step === 1) return !every
    const size = { rows: this.store.length, columns: this.cells.columns.length }
    const stops = (cell: Cell) => this.cells.stopsAt(cell, every)
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
    const selection = this.cursor.get()
    if (!isRange(selection)) {
      if (this.input && !this.input.readOnly) this.input.value = ''
      return true
    }
    const { left, right } = rectangle(selection)
    if (left === 0 && right === this.cells.columns.length - 1) this.remove()
    else this.cells.clear(selection)
    this.show()
    return true
  }

  private fillDown(): void {
    this.commit()
    this.cells.fillDown(this.cursor.get())
    this.show()
  }

  private toggle(): boolean {
    const active = this.active
    const patch = active && nextValue(active.column, active.line)
    if (active && patch) this.cells.change(active.key, active.column, patch)
    this.show()
    return true
  }
}

const inputText = <Line extends GridLine>(column: LineColumn<Line>, line: Line, editable: boolean): string =>
  editable ? editText(column, line) : showCell(column, line)

function edge(which: 'first' | 'last' | 'same', now: number, length: number): number {
  if (which === 'same') return now
  return which === 'first' ? 0 : length - 1
}
