/** What a key means to the grid. Keys that mean nothing here are left to the input. */
export type GridCommand =
  | { do: 'move'; rows: number; columns: number; extend: boolean }
  | { do: 'next' | 'previous'; every: boolean }
  | { do: 'edge'; row: 'first' | 'last' | 'same'; column: 'first' | 'last' | 'same' }
  | { do: 'open' | 'edit' | 'cancel' | 'clear' | 'fill' | 'insert' | 'remove' | 'toggle' | 'all' }

interface KeyState {
  /** The caret moves inside the text (after F2 or a click into it). */
  editing: boolean
  /** More than one cell is selected. */
  range: boolean
  /** The cell opens a dialog. */
  opens: boolean
  /** The cell is ticked or stepped by Space. */
  toggles: boolean
  /** Rows of one screen. */
  page: number
}

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

const arrows: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The command of a key press, or nothing. Follows the spreadsheet that every clerk knows. */
export function gridCommand(press: KeyPress, state: KeyState): GridCommand | undefined {
  const control = press.ctrlKey || press.metaKey
  if (press.altKey) return press.key === 'ArrowDown' && state.opens ? { do: 'open' } : undefined
  const arrow = arrows[press.key]
  if (arrow) return arrowCommand(arrow, press.shiftKey, control, state)
  if (control) return controlCommand(press.key, state)
  switch (press.key) {
    case 'Enter':
      return { do: press.shiftKey ? 'previous' : 'next', every: false }
    case 'Tab':
      return { do: press.shiftKey ? 'previous' : 'next', every: true }
    case 'F2':
      return { do: state.opens ? 'open' : 'edit' }
    case 'Escape':
      return { do: 'cancel' }
    case 'Delete':
      return state.editing && !state.range ? undefined : { do: 'clear' }
    case 'Insert':
      return { do: 'insert' }
    case ' ':
      return state.toggles ? { do: 'toggle' } : undefined
    case 'PageUp':
      return { do: 'move', rows: -state.page, columns: 0, extend: press.shiftKey }
    case 'PageDown':
      return { do: 'move', rows: state.page, columns: 0, extend: press.shiftKey }
    case 'Home':
      return state.editing ? undefined : { do: 'edge', row: 'same', column: 'first' }
    case 'End':
      return state.editing ? undefined : { do: 'edge', row: 'same', column: 'last' }
    default:
      return undefined
  }
}

function arrowCommand(
  [rows, columns]: [number, number],
  extend: boolean,
  control: boolean,
  state: KeyState,
): GridCommand | undefined {
  if (state.editing && columns !== 0) return undefined
  if (!control) return { do: 'move', rows, columns, extend: extend && !state.editing }
  if (rows !== 0) return { do: 'edge', row: rows < 0 ? 'first' : 'last', column: 'same' }
  return { do: 'edge', row: 'same', column: columns < 0 ? 'first' : 'last' }
}

function controlCommand(key: string, state: KeyState): GridCommand | undefined {
  switch (key) {
    case 'd':
    case 'D':
      return { do: 'fill' }
    case 'Delete':
      return { do: 'remove' }
    case 'Home':
      return { do: 'edge', row: 'first', column: 'first' }
    case 'End':
      return { do: 'edge', row: 'last', column: 'last' }
    case 'a':
    case 'A':
      return state.editing ? undefined : { do: 'all' }
    default:
      return undefined
  }
}

export interface Cell {
  row: number
  column: number
}

/** The active cell and, with the anchor, the selected rectangle. */
export interface Selection extends Cell {
  anchorRow: number
  anchorColumn: number
}

export const single = (row: number, column: number): Selection => ({
  row,
  column,
  anchorRow: row,
  anchorColumn: column,
})

export const rectangle = (selection: Selection) => ({
  top: Math.min(selection.row, selection.anchorRow),
  bottom: Math.max(selection.row, selection.anchorRow),
  left: Math.min(selection.column, selection.anchorColumn),
  right: Math.max(selection.column, selection.anchorColumn),
})

export const isRange = (selection: Selection): boolean =>
  selection.row !== selection.anchorRow || selection.column !== selection.anchorColumn

/** The next (step 1) or previous (step -1) cell where `stops` says so, row by row; nothing past either end. */
export function walk(
  from: Cell,
  step: 1 | -1,
  size: { rows: number; columns: number },
  stops: (cell: Cell) => boolean,
): Cell | undefined {
  const last = size.rows * size.columns
  for (let at = from.row * size.columns + from.column + step; at >= 0 && at < last; at += step) {
    const cell = { row: Math.floor(at / size.columns), column: at % size.columns }
    if (stops(cell)) return cell
  }
  return undefined
}

/** Tells React when the selection moves, without redrawing the rows. */
export class GridCursor {
  private value: Selection = single(0, 0)
  private readonly listeners = new Set<() => void>()

  get = (): Selection => this.value

  set(selection: Selection): void {
    this.value = selection
    for (const listener of this.listeners) listener()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}
