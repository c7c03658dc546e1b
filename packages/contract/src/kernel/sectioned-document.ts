// Families whose kinds have tables of lines of their own choice (ADR 0131): what saving takes and what is shown, made of what the family tells of headers, lines and rows.
import { z } from 'zod'
import { type DocumentDef, sectionBody, type Sections } from './document'
import { headerOf, type HeaderOf, rowOf, type RowOf } from './document-answer'
import { printed, saveFields, type SaveOfAny } from './document-calls'
import { type Fields, shownFields, shows, type ShownValues } from './shown'

/** Schemas of what a family answers of every kind, and of what saving takes of each beside header and lines. */
interface Family {
  row: z.ZodObject
  header: z.ZodObject
  line: z.ZodObject
  taken?: Fields
}

/** A line as the server shows it: what the section takes, and what stands beside it. */
type LineOf<Line, Shape extends Fields> = Line & Omit<ShownValues<Shape>, keyof Line>

/** What is shown of a document: the header, the lines of every section that the kind has, and the actions open to the caller. */
type ViewOf<Def extends DocumentDef, Header, Line> = { header: HeaderOf<Header, Def>; can: string[] } & {
  -readonly [Name in keyof Def['sections']]: LineOf<Line, Def['sections'][Name]['line']['shape']>[]
}

/** What saving takes: the header and the lines of every section that the kind has. */
type SaveOf<Def extends DocumentDef, Save, Side extends 'input' | 'output'> = Save & {
  header: Side extends 'input' ? z.input<Def['header']> : z.output<Def['header']>
} & {
  -readonly [Name in keyof Def['sections']]?: (Side extends 'input'
    ? z.input<Def['sections'][Name]['line']>
    : z.output<Def['sections'][Name]['line']>)[]
}

const mapped = (sections: Sections, of: (section: Sections[string]) => z.ZodType) =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, of(section)]))

/** What differs between the calls of a kind and those of others, but for its filters; the types are those that the family's schemas answer. */
export function sectionedShapes<Def extends DocumentDef, Row, Header, Line, Save extends SaveOfAny = SaveOfAny>(
  def: Def,
  { row, header, line: ofAll, taken = {} }: Family,
) {
  const lines = mapped(def.sections, (section) => sectionBody(section).default([]))
  const save = z.object({ ...saveFields(def), ...taken, ...lines })
  const view = (more: Fields = {}) =>
    z.object({
      header: headerOf(def, header),
      ...mapped(def.sections, ({ line }) => z.array(z.object({ ...shownFields(line.shape), ...ofAll.shape }))),
      can: z.array(z.string()),
      ...more,
    })
  return {
    row: shows<RowOf<Row, Def>>(() => rowOf(def, row)),
    save: save as unknown as z.ZodType<SaveOf<Def, Save, 'output'>, SaveOf<Def, Save, 'input'>>,
    view: shows<ViewOf<Def, Header, Line>>(() => view()),
    print: shows<ViewOf<Def, Header, Line> & { printCount: number }>(() => view(printed)),
  }
}
