import { canEdit, editText, enterText, isLookedUp, type LineColumn } from './line-grid-columns'
import { type Cell, rectangle, type Selection } from './line-grid-keys'
import { type LineSheet, tableText } from './line-grid-paste'
import type { GridLine, LineStore, Values } from './line-grid-store'

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

/** The cells of a line grid, wherever the cursor stands: which may be edited, and what goes into the lines and comes out of them. */
export class GridCells<Line extends GridLine> {
  columns: readonly LineColumn<Line>[] = []
  owner: GridOwner = {}
  readOnly = false

  constructor(readonly store: LineStore<Line>) {}

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

  editableAt(cell: Cell): boolean {
    const column = this.columns[cell.column]
    if (this.readOnly || (this.store.awaitsCodeAt(cell.row) && !isLookedUp(column))) return false
    return canEdit(column, this.store.lineAt(cell.row))
  }

  /** Whether the keyboard halts at a cell on its way to the next: at each that may be edited, or at those of daily use. */
  stopsAt(cell: Cell, every: boolean): boolean {
    const column = this.columns[cell.column]
    if (!column || !this.editableAt(cell)) return false
    return every || column.stop === true || this.store.awaitsCodeAt(cell.row)
  }

  /** The nearest selection that the grid has. */
  inside(selection: Selection): Selection {
    const row = (value: number) => Math.max(0, Math.min(value, this.store.length - 1))
    const column = (value: number) => Math.max(0, Math.min(value, this.columns.length - 1))
    return {
      row: row(selection.row),
      column: column(selection.column),
      anchorRow: row(selection.anchorRow),
      anchorColumn: column(selection.anchorColumn),
    }
  }

  /** The cells of a selection as spreadsheet text. */
  text(selection: Selection): string {
    const { top, bottom, left, right } = rectangle(selection)
    const columns = this.columns.slice(left, right + 1)
    const lines = this.store.all().slice(top, bottom + 1)
    return tableText(lines.map((line) => columns.map((column) => editText(column, line))))
  }

  /** Empties the cells of a selection that may be edited. */
  clear(selection: Selection): void {
    this.each(selection, (key, column) => this.enter(key, column, ''))
  }

  /** Fills a selection with its first line, a single line with the one above it. */
  fillDown(selection: Selection): void {
    const { top, bottom } = rectangle(selection)
    const from = this.store.lineAt(top === bottom ? top - 1 : top)
    if (!from) return
    this.each(selection, (key, column) => {
      const fields = column.fields ?? [column.name]
      this.change(key, column, Object.fromEntries(fields.map((field) => [field, from[field]])) as Values<Line>)
    })
  }

  /** Fills in a table of text from a cell on; lines are there already. */
  fillTable(table: string[][], { row, column }: Cell): void {
    const left = table.length - (this.store.length - row)
    table.forEach((cells, i) => {
      const key = this.store.keyAt(row + i)
      if (key === undefined || this.store.awaitsCodeAt(row + i)) return
      cells.forEach((text, j) => {
        const def = this.columns[column + j]
        if (def && !isLookedUp(def) && canEdit(def, this.store.line(key))) this.enter(key, def, text)
      })
    })
    if (left >= 0) this.owner.onRefuse?.('粘贴的行数多于明细行数，超出部分未粘贴；新增明细请粘贴到配件编码列')
  }

  private each(selection: Selection, visit: (key: number, column: LineColumn<Line>) => void): void {
    const { top, bottom, left, right } = rectangle(selection)
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const key = this.store.keyAt(row)
        const def = this.columns[column]
        if (key === undefined || !def || isLookedUp(def) || this.store.awaitsCodeAt(row)) continue
        if (this.editableAt({ row, column })) visit(key, def)
      }
    }
  }
}
