import type { Headings } from '@chepu/contract/kernel/headings'
import type { Caller } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import type { RowValues, TableColumn } from '../kernel/spreadsheet/table'

/** A row of the file whose cells are all in order by themselves. */
export interface Entry<Columns extends readonly TableColumn[]> {
  row: number
  values: RowValues<Columns>
}

export interface PrepareOptions {
  /** 覆盖: rows that exist are changed; otherwise they are faults. */
  overwrite: boolean
  /** No row of the file is missing in the entries for a fault of its own. */
  isWhole: boolean
  /** Rows that will be changed are locked. */
  lock: boolean
  /** Notes what is wrong with a row, under the title of a column. */
  fault: (row: number, column: string, message: string) => void
  /** Notes that a row is passed over, and why. */
  pass: (row: number, message: string) => void
}

/** What a file without faults does. */
export interface Plan {
  added: number
  updated: number
  /** What the rows come to, in words. */
  summary?: string
  /** Writes everything; answers the drafts that it made. */
  write(): Promise<{ kind: string; id: number; billNo: string }[]>
}

/** One kind of file (business/basics 10). */
export interface Importer<Columns extends readonly TableColumn[] = readonly TableColumn[]> {
  title: string
  /** All headings, also those of columns that a caller may not see. */
  headings: Headings
  /** Titles that are left out without a question. */
  beside: readonly string[]
  /** Columns of the template; those of hidden fields are left out for callers who may not see them. */
  columns(caller: Caller): Columns
  /** Examples of the template that name what the company has, by key of the column; null where it has nothing yet. */
  examples(tx: CallerTx): Promise<Readonly<Record<string, string | null>>>
  /** Refuses the whole file, whatever is in it. */
  assertAllowed?(caller: Caller): void
  /** Compares the rows with the database and with each other. */
  prepare(tx: CallerTx, entries: readonly Entry<Columns>[], options: PrepareOptions): Promise<Plan>
}

/** Hides the columns' types, so that importers of different files stand in one list. */
export const importer = <const Columns extends readonly TableColumn[]>(spec: Importer<Columns>): Importer =>
  spec as unknown as Importer
