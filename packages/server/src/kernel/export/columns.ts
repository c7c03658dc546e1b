import type { ColumnKind, QueryColumns } from '@chepu/contract/kernel/query'
import { type Caller, sees } from '../caller/caller'
import type { ExportColumn } from './registry'

// Widths are in characters of the default font; a Chinese character takes two.

export const text = (key: string, title: string, width = 14): ExportColumn => ({ key, title, kind: 'text', width })

export const number = (key: string, title: string, width = 12): ExportColumn => ({ key, title, kind: 'number', width })

/** Sums of an account, which have more digits than the figures of a part. */
export const money = (key: string, title: string): ExportColumn => number(key, title, 14)

export const quantity = (key: string, title: string): ExportColumn => ({ key, title, kind: 'quantity', width: 12 })

export const date = (key: string, title: string): ExportColumn => ({ key, title, kind: 'date', width: 12 })

const kinds: Record<ColumnKind, ExportColumn['kind']> = {
  text: 'text',
  code: 'text',
  state: 'text',
  flag: 'text',
  date: 'date',
  time: 'date',
  qty: 'quantity',
  money: 'number',
  price: 'number',
  cost: 'number',
  percent: 'number',
  discount: 'number',
  count: 'number',
}
const widths: Partial<Record<ColumnKind, number>> = { text: 14, code: 14, state: 14, time: 20 }

/** The columns of a list as a sheet has them, without those that the caller may not see. */
export const sheetColumns = (caller: Caller, columns: QueryColumns): ExportColumn[] =>
  Object.entries(columns).flatMap(([key, { title, kind = 'text', field, sheetTitle, chars, sheetOnly }]) => {
    if (field && !sees(caller, field)) return []
    const width = chars ?? widths[kind] ?? 12
    return [{ key, title: sheetTitle ?? title, kind: kinds[kind], width, ...(sheetOnly && { always: true }) }]
  })
