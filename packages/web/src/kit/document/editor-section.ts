import { noLinesOf, type Section } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { type GridLine, type LineErrors, LineStore, type Values } from '../grid/line-grid-store'
import { fieldErrors, fieldTitle, lineFault, picked } from './field-faults'

/** What the server, a save or kept work says of a header or a line, by field. */
export type FieldValues = Readonly<Record<string, unknown>>

/** What the lines of one table are in its editor. */
export interface LineRules<Line extends GridLine> {
  blank: () => Values<Line>
  /** A blank line is neither kept nor sent. */
  isBlank: (line: Line) => boolean
  /** A line as the server shows it. */
  ofView: (view: FieldValues, isDraft: boolean) => Values<Line>
  /** A line of kept work, perhaps of an older version of the program. */
  ofDraft: (kept: FieldValues) => Values<Line>
  /** A line as a save sends it; the contract's fields of it are sent. */
  bodyOf: (line: Line) => FieldValues
}

/** A table of lines as the editor asks it, whatever its lines are. */
export interface AnySection {
  readonly section: Section
  isEmpty(): boolean
  onChange(listener: () => void): void
  /** Begins again without lines, or with those of a read or of kept work; `editable` says whether more may come. */
  clear(editable: boolean): void
  load(views: readonly FieldValues[], isDraft: boolean, editable: boolean): void
  restore(kept: readonly FieldValues[]): void
  draft(): Record<string, unknown>[]
  body(): { lines: Record<string, unknown>[]; keys: number[] }
  check(path: string, isNamed: boolean): FieldError[]
  setErrors(errors: ReadonlyMap<number, LineErrors>): void
  firstError(): { key: number; field: string } | undefined
  setTold(messages: ReadonlySet<string>): void
}

/** One table of lines of an open document: what the contract says of it, what its lines are, and the lines. */
export class EditorSection<Line extends GridLine> implements AnySection {
  constructor(
    readonly section: Section,
    private readonly rules: LineRules<Line>,
    readonly lines = new LineStore<Line>(rules.blank, rules.isBlank),
  ) {}

  isEmpty(): boolean {
    return this.lines.filled().length === 0
  }

  /** Hears every change of a line that is not blank. */
  onChange(listener: () => void): void {
    const isBlank = (line: Line | undefined) => line === undefined || this.rules.isBlank(line)
    this.lines.watch((before, after) => {
      if (!isBlank(before) || !isBlank(after)) listener()
    })
  }

  clear(editable: boolean): void {
    this.lines.replaceAll([], editable)
  }

  load(views: readonly FieldValues[], isDraft: boolean, editable: boolean): void {
    this.lines.replaceAll(
      views.map((view) => this.rules.ofView(view, isDraft)),
      editable,
    )
  }

  restore(kept: readonly FieldValues[]): void {
    this.lines.replaceAll(
      kept.map((line) => this.rules.ofDraft(line)),
      true,
    )
  }

  /** The lines as they are: thousands are kept every second, and a copy of each would double that. Their keys say nothing later. */
  draft(): Record<string, unknown>[] {
    return this.lines.filled()
  }

  /** What a save sends, and the key of each sent line. */
  body(): { lines: Record<string, unknown>[]; keys: number[] } {
    const lines = this.lines.filled()
    const { shape } = this.section.line
    return { lines: lines.map((line) => picked(this.rules.bodyOf(line), shape)), keys: lines.map(({ key }) => key) }
  }

  /** Faults by the contract, each by its line, and by the table where `isNamed`. */
  check(path: string, isNamed: boolean): FieldError[] {
    const { line: schema, isNeeded, title } = this.section
    const { lines } = this.body()
    if (isNeeded && lines.length === 0) return [{ path, message: noLinesOf(this.section) }]
    const titled = (name: string) => fieldTitle(schema.shape, name)
    return lines.flatMap((line, i) =>
      fieldErrors(schema.safeParse(line), line, titled, `${path}.${i}`).map((fault) => ({
        ...fault,
        message: `${isNamed ? title : ''}第${i + 1}行 ${lineFault(schema.shape, line, fault)}`,
      })),
    )
  }

  setErrors(errors: ReadonlyMap<number, LineErrors>): void {
    this.lines.setErrors(errors)
  }

  firstError(): { key: number; field: string } | undefined {
    return this.lines.firstError()
  }

  setTold(messages: ReadonlySet<string>): void {
    this.lines.told = messages
  }
}
