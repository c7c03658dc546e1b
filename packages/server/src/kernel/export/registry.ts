import type { RawBuilder } from 'kysely'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { CallerTx } from '../db/tx'
import type { ColumnKind } from '../spreadsheet/sheet-xml'

/** A column of an exported sheet: `key` names the row's field. A `quantity` is written with the decimals of its unit. */
export interface ExportColumn {
  key: string
  title: string
  kind: ColumnKind | 'quantity'
  width?: number
  /** Stands in the sheet whatever the screen shows: the import of the same thing needs it. */
  always?: boolean
}

/** What stands around the rows of a sheet. */
export interface SheetFrame {
  /** Lines above the header: whose statement it is, and of when. */
  head?: string[]
  /** Rows before those of the statement, such as an opening balance. */
  before?: Record<string, unknown>[]
  /** The sums that close it, by the query of the screen's own totals. */
  totals?: Totals
  /** What makes a document count (过账); what is not so yet is summed apart. */
  countedBy?: string
}

/** Something that can be exported: its rows are made with the requester's rights when the job runs (business/finance 6). */
export interface ExportSource {
  title: string
  columns(tx: CallerTx): ExportColumn[]
  /** The same statement as the list's, with the same hidden fields. `filters` is what the list was asked for. */
  rows(
    tx: CallerTx,
    filters: Record<string, unknown>,
  ): RawBuilder<Record<string, unknown>> | Promise<RawBuilder<Record<string, unknown>>>
  frame?(tx: CallerTx, filters: Record<string, unknown>): Promise<SheetFrame>
  /** Whom the file is about, for its name. */
  subject?(tx: CallerTx, filters: Record<string, unknown>): Promise<string>
}

const sources = new Map<string, ExportSource>()

/** Makes a list exportable under a key. */
export const registerExport = (key: string, source: ExportSource): void => void sources.set(key, source)

/** The source of a key, or undefined. */
export const exportSource = (key: string): ExportSource | undefined => sources.get(key)
