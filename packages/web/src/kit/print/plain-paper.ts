import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { text } from '../base/format'
import type { PrintKind } from './print-kinds'
import type { PrintField, PrintSheet } from './print-template'

type Values = Readonly<Record<string, unknown>>

/** A document as `read` answers it, for its paper. */
interface Shown {
  header: Values
  /** Its tables of lines by name. */
  tables: Readonly<Record<string, readonly Values[] | undefined>>
  /** A field of the header by its key, with its value as it stands there unless another one is said. */
  field: (key: string, title: string, value?: string) => PrintField
}

/** The paper of a kind that has one look, under the title of the kind unless it says another one. */
export const plainPaper = (document: AnyDocument, make: (shown: Shown) => Partial<PrintSheet> & Lined): PrintKind => ({
  document,
  sheet: (def, { header, ...tables }, _layout, organisation) => ({
    organisation,
    title: def.title,
    number: text(header['billNo']),
    remark: text(header['remark']),
    ...make({
      header,
      tables: tables as Shown['tables'],
      field: (key, title, value = text(header[key])) => ({ key, title, value }),
    }),
  }),
})

/** What every paper says of itself. */
type Lined = Pick<PrintSheet, 'fields' | 'columns' | 'lines'>
