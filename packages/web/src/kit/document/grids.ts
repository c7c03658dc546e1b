import type { GridHandle } from '../grid/line-grid'

/** The grids of an open document that are on screen, by the section whose lines they show. */
export class Grids {
  private readonly shown = new Map<string, GridHandle>()
  private readonly refs = new Map<string, (grid: GridHandle | null) => void>()

  /** Where the grid of a section announces itself. */
  ref(section: string): (grid: GridHandle | null) => void {
    const known = this.refs.get(section)
    if (known) return known
    const ref = (grid: GridHandle | null) => {
      if (grid) this.shown.set(section, grid)
      else this.shown.delete(section)
    }
    this.refs.set(section, ref)
    return ref
  }

  of = (section: string): GridHandle | undefined => this.shown.get(section)

  /** What takes the keyboard behind the header where there is no table of lines. */
  place: (() => HTMLElement | null | undefined) | undefined

  /** Gives the keyboard to the first table of lines, or to what stands in its place. */
  focus = (): void => {
    const [first] = this.shown.values()
    if (first) first.focus()
    else this.place?.()?.focus()
  }

  /** Takes typed text into the lines; call before reading them. */
  commit = (): void => this.shown.forEach((grid) => grid.commit())

  /** True while typed text has not reached the lines. */
  unfinished = (): boolean => [...this.shown.values()].some((grid) => grid.unfinished())
}
