import type { RawBuilder } from 'kysely'
import type { CallerTx } from '../db'

/** A column of an exported sheet: `key` names the row's field. */
export interface ExportColumn {
  key: string
  title: string
  kind: 'text' | 'number' | 'date'
  width?: number
}

/** Something that can be exported: its rows are made with the requester's rights when the job runs (DOMAIN 8.9). */
export interface ExportSource {
  title: string
  columns(tx: CallerTx): ExportColumn[]
  /** The same statement as the list's, with the same hidden fields. `filters` is what the list was asked for. */
  rows(
    tx: CallerTx,
    filters: Record<string, unknown>,
  ): RawBuilder<Record<string, unknown>> | Promise<RawBuilder<Record<string, unknown>>>
}

const sources = new Map<string, ExportSource>()

/** Makes a list exportable under a key. */
export const registerExport = (key: string, source: ExportSource): void => void sources.set(key, source)

/** The source of a key, or undefined. */
export const exportSource = (key: string): ExportSource | undefined => sources.get(key)
