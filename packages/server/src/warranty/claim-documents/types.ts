import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { SaveOfAny } from '@chepu/contract/kernel/document-calls'
import type { ClaimDef, claimHeader, ClaimSection } from '@chepu/contract/warranty/claim-document'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { ClaimDocument as HeaderRow, ClaimLine as LineRow } from '../../kernel/db/schema'
import type { CallerTx } from '../../kernel/db/tx'
import type { ActionHandler } from '../../kernel/document/run-action'
import type { LockedDocument } from '../../kernel/document/types'

export type ClaimLine = Omit<Selectable<LineRow>, 'section'> & { section: ClaimSection }

/** A claim document as its actions see it: the header row, and its lines in order. */
export type ClaimDocument<States extends string = string> = Omit<Selectable<HeaderRow>, 'state'> &
  LockedDocument<States> & { lines: ClaimLine[] }

type TypedLine = Record<string, unknown>

export interface ClaimRequest extends SaveOfAny, Partial<Record<ClaimSection, TypedLine[]>> {
  header: z.output<typeof claimHeader> & Record<string, unknown>
}

/** Columns by the names of their fields. */
type Columns = Record<string, unknown>
/** A line as it is written. */
export interface PreparedLine {
  section: ClaimSection
  columns: Columns
}

/** What distinguishes a kind of claim document on the server, but for its actions. The engine never asks which one it is. */
export interface ClaimTraits<Def extends ClaimDef = ClaimDef> {
  def: Def
  /** Whether a step that state and rights allow may come to anything of the document; without it, every one. */
  isOffered?(doc: ClaimDocument, action: string): boolean
  /** SQL of own columns that are none of the header `d`, such as names beside ids. */
  columns?: Partial<Record<keyof NonNullable<Def['columns']> & string, RawBuilder<unknown>>>
  /**
   * Refuses what the lines name and may not, by line, and answers what is written: the lines with all their columns, and columns of the header that follow
   * from them.
   */
  prepare(
    tx: CallerTx,
    request: ClaimRequest,
    before: ClaimDocument<StateOf<Def>> | undefined,
  ): Promise<{ columns: Columns; lines: PreparedLine[] }>
  /** What else a save writes, once the document stands; it had what `before` says. */
  saved?(
    tx: CallerTx,
    id: number,
    request: ClaimRequest,
    before: ClaimDocument<StateOf<Def>> | undefined,
  ): Promise<void>
}

/** One function an action of the kind; each answers one of its states. */
export type ClaimActions<Def extends ClaimDef> = Record<
  ActionName<Def>,
  ActionHandler<ClaimDocument<StateOf<Def>>, StateOf<Def>>
>

/** A kind of claim document: its traits and one function an action. */
export interface ClaimKind<Def extends ClaimDef = ClaimDef> extends ClaimTraits<Def> {
  actions: ClaimActions<Def>
}
