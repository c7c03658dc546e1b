import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Caller } from '../caller/caller'
import type { Tx } from '../db/tx'
import type { ScopedRow } from '../caller/scope'
import type { DocumentRef } from '../ledgers/types'

/** What every document's header has, whatever its table. */
export interface LockedDocument<States extends string = string> extends DocumentRef, ScopedRow {
  orgId: number
  state: States
  version: number
  revision: number
  isRed: boolean
  redOf: number | null
  /** The document that made this one and alone undoes it (ADR 0158). */
  madeBy?: number | null
  /** The kind of that document, where it may be of another family (ADR 0205). */
  makerKind?: string | null
  /** Who has worked on what the document approves; of families some of whose approvals are never their own. */
  workerIds?: readonly number[]
}

/** Kinds of documents that share their tables, and how one of them is read (ADR 0130). */
export interface Family<Doc extends LockedDocument = LockedDocument> {
  /** Holds the headers. */
  table: string
  /** Its lines that name parts, with the column that names their header; none of a family without parts. */
  partLines?: { table: string; header: string }
  /** The column by which goods documents name the one of this family that made them; a family that makes none has none (ADR 0172). */
  makerColumn?: string
  /** Locks the header of a kind against others and reads the whole document, or answers undefined. */
  lock(tx: Tx, kind: string, id: number): Promise<Doc | undefined>
  /** The whole document without a lock, or undefined. */
  read(tx: Tx, kind: string, id: number): Promise<Doc | undefined>
  /** Its documents `d` of a kind that the caller's scope covers, as their list asks it; none of a family that bills nobody. */
  inSight?(caller: Caller, def: DocumentDef): RawBuilder<SqlBool>
}
