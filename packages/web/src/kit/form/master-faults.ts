import { missingMessage } from '@chepu/contract/kernel/messages'
import { figureFault, figureReason } from '../base/figure-fault'

/** Messages by field, and by cell of rows, as in 'terms.2.validFrom'. */
export type Faults = Readonly<Record<string, string>>

/** What a fault is told by: a field of a form, or a column of its rows. */
export interface NamedField {
  name: string
  title: string
  kind?: string | undefined
  columns?: readonly NamedField[]
}

type Values = Readonly<Record<string, unknown>>

/** First message of each faulty field, by name, and of each faulty cell of rows, as in 'terms.2.validFrom'. */
export function fieldErrors(issues: readonly { path: readonly PropertyKey[] | string; message: string }[]) {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const steps = typeof path === 'string' ? path.replace(/^(body|header)\./, '').split('.') : path.map(String)
    const [name = '', row = '', column] = steps
    errors[name] ??= message
    if (column !== undefined && /^\d+$/.test(row)) errors[`${name}.${row}.${column}`] ??= message
  }
  return errors
}

/** Faults by name, those of figures in words that name their field and say why they are none. */
export const namedFaults = (fields: readonly NamedField[], values: Values, found: Faults): Record<string, string> =>
  Object.fromEntries(
    Object.entries(found).map(([place, message]) => {
      const [name, row, cell] = place.split('.')
      const field = fields.find((each) => each.name === name)
      if (cell !== undefined) {
        const rows = values[name ?? ''] as readonly Values[] | undefined
        const value = rows?.[Number.parseInt(row ?? '', 10)]?.[cell]
        const isFigure = field?.columns?.some((column) => column.name === cell && isFigureKind(column.kind))
        return [place, isFigure && !namesItsRow(message) ? cellReason(value, message) : message]
      }
      const value = values[place]
      const isFigure = field && isFigureKind(field.kind) && value != null
      return [place, isFigure ? figureFault(field.title, String(value), message) : message]
    }),
  )

const cellReason = (value: unknown, found: string): string =>
  value == null ? missingMessage : figureReason(String(value), found)

const namesItsRow = (message: string): boolean => /^第\d+行/.test(message)

const isFigureKind = (kind: string | undefined): boolean => ['decimal', 'integer', 'count'].includes(kind ?? '')

/** Faults of the cells of a field of rows by their place in it, as in '2.validFrom'. */
export const cellFaults = (errors: Faults, name: string): Faults =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([place, message]) =>
      place.startsWith(`${name}.`) ? [[place.slice(name.length + 1), message]] : [],
    ),
  )

/** All of them in words that name row and column; a message that names its row stays. */
export const rowFaults = (columns: readonly NamedField[], faults: Faults): string =>
  Object.entries(faults)
    .map(([place, message]) => {
      const [row = '', name] = place.split('.')
      const title = columns.find((column) => column.name === name)?.title ?? ''
      return namesItsRow(message) ? message : `第${Number.parseInt(row, 10) + 1}行 ${title}：${message}`
    })
    .join('；')

/** Faults without those of a field that has changed; of rows those of cells that stand as they did remain. */
export function mended(errors: Faults, name: string, before: unknown, after: unknown): Faults {
  const rows = (value: unknown) => (Array.isArray(value) ? (value as readonly Values[]) : [])
  const isAsBefore = (place: string) => {
    const [row = '', cell = ''] = place.split('.')
    const at = Number.parseInt(row, 10)
    return rows(before).length === rows(after).length && rows(before)[at]?.[cell] === rows(after)[at]?.[cell]
  }
  const cells = Object.entries(cellFaults(errors, name)).filter(([place]) => isAsBefore(place))
  const others = Object.entries(errors).filter(([key]) => fieldOf(key) !== name)
  const own = cells.map(([place, message]) => [`${name}.${place}`, message] as const)
  return Object.fromEntries([...others, ...own, ...own.slice(0, 1).map(([, message]) => [name, message] as const)])
}

/** The field in which a fault stands. */
export const fieldOf = (place: string): string => place.split('.')[0] ?? ''
