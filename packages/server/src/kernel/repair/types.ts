import type { ActionName, StateOf } from '@chepu/contract/kernel/document'
import type { RepairDef, repairHeader, RepairSection, SaveOfRepair } from '@chepu/contract/kernel/repair-document'
import type { RawBuilder, Selectable } from 'kysely'
import type { z } from 'zod'
import type { RepairDocument as HeaderRow, RepairLine as LineRow } from '../db/schema'
import type { Value } from '../db/statement'
import type { CallerTx } from '../db/tx'
import type { DocumentKind } from '../document/registry'
import type { ActionHandler } from '../document/run-action'
import type { LockedDocument } from '../document/types'

/** A line as its document's actions see it, with the code of its part, and the units of goods it has had so far. */
export type RepairLine = Omit<Selectable<LineRow>, 'section'> & {
  section: RepairSection
  partCode: string | null
}

/** A document of a car as its actions see it: the header row, its lines in order, and who is dispatched to them. */
export type RepairDocument<States extends string = string> = Omit<Selectable<HeaderRow>, 'state'> &
  LockedDocument<States> & { lines: RepairLine[]; technicianIds: number[] }

/** A line of a body: what its section takes. */
type TypedLine = Record<string, unknown> & { id?: number | undefined }

export interface RepairRequest extends SaveOfRepair, Partial<Record<RepairSection, TypedLine[]>> {
  header: Omit<z.output<typeof repairHeader>, 'vehicleId'> & { vehicleId: number | null } & Record<string, unknown>
  /** A customer who stands there by what he has shown, whoever sees him; who makes the request has checked it. */
  holderId?: number
}

/** Columns by the names of their fields. */
export type Columns = Record<string, Value>

/** A line as it is to be written. `labourNo` names the labour that material goes with, by its place in the body. */
export interface PreparedLine {
  id?: number | undefined
  section: RepairSection
  labourNo?: number | null
  columns: Columns
}

/** Columns by which a document of a car names what it was made of. */
type FormerColumn = 'reservationId' | 'receptionId' | 'workOrderId' | 'settlementId' | 'reworkOfId'

/** What distinguishes a kind of document of a car on the server, but for its actions. The engine never asks which one it is. */
export interface RepairTraits<Def extends RepairDef = RepairDef> {
  def: Def
  /** SQL of own columns that are none of the header `d`, such as names beside ids. */
  columns?: Partial<Record<keyof NonNullable<Def['columns']> & string, RawBuilder<unknown>>>
  /** Fields of the header that are no columns: `prepare` answers columns in their stead, and a view reads them by what these name. */
  named?: readonly string[]
  /** The kinds of document that columns of the header name, of the same organisation. */
  formers?: Partial<Record<FormerColumn, string>>
  /** Named refusals, and what follows from what was typed, before anything is written: columns of the header and of the lines, in place. */
  prepare?(
    tx: CallerTx,
    request: RepairRequest,
    lines: PreparedLine[],
    before: RepairDocument<StateOf<Def>> | undefined,
  ): Promise<Columns> | Columns
  /** What is told to whoever waits for goods that its lines hold; of a kind that reserves. */
  tellArrived?: DocumentKind['tellArrived']
  tellReleased?: DocumentKind['tellReleased']
  /** What follows when others have settled what its documents have billed, or it is open again. */
  itemsSettled?: DocumentKind['itemsSettled']
  /** Its car and customer were checked, and are held, by an earlier step of the same transaction. */
  holdsCar?: true
  /** Its lines are what a customer will be billed, at rates that the organisation may have. */
  sells?: true
  /** Its prices contain the tax, whatever the organisation's setting. */
  taxIncluded?: true
  /** Its lines say what of a former document's they take, and are made of those: `saved` writes them, and nothing of them is checked before (ADR 0211). */
  makesLines?: true
  /** What else a save writes, once the document stands; it had what `before` says. */
  saved?(
    tx: CallerTx,
    id: number,
    request: RepairRequest,
    before: RepairDocument<StateOf<Def>> | undefined,
  ): Promise<void>
}

/** One function an action of the kind; each answers one of its states. */
export type RepairActions<Def extends RepairDef> = Record<
  ActionName<Def>,
  ActionHandler<RepairDocument<StateOf<Def>>, StateOf<Def>>
>

/** A kind of document of a car: its traits and one function an action. */
export interface RepairKind<Def extends RepairDef = RepairDef> extends RepairTraits<Def> {
  actions: RepairActions<Def>
}
